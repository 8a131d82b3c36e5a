#include "core/tuning/lambda_grid.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "core/contract.hpp"
#include "core/elementary/functions.hpp"
#include "core/settings/parameters.hpp"
#include "core/settings/parsed.hpp"

namespace core {
namespace {

constexpr std::int64_t most_values = 10000;

/// mantissa * 10^exponent, the mantissa in [1, 10) and as short as the number allows.
struct Decimal {
  std::string mantissa;
  int exponent;
};

Decimal decimal(double value) {
  std::array<char, 32> buffer;
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific).ptr;
  const std::string text(buffer.data(), end);
  const std::size_t e = text.find('e');
  return {text.substr(0, e), std::stoi(text.substr(e + 1))};
}

/// value * 10^decades, correctly rounded from the decimal that value prints as. Multiplying by a power of ten
/// would round twice: once in the factor, once in the product.
double move_point(double value, int decades) {
  const Decimal parts = decimal(value);
  const std::string text = parts.mantissa + "e" + std::to_string(parts.exponent + decades);
  return parsed<double>(text).value_or(0);
}

int power_of_ten(double value, const char* end) {
  const Decimal parts = decimal(value);
  require(parts.mantissa == "1", std::string("'") + end + "' of a linear range is " + shortest(value) +
                                     ", which is no power of ten. Write 0.001, 1 or 1000.");
  return parts.exponent;
}

void require_few(std::int64_t values) {
  require(values <= most_values,
          "The range has " + std::to_string(values) + " values, and 10000 are the most. Lower per_decade.");
}

std::vector<double> linear_grid(const LambdaRange& range) {
  const int first = power_of_ten(range.from, "from"), last = power_of_ten(range.to, "to");
  const std::int64_t m = range.per_decade;
  require_few((last - first) * m);
  std::vector<double> values;
  for (int j = first; j < last; ++j)
    for (std::int64_t k = 1; k <= m; ++k)
      values.push_back(move_point(static_cast<double>(m + 9 * k) / static_cast<double>(m), j));
  return values;
}

std::vector<double> log_grid(const LambdaRange& range) {
  // A whole number of decades is one only up to the rounding of log.
  double decades = (log(range.to) - log(range.from)) / std::numbers::ln10;
  const bool whole = std::abs(decades - std::round(decades)) < 1e-12;
  if (whole) decades = std::round(decades);
  const auto m = static_cast<double>(range.per_decade);
  const auto steps = static_cast<std::int64_t>(std::max(1.0, std::ceil(m * decades - 1e-9)));
  require_few(steps + 1);
  std::vector<double> values{range.from};
  for (std::int64_t i = 1; i < steps; ++i) {
    const double exponent = whole ? static_cast<double>(i % range.per_decade) / m
                                  : decades * static_cast<double>(i) / static_cast<double>(steps);
    const int point = whole ? static_cast<int>(i / range.per_decade) : 0;
    const double start = exponent == 0 ? range.from : range.from * core::power_of_ten(exponent);
    values.push_back(move_point(start, point));
  }
  values.push_back(range.to);
  return values;
}

} // namespace

std::vector<double> lambda_grid(const LambdaRange& range) {
  require(range.from > 0 && range.to > 0 && std::isfinite(range.to),
          "The range goes from " + shortest(range.from) + " to " + shortest(range.to) +
              ", and both ends must be positive numbers. Its values are multiplied, not added.");
  require(range.from < range.to, "'from' is " + shortest(range.from) + " and 'to' is " + shortest(range.to) +
                                     ". Write the smaller one as 'from'.");
  require(range.per_decade >= 1 && range.per_decade <= 1000,
          "'per_decade' is " + std::to_string(range.per_decade) + ". Write a number from 1 to 1000.");
  return range.spacing == Spacing::linear ? linear_grid(range) : log_grid(range);
}

} // namespace core
