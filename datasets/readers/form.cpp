#include "datasets/readers/form.hpp"

#include <algorithm>
#include <map>

#include "datasets/readers/arff.hpp"
#include "datasets/readers/arff_tokens.hpp"
#include "datasets/readers/libsvm.hpp"
#include "datasets/readers/lines.hpp"

namespace datasets::readers {
namespace {

using Rows = std::vector<std::vector<std::string>>;

constexpr std::size_t rows_looked_at = 1000;

bool looks_like_arff(const TextFile& file) {
  std::string_view rest = file.bytes;
  while (!rest.empty()) {
    const auto end = rest.find('\n');
    std::string line = lower_case(without_blanks(rest.substr(0, end)));
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
    if (line.empty() || line == "\r" || line.front() == '%') continue;
    return line.starts_with("@relation") || line.starts_with("@attribute");
  }
  return false;
}

/// By what was said, else by the bytes, else by the name.
Format format_of(const TextFile& file, const SaidOfForm& said, Format otherwise) {
  if (said.format) return *said.format;
  const auto by_name = format_by_name(file.name);
  const bool as_csv = said.delimiter || said.header || said.decimal_mark;
  if (!as_csv && looks_like_arff(file)) return Format::arff;
  if (!as_csv && looks_like_libsvm(file)) return Format::libsvm;
  return by_name.value_or(as_csv ? Format::csv : otherwise);
}

/// The rows that a delimiter makes of a file.
struct Division {
  char delimiter;
  Rows rows;
  bool is_even = false;  ///< all rows have as many fields, two at least; the first may have one fewer
  bool is_short = false; ///< the first has one fewer
  double numbers = 0;    ///< the share of numbers among the fields of the later rows
};

bool is_number(const std::string& field, char delimiter) {
  return decimal(field) || (delimiter != ',' && decimal(field, ','));
}

Division divided(const TextFile& file, char delimiter) {
  Division out{delimiter, first_rows(file, delimiter, rows_looked_at)};
  if (out.rows.empty()) return out;
  const std::size_t width = out.rows.back().size(), first = out.rows.front().size();
  out.is_short = first + 1 == width;
  out.is_even = width >= 2 && (first == width || out.is_short);
  double fields = 0;
  for (std::size_t i = 1; i < out.rows.size(); ++i) {
    out.is_even = out.is_even && out.rows[i].size() == width;
    for (const std::string& field : out.rows[i]) {
      fields += field.empty() ? 0 : 1;
      out.numbers += is_number(field, delimiter) ? 1 : 0;
    }
  }
  if (fields > 0) out.numbers /= fields;
  return out;
}

/// Row names beside one column: rarely what a table is, and what a comma makes of "x;y" above "1,5;a".
bool has_one_name(const Division& division) {
  return division.is_short && division.rows.front().size() == 1;
}

/// Whether it fits a file better than one that was looked at before.
bool is_better(const Division& other, const Division& best) {
  if (!other.is_even || !best.is_even) return other.is_even;
  if (has_one_name(best) != has_one_name(other)) return has_one_name(best);
  return other.numbers > best.numbers || (other.numbers == best.numbers && best.is_short && !other.is_short);
}

/// The division that fits: the comma's unless another one is even and makes more numbers. Where none is even,
/// that by `otherwise`.
Division best_division(const TextFile& file, const SaidOfForm& said, char otherwise) {
  if (said.delimiter) return divided(file, *said.delimiter);
  if (const auto stated = separator_line(file.bytes)) return divided(file, *stated);
  Division best = divided(file, ',');
  for (const char delimiter : {';', '\t', '|', ' '}) {
    Division other = divided(file, delimiter);
    if (is_better(other, best)) best = std::move(other);
  }
  return best.is_even || best.delimiter == otherwise ? best : divided(file, otherwise);
}

/// What the fields of one column below the first line say of the first line.
enum class Evidence {
  none,
  names,       ///< a word above numbers
  names_maybe, ///< a word above a few words, none of which it is
  data         ///< a word that stands again below
};

Evidence evidence_of(const Rows& rows, std::size_t column, const CsvFormat& format) {
  constexpr std::size_t few = 5; ///< a word of a few stands so often at least
  const auto& marks = format.missing;
  const auto stands_for_none = [&](const std::string& field) {
    return field.empty() || std::find(marks.begin(), marks.end(), field) != marks.end();
  };
  const std::string& first = rows.front()[column];
  if (stands_for_none(first) || decimal(first, format.decimal_mark)) return Evidence::none;
  std::size_t numbers = 0, others = 0;
  std::map<std::string, std::size_t> words;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const std::string& field = rows[i][column];
    if (stands_for_none(field)) continue;
    const bool is_number = decimal(field, format.decimal_mark).has_value();
    numbers += is_number ? 1 : 0;
    others += is_number ? 0 : 1;
    if (!is_number) ++words[field];
  }
  if (numbers > others) return Evidence::names;
  if (words.contains(first)) return Evidence::data;
  return others > 0 && few * words.size() <= others ? Evidence::names_maybe : Evidence::none;
}

/// 0, 1, 2 or 1, 2, 3 and so on, as tables without names are numbered; the last may be a word.
bool numbers_its_columns(const Rows& rows) {
  const auto& first = rows.front();
  if (first.size() < 3) return false;
  const std::size_t from = first.front() == "0" ? 0 : 1;
  for (std::size_t j = 0; j < first.size(); ++j)
    if (first[j] != std::to_string(j + from) && (j + 1 < first.size() || decimal(first[j]))) return false;
  return std::none_of(rows.begin() + 1, rows.end(),
                      [&](const auto& row) { return row.back() == first.back(); });
}

/// Whether the first line has names. One of numbers alone is data. One of words is names, unless each of them
/// stands again below.
Header header_of(const Rows& rows, const CsvFormat& format, Header otherwise) {
  if (rows.empty()) return otherwise;
  if (rows.size() > 1 && (rows[0].size() < rows[1].size() || numbers_its_columns(rows)))
    return Header::first_line;
  std::size_t numbers = 0, words = 0;
  std::map<Evidence, std::size_t> columns;
  for (std::size_t j = 0; j < rows[0].size(); ++j) {
    const bool is_number = decimal(rows[0][j], format.decimal_mark).has_value();
    numbers += is_number ? 1 : 0;
    words += is_number || rows[0][j].empty() ? 0 : 1;
    ++columns[evidence_of(rows, j, format)];
  }
  if (columns[Evidence::names] > 0) return Header::first_line;
  if (rows.size() == 1) return words > 0 ? otherwise : Header::none;
  if (numbers > 0)
    return columns[Evidence::data] == 0 && columns[Evidence::names_maybe] > 0 ? Header::first_line
                                                                              : Header::none;
  return words > 0 && columns[Evidence::data] == words ? Header::none : otherwise;
}

/// Whether the comma of a number may divide thousands: three digits stand behind it.
bool may_divide_thousands(const std::string& field) {
  const auto comma = field.find(',');
  return field.find_first_not_of("0123456789", comma + 1) == std::string::npos && field.size() - comma == 4;
}

/// The comma where some fields are numbers by it alone, not all of which may have thousands divided, and none
/// is a number by the point alone.
char decimal_mark_of(const Division& division, char otherwise) {
  std::size_t by_point = 0, by_comma = 0;
  for (std::size_t i = 1; i < division.rows.size(); ++i)
    for (const std::string& field : division.rows[i]) {
      by_point += field.find('.') != std::string::npos && decimal(field) ? 1 : 0;
      by_comma +=
          field.find(',') != std::string::npos && decimal(field, ',') && !may_divide_thousands(field) ? 1 : 0;
    }
  if (by_comma > 0 && by_point == 0) return ',';
  return by_point > 0 ? '.' : otherwise;
}

std::string divider(char delimiter) {
  switch (delimiter) {
    case ';':
      return "semicolon";
    case '\t':
      return "tab";
    case '|':
      return "pipe";
    case ' ':
      return "blanks";
    default:
      return "comma";
  }
}

void note_csv(FoundForm& found, const std::string& file, const SaidOfForm& said, const Form& otherwise) {
  const CsvFormat &csv = found.form.csv, &usual = otherwise.csv;
  const auto note = [&](const std::string& what, const std::string& word) {
    found.notes.push_back(file + ": " + what + ", so it is read with " + word + ".");
  };
  if (!said.delimiter && csv.delimiter != usual.delimiter)
    note((csv.delimiter == ' ' ? "blanks" : divider(csv.delimiter) + "s") + " divide the fields",
         "delimiter=" + divider(csv.delimiter));
  if (!said.decimal_mark && csv.decimal_mark != usual.decimal_mark)
    note(csv.decimal_mark == ',' ? "decimals stand behind a comma" : "decimals stand behind a point",
         csv.decimal_mark == ',' ? "decimal=comma" : "decimal=point");
  if (!said.header && csv.header != usual.header)
    note(csv.header == Header::none ? "the first line is data" : "the first line has names",
         csv.header == Header::none ? "header=none" : "header=first_line");
}

void look_at_csv(FoundForm& found, const TextFile& file, const SaidOfForm& said, const Form& otherwise) {
  CsvFormat& csv = found.form.csv;
  Division division = best_division(file, said, otherwise.csv.delimiter);
  csv.missing = said.missing;
  csv.delimiter = division.delimiter;
  csv.decimal_mark = said.decimal_mark.value_or(decimal_mark_of(division, otherwise.csv.decimal_mark));
  csv.header = otherwise.csv.header;
  if (division.is_even || division.rows.empty() || division.rows.front().size() == 1)
    csv.header = header_of(division.rows, csv, otherwise.csv.header);
  csv.header = said.header.value_or(csv.header);
  note_csv(found, file.name, said, otherwise);
}

void look_at_libsvm(FoundForm& found, const TextFile& file, const SaidOfForm& said, const Form& otherwise) {
  const bool from_zero = !said.first_index && otherwise.format != Format::libsvm && has_index_zero(file);
  found.form.first_index = said.first_index.value_or(from_zero ? 0 : otherwise.first_index);
  if (from_zero)
    found.notes.push_back(file.name + ": a feature has the index 0, so it is read with indices=from_0.");
  if (has_query(file)) found.notes.push_back(file.name + ": the fields qid:N are ignored.");
}

} // namespace

