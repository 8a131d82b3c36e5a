#pragma once
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

// exp, log, log1p, sin and cos by additions, multiplications and divisions alone, which IEEE 754 defines to
// the last bit: the same result on every processor, whatever variants its mathematical library picks. What
// reaches a stored value is computed by these.
//
// Each function is a reduction to a short interval by constants whose products are exact, and a power series
// that is cut where its remainder is below a tenth of an ulp there. The templates take a double or a pack of
// doubles (core/elementary/pack.hpp) and give each lane the bits that the double alone has.
namespace core {
namespace elementary {

template <class Real>
struct BitsOf;
template <>
struct BitsOf<double> {
  using type = std::uint64_t;
};
template <class Real>
using Bits = typename BitsOf<Real>::type;

inline constexpr double log2_e = 0x1.71547652b82fep+0;
inline constexpr double ln2_high = 0x1.62e42fefa3000p-1; // 41 bits: times an exponent it is exact
inline constexpr double ln2_low = 0x1.3de6af278ece6p-42;
inline constexpr double to_integer = 0x1.8p52; // added and taken away, it rounds to an integer

/// c[0] + x (c[1] + x (c[2] + ...)), pairs first: half the waiting of Horner's order.
template <class Real, int count>
[[gnu::always_inline]] inline Real polynomial(const double (&c)[count], const Real& x) {
  const Real x2 = x * x;
  constexpr int odd = count % 2;
  Real sum = Real{} + c[count - 1];
  if constexpr (!odd) sum = c[count - 2] + x * sum;
  for (int k = count - 3 + odd; k >= 1; k -= 2) sum = (c[k - 1] + x * c[k]) + x2 * sum;
  return sum;
}

/// 2^k for an integer -1022 <= k <= 1023.
template <class Real>
[[gnu::always_inline]] inline Real power_of_two(const Real& k) {
  return std::bit_cast<Real>(std::bit_cast<Bits<Real>>(k + (to_integer + 1023)) << 52);
}

/// exp(x): 2^k exp(r) with |r| <= log(2) / 2, infinite above 709.8, 0 below -745.2.
template <class Real>
[[gnu::always_inline]] inline Real exp(Real x) {
  constexpr double c[] = {1.0 / 2,       1.0 / 6,        1.0 / 24,        1.0 / 120,
                          1.0 / 720,     1.0 / 5040,     1.0 / 40320,     1.0 / 362880,
                          1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800};
  const Real least = Real{} - 746.0, most = Real{} + 710.0;
  x = x < least ? least : x;
  x = x > most ? most : x;
  const Real k = (x * log2_e + to_integer) - to_integer;
  const Real r = (x - k * ln2_high) - k * ln2_low;
  const Real value = 1.0 + (r + (r * r) * polynomial(c, r));
  const Real half = (k * 0.5 + to_integer) - to_integer;
  return value * power_of_two(half) * power_of_two(k - half);
}

/// log(1 + x) for 0 <= x <= 1: the series of 2 artanh s with s = x / (2 + x) <= 1/3.
template <class Real>
[[gnu::always_inline]] inline Real log1p_of_share(const Real& x) {
  constexpr double c[] = {1.0 / 3,  1.0 / 5,  1.0 / 7,  1.0 / 9,  1.0 / 11, 1.0 / 13,
                          1.0 / 15, 1.0 / 17, 1.0 / 19, 1.0 / 21, 1.0 / 23, 1.0 / 25,
                          1.0 / 27, 1.0 / 29, 1.0 / 31, 1.0 / 33, 1.0 / 35};
  const Real s = x / (2.0 + x), z = s * s;
  return 2.0 * s + (2.0 * s) * (z * polynomial(c, z));
}

/// log(1 + f) + k log(2) for sqrt(1/2) - 1 <= f < sqrt(2) - 1 and an integer k: f is exact, and what the
/// series of 2 artanh s, s = f / (2 + f), adds to it is small.
template <class Real>
[[gnu::always_inline]] inline Real log_of(const Real& f, const Real& k) {
  constexpr double c[] = {2.0 / 3,  2.0 / 5,  2.0 / 7,  2.0 / 9,  2.0 / 11, 2.0 / 13,
                          2.0 / 15, 2.0 / 17, 2.0 / 19, 2.0 / 21, 2.0 / 23};
  const Real s = f / (2.0 + f), z = s * s, half_square = 0.5 * f * f;
  const Real bend = s * (half_square + z * polynomial(c, z)) + k * ln2_low;
  return k * ln2_high + (f - (half_square - bend));
}

/// log(x): x = 2^k m with sqrt(1/2) <= m < sqrt(2), read off its bits; those of a subnormal x once it is
/// multiplied by 2^54.
template <class Real>
[[gnu::always_inline]] inline Real log(const Real& x) {
  constexpr std::uint64_t one = std::bit_cast<std::uint64_t>(1.0),
                          root_of_half = std::bit_cast<std::uint64_t>(0x1.6a09e667f3bcdp-1),
                          integers = std::bit_cast<std::uint64_t>(0x1p52);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const Real zero{}, normal = zero + 0x1p-1022, nothing = zero + std::numeric_limits<double>::quiet_NaN();
  const auto bits = std::bit_cast<Bits<Real>>(x < normal ? x * 0x1p54 : x);
  const Bits<Real> biased = (bits + (one - root_of_half)) >> 52; // k + 1023
  const Real m = std::bit_cast<Real>(bits - ((biased - 1023) << 52));
  const Real k = (std::bit_cast<Real>(biased | integers) - (0x1p52 + 1023)) - (x < normal ? zero + 54 : zero);
  const Real value = log_of<Real>(m - 1.0, k), beyond = x == zero ? zero - infinity : nothing;
  return x > zero ? (x < zero + infinity ? value : x) : beyond;
}

} // namespace elementary

/// e^x within one ulp. Exact limits: 0, infinity, NaN.
inline double exp(double x) {
  return elementary::exp(x);
}

/// The natural logarithm within one ulp: -infinity at 0, NaN below.
double log(double x);

/// log(1 + x) within two ulp, with all its digits where x is small: -infinity at -1, NaN below.
double log1p(double x);

/// The sine and cosine within two ulp of the result or of 1e-17, for |x| <= 1e5. Throws std::logic_error
/// beyond.
double sin(double x);
double cos(double x);

/// 10^x, correctly rounded but for about one x in a thousand, so that whole powers are exact; |x| <= 300.
/// Throws std::logic_error beyond.
double power_of_ten(double x);

/// log Gamma(x) for x > 0, to an absolute error of 2e-14 max(1, |log Gamma(x)|).
double log_gamma(double x);

} // namespace core
