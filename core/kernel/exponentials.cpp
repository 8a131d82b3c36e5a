#include "core/kernel/exponentials.hpp"

#include <array>

#include "core/elementary/pack.hpp"

namespace core {
namespace {

/// log(2) in two parts: the first has 20 bits, so that it times k is exact.
constexpr double ln2_first = 0.693145751953125, ln2_rest = 1.42860682030941723212e-6;

MARGINLAB_INLINE Pack floor_of(const Pack& x) {
  const Pack nearest = (x + elementary::to_integer) - elementary::to_integer;
  return nearest - (nearest > x ? all(1) : all(0));
}

/// value 2^k in four steps, of which none leaves the range of doubles before the last.
MARGINLAB_INLINE Pack scaled(const Pack& value, const Pack& k) {
  const Pack quarter = floor_of(k * 0.25), part = elementary::power_of_two(quarter);
  return ((value * part) * part) * part * elementary::power_of_two(k - (quarter + quarter + quarter));
}

constexpr double nearest_tiny = -700; ///< above it no exponential is near the least normal double

/// Where all lanes are above that, one step scales.
template <bool are_near>
MARGINLAB_INLINE Pack exponential(const Pack& given) {
  constexpr double furthest = 709.784;
  Pack x = given < -furthest ? all(-furthest) : given;
  const Pack k = floor_of(elementary::log2_e * x + 0.5);
  x = x - k * ln2_first;
  x = x - k * ln2_rest;
  const Pack x2 = x * x;
  Pack odd = 1.26177193074810590878e-4 * x2 + 3.02994407707441961300e-2;
  odd = (odd * x2 + 9.99999999999999999910e-1) * x;
  Pack even = 3.00198505138664455042e-6 * x2 + 2.52448340349684104192e-3;
  even = (even * x2 + 2.27265548208155028766e-1) * x2 + 2.00000000000000000009;
  const Pack value = 2.0 * (odd / (even - odd)) + 1.0;
  return are_near ? value * elementary::power_of_two(k) : scaled(value, k);
}

template <bool are_near>
MARGINLAB_INLINE void exponentials_of(double* x, std::ptrdiff_t n) {
  for (std::ptrdiff_t i = 0; i + lanes_of_pack <= n; i += lanes_of_pack)
    store(x + i, exponential<are_near>(load(x + i)));
}

} // namespace

MARGINLAB_EVERY_LEVEL
void exponentials(double* x, std::ptrdiff_t n) {
  Pack least = all(0);
  for (std::ptrdiff_t i = 0; i + lanes_of_pack <= n; i += lanes_of_pack)
    least = -larger(-least, -load(x + i));
  if (-largest_lane(-least) > nearest_tiny)
    exponentials_of<true>(x, n);
  else
    exponentials_of<false>(x, n);
  const std::ptrdiff_t i = n - n % lanes_of_pack;
  if (i == n) return;
  std::array<double, lanes_of_pack> last{};
  for (std::ptrdiff_t k = i; k < n; ++k) last[static_cast<std::size_t>(k - i)] = x[k];
  store(last.data(), exponential<false>(load(last.data())));
  for (std::ptrdiff_t k = i; k < n; ++k) x[k] = last[static_cast<std::size_t>(k - i)];
}

} // namespace core
