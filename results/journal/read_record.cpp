#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>

#include "results/journal/line.hpp"

// The full parse of a line. Almost all of a journal's lines are cells that went well, written by journal_line
// and proved unchanged by their checksum, so their one fixed form is scanned by hand (about ten times as fast
// as a document tree); a line with a stage, an error or an escape in a name takes the JSON parser.
namespace results {
namespace {

/// What is left of a line; each step takes its piece off the front or says no.
struct Cursor {
  std::string_view left;

  bool take(std::string_view literal) {
    if (!left.starts_with(literal)) return false;
    left.remove_prefix(literal.size());
    return true;
  }

  std::optional<std::string_view> plain_string() {
    if (!take("\"")) return std::nullopt;
    const std::size_t end = left.find_first_of("\"\\");
    if (end == std::string_view::npos || left[end] == '\\') return std::nullopt;
    const std::string_view text = left.substr(0, end);
    left.remove_prefix(end + 1);
    return text;
  }

  std::optional<double> number();
};

std::optional<double> named_number(std::string_view text) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (text == "inf") return infinity;
  if (text == "-inf") return -infinity;
  return std::nullopt;
}

std::optional<double> Cursor::number() {
  if (left.starts_with('"')) {
    const auto text = plain_string();
    return text ? named_number(*text) : std::nullopt;
  }
  double value = 0;
  const auto read = std::from_chars(left.data(), left.data() + left.size(), value);
  if (read.ec != std::errc()) return std::nullopt;
  left.remove_prefix(static_cast<std::size_t>(read.ptr - left.data()));
  return value;
}

/// "{" is taken already. False where it is no object of numbers.
bool scan_values(Cursor& cursor, std::map<std::string, double>& values) {
  while (!cursor.take("}")) {
    if (!values.empty() && !cursor.take(",")) return false;
    const auto name = cursor.plain_string();
    if (!name || !cursor.take(":")) return false;
    const auto value = cursor.number();
    if (!value) return false;
    values.emplace_hint(values.end(), *name, *value);
  }
  return true;
}

/// "{" is taken already. False where it is no object of lists of numbers.
bool scan_series(Cursor& cursor, SeriesByName& series) {
  while (!cursor.take("}")) {
    if (!series.empty() && !cursor.take(",")) return false;
    const auto name = cursor.plain_string();
    if (!name || !cursor.take(":[")) return false;
    std::vector<double>& numbers = series[std::string(*name)];
    if (!numbers.empty()) return false;
    while (!cursor.take("]")) {
      if (!numbers.empty() && !cursor.take(",")) return false;
      const auto value = cursor.number();
      if (!value) return false;
      numbers.push_back(*value);
    }
  }
  return true;
}

bool scan_rest(std::string_view rest, Record& record) {
  Cursor cursor{rest};
  if (!cursor.take(R"(,"values":{)") || !scan_values(cursor, record.values)) return false;
  if (cursor.take(R"(,"series":{)") && !scan_series(cursor, record.series)) return false;
  if (!cursor.take(R"(,"seconds":)")) return false;
  const auto seconds = cursor.number();
  record.seconds = seconds.value_or(0);
  return seconds && cursor.left == "}";
}

std::optional<double> as_number(const nlohmann::json& value) {
  if (value.is_number()) return value.get<double>();
  return value.is_string() ? named_number(value.get_ref<const std::string&>()) : std::nullopt;
}

/// The member "series", which may be missing; false where it is no object of lists of numbers.
bool parse_series(const nlohmann::json& object, SeriesByName& series) {
  const auto found = object.find("series");
  if (found == object.end()) return true;
  if (!found->is_object()) return false;
  for (const auto& [name, list] : found->items()) {
    if (!list.is_array()) return false;
    std::vector<double>& numbers = series[name];
    for (const nlohmann::json& element : list) {
      const auto number = as_number(element);
      if (!number) return false;
      numbers.push_back(*number);
    }
  }
  return true;
}

/// The members of a failed cell, each of which may be missing; false where one is of another type.
bool parse_failure(const nlohmann::json& object, Record& record) {
  for (const auto& [name, text] : {std::pair{"stage", &record.stage}, std::pair{"error", &record.error},
                                   std::pair{"stderr_tail", &record.stderr_tail}}) {
    const auto found = object.find(name);
    if (found == object.end()) continue;
    if (!found->is_string()) return false;
    *text = found->get<std::string>();
  }
  const auto signal = object.find("signal");
  if (signal == object.end()) return true;
  if (!signal->is_number_integer()) return false;
  record.signal = signal->get<int>();
  return true;
}

/// The members after the head, by the JSON parser.
bool parse_rest(std::string_view json, Record& record) {
  const auto parsed = nlohmann::json::parse(json, nullptr, false);
  if (!parsed.is_object() || !parsed.contains("values") || !parsed.contains("seconds")) return false;
  if (!parsed["values"].is_object()) return false;
  for (const auto& [name, value] : parsed["values"].items()) {
    const auto number = as_number(value);
    if (!number) return false;
    record.values[name] = *number;
  }
  if (!parse_series(parsed, record.series)) return false;
  if (!parse_failure(parsed, record)) return false;
  const auto seconds = as_number(parsed["seconds"]);
  record.seconds = seconds.value_or(0);
  return seconds.has_value();
}

} // namespace

std::optional<Record> read_record(std::string_view json) {
  const auto head = read_head(json);
  if (!head) return std::nullopt;
  Record record{key_of(head->cell), head->outcome};
  if (!scan_rest(head->rest, record)) {
    record.values.clear();
    record.series.clear();
    if (!parse_rest(json, record)) return std::nullopt;
  }
  return is_even(record.series) ? std::optional(std::move(record)) : std::nullopt;
}

} // namespace results
