#include "results/statistics/digits.hpp"

#include <cmath>

#include "results/record/text.hpp"

namespace results {
namespace {

/// Half a unit of the last printed digit, and the rounding of what reads and subtracts the two numbers.
constexpr double half_a_unit = 0.5 * (1 + 1e-9);

} // namespace

DigitAgreement digits_in_common(double ours, const std::string& text) {
  const PrintedNumber printed = read_printed(text);
  if (std::isinf(printed.value)) return {ours == printed.value ? 1 : 0, 1};
  const double unit = std::log10(printed.ulp);
  const double first = printed.value == 0 ? unit : std::floor(std::log10(std::abs(printed.value)));
  DigitAgreement out{0, static_cast<int>(std::lround(first - unit)) + 1};
  const double off = std::abs(ours - printed.value);
  while (out.agreed < out.printed && off <= half_a_unit * std::pow(10, first - out.agreed)) ++out.agreed;
  return out;
}

Agreement compare_digits(const Summary& ours, const Published& published) {
  Agreement out;
  if (published.value.empty()) return out;
  out.difference = ours.mean - read_printed(published.value).value;
  out.digits = digits_in_common(ours.mean, published.value);
  if (ours.used == 0)
    out.verdict = Verdict::cannot_tell;
  else
    out.verdict = out.digits.agreed == out.digits.printed ? Verdict::match : Verdict::off;
  return out;
}

} // namespace results
