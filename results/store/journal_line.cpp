#include "results/store/journal_line.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/contract.hpp"
#include "core/settings/parameters.hpp"

namespace results {
namespace {

std::optional<std::uint64_t> hexadecimal(std::string_view digits) {
  std::uint64_t value = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  if (read.ec != std::errc() || read.ptr != digits.data() + digits.size()) return std::nullopt;
  return value;
}

constexpr std::array<std::string_view, 3> outcome_words{"ok", "not_converged", "failed"};
constexpr std::size_t key_digits = 32;
constexpr int major_version = 1, minor_version = 2;

std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string number(double value) {
  // Parsers read -0 as an integer, which has no sign.
  if (value == 0 && std::signbit(value)) return "-0.0";
  const std::string digits = core::shortest(value);
  return std::isfinite(value) ? digits : quoted(digits);
}

std::uint32_t checksum(std::string_view json) {
  return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(json.data()), json.size()));
}

std::string numbers(const std::vector<double>& values) {
  std::string list = "[";
  for (const double value : values) {
    if (list.size() > 1) list += ',';
    list += number(value);
  }
  return list + ']';
}

/// The member "series" with the comma before it; nothing for a record without any.
std::string series_member(const SeriesByName& series) {
  std::string member;
  for (const auto& [name, values] : series) {
    member.append(member.empty() ? R"(,"series":{")" : ",\"")
        .append(name)
        .append("\":")
        .append(numbers(values));
  }
  return member.empty() ? member : member + '}';
}

std::string sealed(const std::string& json) {
  constexpr std::string_view digits = "0123456789abcdef";
  const std::uint32_t sum = checksum(json);
  std::string line(8, '0');
  for (std::size_t i = 0; i < 8; ++i) line[i] = digits[(sum >> (28 - 4 * i)) & 15U];
  return line + ' ' + json + '\n';
}

bool is_key(const std::string& setting) {
  const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  return setting.size() == key_digits && std::all_of(setting.begin(), setting.end(), is_digit);
}

// The full parse of a line. Almost all of a journal's lines are cells that went well, written by journal_line
// and proved unchanged by their checksum, so their one fixed form is scanned by hand (about ten times as fast
// as a document tree); a line with a stage, an error or an escape in a name takes the JSON parser.

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

