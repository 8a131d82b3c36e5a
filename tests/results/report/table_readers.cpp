#include "tests/results/report/table_readers.hpp"

#include <regex>
#include <sstream>
#include <stdexcept>

#include "tests/results/report/xml_reader.hpp"

namespace read_back {
namespace {

using Fields = std::vector<std::string>;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) out.push_back(line);
  return out;
}

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

Fields split(const std::string& text, const std::string& separator) {
  Fields out;
  const std::regex expression(separator);
  for (std::sregex_token_iterator i(text.begin(), text.end(), expression, -1), end; i != end; ++i)
    out.push_back(trimmed(*i));
  return out;
}

/// "0.581 (0.0028) †" -> 0.581 and 0.0028.
std::pair<std::string, std::string> number_and_error(const std::string& text) {
  static const std::regex form(R"((--|-?inf|-?[0-9.]+)(?: \(([0-9.]+)\))?(?: †)?)");
  std::smatch parts;
  if (!std::regex_match(text, parts, form))
    throw std::runtime_error("not a number with its error: '" + text + "'");
  return {parts[1] == "--" ? "" : parts[1].str(), parts[2].str()};
}

/// The last five fields of a row: published, ours, n, z, verdict.
Numbers numbers_of(const Fields& fields) {
  if (fields.size() < 5) throw std::runtime_error("a row with too few fields");
  const auto* last = &fields[fields.size() - 5];
  Numbers out;
  std::tie(out.published, out.published_se) = number_and_error(last[0]);
  std::tie(out.ours, out.mcse) = number_and_error(last[1]);
  const Fields counts = split(last[2], "/");
  out.n_ok = counts.front();
  out.n = counts.back();
  out.z = last[3] == "--" ? "" : last[3];
  out.verdict = last[4];
  return out;
}

/// The lines after `start` up to the first that matches `end`, both left out.
std::vector<std::string> between(const std::vector<std::string>& lines, const std::regex& start,
                                 const std::regex& end) {
  std::vector<std::string> out;
  bool inside = false;
  for (const std::string& line : lines) {
    if (inside && std::regex_search(line, end)) return out;
    if (inside) out.push_back(line);
    inside = inside || std::regex_search(line, start);
  }
  throw std::runtime_error("no comparison found");
}

const std::regex header(R"(Published.*Ours.*Verdict)");

} // namespace

std::vector<Numbers> from_text(const std::string& report) {
  auto lines = between(lines_of(report), header, std::regex("^$"));
  if (!lines.front().starts_with("─") || !lines.back().starts_with("─")) throw std::runtime_error("no rules");
  std::vector<Numbers> out;
  for (std::size_t i = 1; i + 1 < lines.size(); ++i) out.push_back(numbers_of(split(lines[i], "  +")));
  return out;
}

std::vector<Numbers> from_markdown(const std::string& report) {
  const auto lines = between(lines_of(report), header, std::regex("^$"));
  std::vector<Numbers> out;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::string plain = std::regex_replace(lines[i], std::regex(R"(\*\*)"), "");
    out.push_back(numbers_of(split(plain.substr(1, plain.size() - 2), R"(\|)")));
  }
  return out;
}

std::vector<Numbers> from_latex(const std::string& report) {
  std::vector<Numbers> out;
  for (std::string line :
       between(lines_of(report), std::regex("endlastfoot"), std::regex("end\\{longtable\\}"))) {
    if (!line.ends_with(" \\\\")) throw std::runtime_error("a row that does not end: " + line);
    line.resize(line.size() - 3);
    line = std::regex_replace(line, std::regex(R"(\\textbf\{([^}]*)\})"), "$1");
    line = std::regex_replace(line, std::regex(R"(\$-\$)"), "-");
    line = std::regex_replace(line, std::regex(R"(\\dag\{\})"), "†");
    out.push_back(numbers_of(split(line, " & ")));
  }
  return out;
}

std::vector<Numbers> from_html(const std::string& report) {
  const xml::Element page = xml::read(report);
  const auto tables = page.all("table", "comparison");
  if (tables.size() != 1) throw std::runtime_error("not one comparison");
  std::vector<Numbers> out;
  for (const xml::Element* row : tables.front()->all("tbody").front()->all("tr")) {
    Fields fields;
    for (const xml::Element* cell : row->all("td")) {
      std::string text = trimmed(cell->own_text);
      for (const xml::Element& part : cell->children) text += (text.empty() ? "" : " ") + part.text();
      fields.push_back(text);
    }
    out.push_back(numbers_of(fields));
  }
  return out;
}

std::vector<Numbers> from_csv(const std::string& report) {
  const auto records = csv_records(report);
  std::vector<Numbers> out;
  for (std::size_t i = 1; i < records.size(); ++i) {
    const Fields& f = records[i];
    if (f.size() != records.front().size()) throw std::runtime_error("records of different lengths");
    const std::size_t k = f.size() - 8;
    out.push_back({f[k], f[k + 1], f[k + 2], f[k + 3], f[k + 4], f[k + 5], f[k + 6], f[k + 7]});
  }
  return out;
}

std::vector<std::vector<std::string>> csv_records(const std::string& text) {
  std::vector<std::vector<std::string>> records{{""}};
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string& field = records.back().back();
    if (quoted) {
      if (text[i] != '"')
        field += text[i];
      else if (i + 1 < text.size() && text[i + 1] == '"')
        field += text[i++];
      else
        quoted = false;
    } else if (text[i] == '"' && field.empty()) {
      quoted = true;
    } else if (text[i] == ',') {
      records.back().emplace_back();
    } else if (text.compare(i, 2, "\r\n") == 0) {
      records.push_back({""});
      ++i;
    } else if (text[i] == '"' || text[i] == '\r' || text[i] == '\n') {
      throw std::runtime_error("a quote or line break outside quotes");
    } else {
      field += text[i];
    }
  }
  if (quoted || records.back() != std::vector<std::string>{""})
    throw std::runtime_error("the last record does not end");
  records.pop_back();
  return records;
}

} // namespace read_back
