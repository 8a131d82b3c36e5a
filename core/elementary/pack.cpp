#include "core/elementary/pack.hpp"

namespace core {

MARGINLAB_EVERY_LEVEL
void log(std::ptrdiff_t n, const double* x, double* out) {
  std::ptrdiff_t i = 0;
  for (; i + lanes_of_pack <= n; i += lanes_of_pack) store(out + i, elementary::log(load(x + i)));
  for (; i < n; ++i) out[i] = elementary::log(x[i]);
}

} // namespace core
