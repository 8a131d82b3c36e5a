#include "tests/results/report/table_readers.hpp"

#include <algorithm>
#include <functional>
#include <sstream>
#include <stdexcept>

namespace read_back {
namespace {

using Fields = std::vector<std::string>;

std::vector<std::string> text_lines(const std::string& text) {
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
  for (std::size_t start = 0, end = 0; end != std::string::npos; start = end + separator.size()) {
    end = text.find(separator, start);
    out.push_back(trimmed(text.substr(start, end - start)));
  }
  return out;
}

/// Fields with two blanks or more between them.
Fields split_at_gaps(const std::string& text) {
  Fields out = split(text, "  ");
  std::erase(out, "");
  return out;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

bool is_number(const std::string& text) {
  if (text == "inf" || text == "-inf") return true;
  const std::string digits = text.starts_with("-") ? text.substr(1) : text;
  return !digits.empty() && digits.find_first_not_of("0123456789.") == std::string::npos;
}

/// "0.581 (0.0028) †" -> 0.581 and 0.0028; "--" -> nothing.
std::pair<std::string, std::string> number_and_error(const std::string& text) {
  const bool marked = text.ends_with(" †");
  const Fields parts = split(marked ? text.substr(0, text.size() - std::string(" †").size()) : text, " ");
  const std::string number = parts.front() == "--" ? "" : parts.front();
  const std::string error = parts.size() > 1 ? parts[1] : "()";
  const bool enclosed = error.starts_with("(") && error.ends_with(")");
  const std::string inner = enclosed ? error.substr(1, error.size() - 2) : "";
  const bool good = parts.size() <= 2 && enclosed && (number.empty() || is_number(number));
  if (!good || (parts.size() == 2 && !is_number(inner)))
    throw std::runtime_error("not a number with its error: '" + text + "'");
  return {number, inner};
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

using IsLine = std::function<bool(const std::string&)>;

/// The lines after the first that `starts` up to the next that `ends`, both left out.
Fields between(const std::string& report, const IsLine& starts, const IsLine& ends) {
  Fields out;
  bool inside = false;
  for (const std::string& line : text_lines(report)) {
    if (inside && ends(line)) return out;
    if (inside) out.push_back(line);
    inside = inside || starts(line);
  }
  throw std::runtime_error("no comparison found");
}

bool is_header(const std::string& line) {
  const std::size_t published = line.find("published"), verdict = line.find("Verdict");
  return published != std::string::npos && verdict != std::string::npos && published < verdict;
}

bool is_empty(const std::string& line) {
  return line.empty();
}

IsLine with(const std::string& part) {
  return [part](const std::string& line) { return line.find(part) != std::string::npos; };
}

} // namespace

std::vector<Numbers> from_text(const std::string& report) {
  const Fields lines = between(report, is_header, is_empty);
  if (!lines.front().starts_with("─") || !lines.back().starts_with("─")) throw std::runtime_error("no rules");
  std::vector<Numbers> out;
  for (std::size_t i = 1; i + 1 < lines.size(); ++i) out.push_back(numbers_of(split_at_gaps(lines[i])));
  return out;
}

std::vector<Numbers> from_markdown(const std::string& report) {
  const Fields lines = between(report, is_header, is_empty);
  std::vector<Numbers> out;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::string plain = replaced(lines[i], "**", "");
    out.push_back(numbers_of(split(plain.substr(1, plain.size() - 2), "|")));
  }
  return out;
}

std::vector<Numbers> from_latex(const std::string& report) {
  std::vector<Numbers> out;
  for (const std::string& line : between(report, with("\\endlastfoot"), with("\\end{longtable}"))) {
    if (!line.ends_with(" \\\\")) throw std::runtime_error("a row that does not end: " + line);
    std::string plain = replaced(line.substr(0, line.size() - 3), "\\textbf{off}", "off");
    plain = replaced(replaced(plain, "$-$", "-"), "\\dag{}", "†");
    out.push_back(numbers_of(split(plain, " & ")));
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
      fields.push_back(replaced(text, "\u2212", "-"));
    }
    if (fields.size() != 6) throw std::runtime_error("a row with too few fields");
    const std::string z = fields[3].starts_with("+") ? fields[3].substr(1) : fields[3];
    out.push_back(numbers_of({fields[0], fields[1], fields[4], z, fields[5]}));
  }
  return out;
}

std::vector<Numbers> from_csv(const std::string& report) {
  const auto records = csv_records(report);
  std::vector<Numbers> out;
  for (std::size_t i = 1; i < records.size(); ++i) {
    const Fields& f = records[i];
    if (f.size() != records.front().size()) throw std::runtime_error("records of different lengths");
    if (f[f.size() - 11].starts_with("block_")) continue; // of many cells
    const std::size_t k = f.size() - 10; // replicates_wanted and detectable behind the verdict
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

namespace xml {
namespace {

class Reader {
 public:
  explicit Reader(const std::string& text) : text_(text) {}

  Element document() {
    if (text_.starts_with("<!DOCTYPE html>\n")) at_ = 16;
    Element root = element();
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
    if (at_ != text_.size()) fail("text after the root element");
    return root;
  }

 private:
  [[noreturn]] void fail(const std::string& problem) const {
    throw std::runtime_error(problem + " near '" + text_.substr(at_, 40) + "'");
  }

  bool take(const std::string& token) {
    if (text_.compare(at_, token.size(), token) != 0) return false;
    at_ += token.size();
    return true;
  }

  void need(const std::string& token) {
    if (!take(token)) fail("expected " + token);
  }

  std::string name() {
    const std::size_t start = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '-'))
      ++at_;
    if (at_ == start) fail("expected a name");
    return text_.substr(start, at_ - start);
  }

  std::string until(char end) {
    std::string out;
    while (at_ < text_.size() && text_[at_] != end && text_[at_] != '<')
      out += text_[at_] == '&' ? entity() : text_[at_++];
    if (at_ == text_.size()) fail("the document ends too early");
    return out;
  }

  char entity() {
    static const std::map<std::string, char> known{
        {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}};
    for (const auto& [name, character] : known)
      if (take(name)) return character;
    fail("a bare ampersand or an unknown entity");
  }

  void attributes(Element& element) {
    while (take(" ")) {
      const std::string key = name();
      need("=\"");
      if (!element.attributes.emplace(key, until('"')).second) fail("attribute " + key + " stands twice");
      need("\"");
    }
  }

  Element element() {
    Element out;
    need("<");
    out.name = name();
    attributes(out);
    if (take("/>")) return out;
    need(">");
    if (out.name == "script" || out.name == "style") return raw(std::move(out));
    while (true) {
      out.own_text += until('<');
      if (take("</")) break;
      out.children.push_back(element());
    }
    if (name() != out.name) fail("the end of <" + out.name + "> was expected before");
    need(">");
    return out;
  }

  /// What HTML does not read: a script or a style sheet, up to its end.
  Element raw(Element out) {
    const std::string end = "</" + out.name + ">";
    const std::size_t ends = text_.find(end, at_);
    if (ends == std::string::npos) fail("the document ends too early");
    out.own_text = text_.substr(at_, ends - at_);
    at_ = ends + end.size();
    return out;
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

bool has_class(const Element& element, const std::string& wanted) {
  const auto found = element.attributes.find("class");
  if (found == element.attributes.end()) return false;
  std::istringstream words(found->second);
  for (std::string word; words >> word;)
    if (word == wanted) return true;
  return false;
}

} // namespace

std::string Element::text() const {
  std::string out = own_text;
  for (const Element& child : children) out += child.text();
  return out;
}

std::vector<const Element*> Element::all(const std::string& wanted, const std::string& css_class) const {
  std::vector<const Element*> out;
  if (name == wanted && (css_class.empty() || has_class(*this, css_class))) out.push_back(this);
  for (const Element& child : children) {
    const auto below = child.all(wanted, css_class);
    out.insert(out.end(), below.begin(), below.end());
  }
  return out;
}

Element read(const std::string& document) {
  return Reader(document).document();
}

} // namespace xml
