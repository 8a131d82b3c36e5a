#include "experiments/terminal/durations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace experiments {
namespace {

constexpr double minute = 60, hour = 60 * minute, day = 24 * hour;

/// Takes a plain decimal number, 2 or 1.5, from the front of the text; nothing where there is none.
std::optional<double> take_number(std::string_view& text) {
  const std::size_t length = std::min(text.find_first_not_of("0123456789."), text.size());
  double number = 0;
  const char* end = text.data() + length;
  const auto [stopped, error] = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  if (length == 0 || error != std::errc{} || stopped != end) return std::nullopt;
  text.remove_prefix(length);
  return number;
}

std::optional<double> length_of_unit(char unit) {
  switch (unit) {
    case 's':
      return 1;
    case 'm':
      return minute;
    case 'h':
      return hour;
    case 'd':
      return day;
    default:
      return std::nullopt;
  }
}

/// 1d12h: numbers with units, the longest first.
std::optional<double> with_units(std::string_view text) {
  double total = 0, longest = INFINITY;
  while (!text.empty()) {
    const auto number = take_number(text);
    if (!number || text.empty()) return std::nullopt;
    const auto unit = length_of_unit(text.front());
    if (!unit || *unit >= longest) return std::nullopt;
    longest = *unit;
    total += *number * *unit;
    text.remove_prefix(1);
  }
  return total;
}

/// Takes digits that count less than `below` from the front of the text.
std::optional<double> take_digits(std::string_view& text, double below) {
  const std::size_t length = std::min(text.find_first_not_of("0123456789"), text.size());
  std::string_view digits = text.substr(0, length);
  const auto number = take_number(digits);
  if (!number || *number >= below) return std::nullopt;
  text.remove_prefix(length);
  return number;
}

/// The fields behind the first one: 30:00 after 12, each a colon and a number below 60.
std::optional<double> later_fields(std::string_view text, double unit, std::size_t& fields) {
  double total = 0;
  for (fields = 0; !text.empty(); ++fields, unit /= 60) {
    if (text.front() != ':' || fields == 2) return std::nullopt;
    text.remove_prefix(1);
    const auto number = take_digits(text, 60);
    if (!number) return std::nullopt;
    total += *number * unit;
  }
  return total;
}

/// 12:30:00, and 1-12 to 1-12:30:00 with days in front.
std::optional<double> with_colons(std::string_view text) {
  const bool has_days = text.find('-') != text.npos;
  double days = 0;
  if (has_days) {
    const auto number = take_digits(text, INFINITY);
    if (!number || text.empty() || text.front() != '-') return std::nullopt;
    days = *number;
    text.remove_prefix(1);
  }
  const auto hours = take_digits(text, has_days ? 24 : INFINITY);
  std::size_t fields = 0;
  const auto rest = later_fields(text, minute, fields);
  if (!hours || !rest || (!has_days && fields != 2)) return std::nullopt;
  return days * day + *hours * hour + *rest;
}

} // namespace

std::optional<double> seconds_of(std::string_view text) {
  const bool colons = text.find_first_of(":-") != text.npos;
  const auto seconds = colons ? with_colons(text) : with_units(text);
  return seconds && *seconds > 0 && std::isfinite(*seconds) ? seconds : std::nullopt;
}

std::string slurm_time(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::ceil(seconds));
  const std::int64_t days = whole / 86400, hours = whole / 3600 % 24, minutes = whole / 60 % 60;
  const std::string clock = fmt::format("{:02}:{:02}:{:02}", hours, minutes, whole % 60);
  return days == 0 ? clock : fmt::format("{}-{}", days, clock);
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::string duration_text(double seconds) {
  constexpr double longest = 1e15; // beyond which no integer counts seconds for certain
  const auto s = static_cast<std::int64_t>(std::llround(std::clamp(seconds, 0.0, longest)));
  if (s >= 3600) return fmt::format("{}h{:02}m", s / 3600, s / 60 % 60);
  if (s >= 60) return fmt::format("{}m{:02}s", s / 60, s % 60);
  return fmt::format("{}s", s);
}

} // namespace experiments
