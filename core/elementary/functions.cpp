// It speaks of calls that are not inlined, of which there are none.
#pragma GCC diagnostic ignored "-Wpsabi"
#include "core/elementary/functions.hpp"

#include "core/contract.hpp"
#include "core/elementary/extended.hpp"

namespace core {
namespace {

using elementary::polynomial;

constexpr double square_root_of_half = 0x1.6a09e667f3bcdp-1;
constexpr double largest_angle = 1e5;

// pi / 2 in three parts, the first two of 33 bits: times the number of a quadrant they are exact.
constexpr double quarter_1 = 0x1.921fb54400000p+0, quarter_2 = 0x1.0b4611a600000p-34,
                 quarter_3 = 0x1.3198a2e037073p-69, quadrants = 0x1.45f306dc9c883p-1;

struct Angle {
  double r; // |r| <= pi / 4
  int quadrant;
};

Angle reduced(double x) {
  expect(std::abs(x) <= largest_angle, "an angle is at most 1e5");
  const double k = (x * quadrants + elementary::to_integer) - elementary::to_integer;
  const double r = ((x - k * quarter_1) - k * quarter_2) - k * quarter_3;
  return {r, static_cast<int>(static_cast<std::int64_t>(k) & 3)};
}

double sine_of(double r) {
  constexpr double c[] = {-1.0 / 6,
                          1.0 / 120,
                          -1.0 / 5040,
                          1.0 / 362880,
                          -1.0 / 39916800,
                          1.0 / 6227020800.0,
                          -1.0 / 1307674368000.0,
                          1.0 / 355687428096000.0};
  const double z = r * r;
  return r + r * (z * polynomial(c, z));
}

double cosine_of(double r) {
  constexpr double c[] = {1.0 / 24,        -1.0 / 720,           1.0 / 40320,           -1.0 / 3628800,
                          1.0 / 479001600, -1.0 / 87178291200.0, 1.0 / 20922789888000.0};
  const double z = r * r, half = 0.5 * z, near = 1 - half;
  return near + (((1 - near) - half) + z * z * polynomial(c, z));
}

double turned(const Angle& angle) {
  const double value = angle.quadrant % 2 == 0 ? sine_of(angle.r) : cosine_of(angle.r);
  return angle.quadrant < 2 ? value : -value;
}

} // namespace

double log(double x) {
  return elementary::log(x);
}

double log1p(double x) {
  if (x > square_root_of_half - 1 && x < 2 * square_root_of_half - 1) return elementary::log_of(x, 0.0);
  const double u = 1 + x;
  if (!(u > 0) || !std::isfinite(u)) return log(u);
  return log(u) + (x - (u - 1)) / u;
}

double sin(double x) {
  return turned(reduced(x));
}

double cos(double x) {
  Angle angle = reduced(x);
  angle.quadrant = (angle.quadrant + 1) & 3;
  return turned(angle);
}

// In numbers of 64 bits, whose additions and multiplications are as defined as those of double: 10^x = 2^k
// exp(r).
double power_of_ten(double x) {
  expect(std::abs(x) <= 300, "a power of ten has an exponent within 300");
  const Extended ln10 = 2.302585092994045684017991454684364208L,
                 ln2 = 0.693147180559945309417232121458176568L;
  const Extended exponent = Extended(x) * ln10;
  const auto k = static_cast<int>(static_cast<double>(exponent / ln2) + (x < 0 ? -0.5 : 0.5));
  const Extended r = exponent - Extended(k) * ln2;
  Extended sum = 1;
  for (int j = 24; j >= 1; --j) sum = Extended(1) + sum * r / Extended(j);
  return static_cast<double>(std::ldexp(static_cast<long double>(sum), k));
}

// Stirling's series from 12 on, below it by Gamma(x + 1) = x Gamma(x).
double log_gamma(double x) {
  constexpr double c[] = {1.0 / 12,   -1.0 / 360,      1.0 / 1260, -1.0 / 1680,
                          1.0 / 1188, -691.0 / 360360, 1.0 / 156,  -3617.0 / 122400};
  constexpr double half_log_two_pi = 0.91893853320467274178, large = 12;
  double product = 1;
  for (; x < large; ++x) product *= x;
  const double inverse = 1 / x;
  return (x - 0.5) * log(x) - x + half_log_two_pi + inverse * polynomial(c, inverse * inverse) - log(product);
}

} // namespace core