std::optional<Format> format_by_name(const std::string& name) {
  const std::string plain = name.ends_with(".gz") ? name.substr(0, name.size() - 3) : name;
  for (const char* ending : {".libsvm", ".svmlight", ".svm"})
    if (plain.ends_with(ending)) return Format::libsvm;
  if (plain.ends_with(".arff")) return Format::arff;
  return plain.ends_with(".csv") ? std::optional(Format::csv) : std::nullopt;
}

FoundForm form_of(const TextFile& file, const SaidOfForm& said, const Form& otherwise) {
  FoundForm found{otherwise};
  found.form.format = format_of(file, said, otherwise.format);
  const Format usual = format_by_name(file.name).value_or(otherwise.format);
  if (!said.format && found.form.format != usual && found.form.format != Format::csv)
    found.notes.push_back(
        file.name + ": its rows are those of " + (found.form.format == Format::arff ? "ARFF" : "LIBSVM") +
        ", so it is read with format=" + (found.form.format == Format::arff ? "arff." : "libsvm."));
  if (found.form.format == Format::csv) look_at_csv(found, file, said, otherwise);
  if (found.form.format == Format::libsvm) look_at_libsvm(found, file, said, otherwise);
  return found;
}

RawTable table_of(const TextFile& file, const Form& form) {
  if (form.format == Format::libsvm) return read_libsvm(file, form.first_index);
  return form.format == Format::arff ? read_arff(file) : read_csv(file, form.csv);
}

} // namespace datasets::readers