/// The names alone of an object of numbers whose "{" is taken already. False where it is none.
template <class See>
bool scan_names(Cursor& cursor, See see) {
  for (bool is_first = true; !cursor.take("}"); is_first = false) {
    if (!is_first && !cursor.take(",")) return false;
    const auto name = cursor.plain_string();
    if (!name || !cursor.take(":")) return false;
    see(*name);
    const std::size_t end =
        cursor.left.find_first_of(",}"); // neither is part of a number, nor of "inf" or "nan"
    if (end == 0 || end == std::string_view::npos) return false;
    cursor.left.remove_prefix(end);
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

std::optional<CellId> cell_id(std::string_view setting, std::int32_t replicate) {
  if (setting.size() != 32) return std::nullopt;
  const auto high = hexadecimal(setting.substr(0, 16)), low = hexadecimal(setting.substr(16));
  if (!high || !low) return std::nullopt;
  return CellId{*high, *low, replicate};
}

Key key_of(const CellId& id) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string setting(32, '0');
  for (std::size_t i = 0; i < 16; ++i) {
    setting[i] = digits[(id.high >> (60 - 4 * i)) & 15U];
    setting[16 + i] = digits[(id.low >> (60 - 4 * i)) & 15U];
  }
  return {setting, id.replicate};
}

std::string_view word(Outcome outcome) {
  return outcome_words.at(static_cast<std::size_t>(outcome));
}

std::string journal_header() {
  const std::string version = std::to_string(major_version) + "." + std::to_string(minor_version);
  return sealed(R"({"format":"marginlab-journal","format_version":")" + version + R"("})");
}

std::string journal_line(const Record& record) {
  core::expect(is_key(record.key.setting), "a setting's key is 32 lower-case hexadecimal digits");
  core::expect(is_even(record.series), "the columns of a record's series table have one length");
  std::string json;
  json.reserve(256);
  json.append(R"({"key":")")
      .append(record.key.text())
      .append(R"(","outcome":")")
      .append(word(record.outcome));
  json += R"(","values":{)";
  for (const auto& [name, value] : record.values) {
    if (json.back() != '{') json += ',';
    json.append(quoted(name)).append(":").append(number(value));
  }
  json += '}';
  json += series_member(record.series);
  if (!record.stage.empty()) json += ",\"stage\":" + quoted(record.stage);
  if (!record.error.empty()) json += ",\"error\":" + quoted(record.error);
  if (record.signal != 0) json += ",\"signal\":" + std::to_string(record.signal);
  if (!record.stderr_tail.empty()) json += ",\"stderr_tail\":" + quoted(record.stderr_tail);
  json += ",\"seconds\":" + number(record.seconds) + '}';
  return sealed(json);
}

std::optional<std::string_view> checked_json(std::string_view line) {
  std::uint32_t sum = 0;
  if (line.size() < 10 || line[8] != ' ') return std::nullopt;
  const auto read = std::from_chars(line.data(), line.data() + 8, sum, 16);
  if (read.ec != std::errc() || read.ptr != line.data() + 8) return std::nullopt;
  const std::string_view json = line.substr(9);
  if (checksum(json) != sum) return std::nullopt;
  return json;
}

std::optional<LineHead> read_head(std::string_view json) {
  constexpr std::string_view opening = R"({"key":")", middle = R"(","outcome":")";
  if (!json.starts_with(opening)) return std::nullopt;
  json.remove_prefix(opening.size());
  if (json.size() <= key_digits || json[key_digits] != '/') return std::nullopt;
  std::int32_t replicate = 0;
  const auto read = std::from_chars(json.data() + key_digits + 1, json.data() + json.size(), replicate);
  const auto cell = cell_id(json.substr(0, key_digits), replicate);
  if (read.ec != std::errc() || replicate < 0 || !cell) return std::nullopt;
  json.remove_prefix(static_cast<std::size_t>(read.ptr - json.data()));
  if (!json.starts_with(middle)) return std::nullopt;
  json.remove_prefix(middle.size());
  const std::size_t end = json.find('"');
  const auto found = std::find(outcome_words.begin(), outcome_words.end(), json.substr(0, end));
  if (end == std::string_view::npos || found == outcome_words.end()) return std::nullopt;
  return LineHead{*cell, static_cast<Outcome>(found - outcome_words.begin()), json.substr(end + 1)};
}

HeldValues held_values(std::string_view json, std::span<const std::string> names) {
  const auto head = names.empty() ? std::nullopt : read_head(json);
  if (!head || head->outcome == Outcome::failed) return 0;
  HeldValues held = 0;
  Cursor cursor{head->rest};
  if (cursor.take(R"(,"values":{)") && scan_names(cursor, [&](std::string_view name) {
        const auto found = std::find(names.begin(), names.end(), name);
        if (found != names.end()) held |= HeldValues{1} << (found - names.begin());
      }))
    return held;
  const auto record = read_record(json);
  return record ? held_values(*record, names) : 0;
}

std::optional<std::string> header_version(std::string_view json) {
  const auto parsed = nlohmann::json::parse(json, nullptr, false);
  if (!parsed.is_object() || !parsed.contains("format") || !parsed.contains("format_version")) return {};
  if (parsed["format"] != "marginlab-journal" || !parsed["format_version"].is_string()) return {};
  return parsed["format_version"].get<std::string>();
}

bool accept_header(std::string_view json, const std::string& path) {
  const auto named = header_version(json);
  if (!named) return false;
  const std::string& version = *named;
  int major = 0;
  std::from_chars(version.data(), version.data() + version.size(), major);
  core::require(major <= major_version, "'" + path + "' is a journal of format " + version +
                                            " (this program reads format " + std::to_string(major_version) +
                                            ") use a newer marginlab");
  return true;
}

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
