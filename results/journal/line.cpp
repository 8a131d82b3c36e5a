#include "results/journal/line.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/contract.hpp"
#include "core/parameters.hpp"

namespace results {
namespace {

constexpr std::array<std::string_view, 3> kWords{"ok", "not_converged", "failed"};
constexpr std::size_t kKeyDigits = 32;
constexpr int kMajor = 1, kMinor = 2;

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
  return setting.size() == kKeyDigits && std::all_of(setting.begin(), setting.end(), is_digit);
}

} // namespace

std::string_view word(Outcome outcome) {
  return kWords.at(static_cast<std::size_t>(outcome));
}

std::string journal_header() {
  const std::string version = std::to_string(kMajor) + "." + std::to_string(kMinor);
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
  if (json.size() <= kKeyDigits || json[kKeyDigits] != '/') return std::nullopt;
  std::int32_t replicate = 0;
  const auto read = std::from_chars(json.data() + kKeyDigits + 1, json.data() + json.size(), replicate);
  const auto cell = cell_id(json.substr(0, kKeyDigits), replicate);
  if (read.ec != std::errc() || !cell) return std::nullopt;
  json.remove_prefix(static_cast<std::size_t>(read.ptr - json.data()));
  if (!json.starts_with(middle)) return std::nullopt;
  json.remove_prefix(middle.size());
  const std::size_t end = json.find('"');
  const auto found = std::find(kWords.begin(), kWords.end(), json.substr(0, end));
  if (end == std::string_view::npos || found == kWords.end()) return std::nullopt;
  return LineHead{*cell, static_cast<Outcome>(found - kWords.begin()), json.substr(end + 1)};
}

bool accept_header(std::string_view json, const std::string& path) {
  const auto parsed = nlohmann::json::parse(json, nullptr, false);
  if (!parsed.is_object() || !parsed.contains("format") || !parsed.contains("format_version")) return false;
  if (parsed["format"] != "marginlab-journal" || !parsed["format_version"].is_string()) return false;
  const std::string version = parsed["format_version"];
  int major = 0;
  std::from_chars(version.data(), version.data() + version.size(), major);
  core::require(major <= kMajor, "'" + path + "' is a journal of format " + version +
                                     " (this program reads format " + std::to_string(kMajor) +
                                     ") use a newer marginlab");
  return true;
}

} // namespace results
