#include "results/record/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

#include "core/contract.hpp"
#include "core/settings/parsed.hpp"

namespace results {
namespace {

std::size_t blanks_missing(const std::string& text, std::size_t width) {
  return width - std::min(width, characters(text));
}

} // namespace

std::size_t characters(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string left_aligned(const std::string& text, std::size_t width) {
  return text + std::string(blanks_missing(text, width), ' ');
}

std::string right_aligned(const std::string& text, std::size_t width) {
  return std::string(blanks_missing(text, width), ' ') + text;
}

std::string centred(const std::string& text, std::size_t width) {
  const std::size_t blanks = blanks_missing(text, width);
  return std::string(blanks / 2, ' ') + text + std::string(blanks - blanks / 2, ' ');
}

std::string repeated(const std::string& unit, std::size_t n) {
  std::string out;
  for (std::size_t i = 0; i < n; ++i) out += unit;
  return out;
}

std::string counted(std::size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) out += (i == 0 ? "" : ", ") + words[i];
  return out;
}

std::string one_line(const std::string& text) {
  std::string out = text;
  for (char& c : out)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  return out;
}

std::vector<std::string> wrapped(const std::string& text, std::size_t width) {
  std::vector<std::string> lines;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!lines.empty() && characters(lines.back()) + 1 + characters(word) <= width) {
      lines.back() += " " + word;
    } else {
      lines.push_back(word);
    }
  }
  return lines;
}

namespace {

constexpr double largest_plain = 1e7;

std::string written(double value, std::chars_format format, int decimals) {
  std::array<char, 64> buffer; // 1e7, a sign, a point and 40 digits fit
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format, decimals);
  core::expect(end.ec == std::errc{}, "a printed number has at most 40 decimals");
  return {buffer.data(), end.ptr};
}

bool is_zero(const std::string& digits) {
  return digits.find_first_of("123456789") == std::string::npos;
}

/// 10^exponent, correctly rounded, which std::pow does not promise.
double power_of_ten(long exponent) {
  const std::string text = "1e" + std::to_string(exponent);
  return core::parsed<double>(text).value_or(0);
}

/// Exponent of ten of the last digit of a decimal that is a number.
long last_digit(const std::string& text) {
  const std::size_t mark = text.find_first_of("eE");
  const std::string digits = text.substr(0, mark);
  const std::size_t point = digits.find('.');
  const long behind = point == std::string::npos ? 0 : static_cast<long>(digits.size() - point - 1);
  return (mark == std::string::npos ? 0 : std::stol(text.substr(mark + 1))) - behind;
}

} // namespace

std::string decimal(double value, int decimals) {
  if (std::isnan(value)) return "--";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  if (std::abs(value) >= largest_plain) return written(value, std::chars_format::scientific, decimals);
  std::string text = written(value, std::chars_format::fixed, decimals);
  if (text.front() == '-' && is_zero(text)) text.erase(0, 1);
  return text;
}

std::string spread(double standard_error, int decimals) {
  return std::isfinite(standard_error) ? "(" + decimal(standard_error, decimals + 1) + ")" : "";
}

std::string deviation(double standard_deviation, int decimals) {
  return std::isfinite(standard_deviation) ? "\u00b1 " + decimal(standard_deviation, decimals) : "";
}

std::string csv_number(double value, int decimals) {
  return std::isnan(value) ? "" : decimal(value, decimals);
}

std::string replicate_count(std::int32_t used, std::int32_t planned) {
  return used == planned ? std::to_string(used) : std::to_string(used) + "/" + std::to_string(planned);
}

double PrintedNumber::rounding() const {
  return ulp / std::sqrt(12.0);
}

PrintedNumber read_printed(const std::string& text) {
  const auto value = core::parsed<double>(text);
  core::require(
      value && !std::isnan(*value),
      "published value '" + text + "' (it is not a number) write it as printed, such as .581 or inf");
  PrintedNumber number{.value = *value};
  if (std::isfinite(number.value)) number.ulp = power_of_ten(last_digit(text));
  return number;
}

} // namespace results
