#include "core/kernel/kernel_tiles.hpp"

#include "core/elementary/pack.hpp"
#include "core/kernel/exponentials.hpp"

namespace core {
namespace {

constexpr std::ptrdiff_t packs = KernelTiles::height / lanes_of_pack;

/// sum_k (x_k - z_k)^2, or sum_k x_k z_k, one term after the other from zero.
template <bool is_distance>
MARGINLAB_INLINE void sums_of_tile(const Tile& tile, const double* z, double* out) {
  Pack sum[packs];
  for (std::ptrdiff_t b = 0; b < packs; ++b) sum[b] = all(0);
  for (std::ptrdiff_t k = 0; k < tile.p; ++k) {
    const double* const x = tile.x + k * tile.stride;
    const Pack at = all(z[k]);
    for (std::ptrdiff_t b = 0; b < packs; ++b) {
      const Pack here = load(x + b * lanes_of_pack);
      if constexpr (is_distance) {
        const Pack apart = here - at;
        sum[b] += apart * apart;
      } else {
        sum[b] += here * at;
      }
    }
  }
  for (std::ptrdiff_t b = 0; b < packs; ++b) store(out + b * lanes_of_pack, sum[b]);
}

MARGINLAB_EVERY_LEVEL
void squared_distances(const Tile& tile, const double* z, double by, double* out) {
  sums_of_tile<true>(tile, z, out);
  for (std::ptrdiff_t i = 0; i < KernelTiles::height; i += lanes_of_pack)
    store(out + i, load(out + i) / all(by));
}

MARGINLAB_EVERY_LEVEL
void inner_products(const Tile& tile, const double* z, double* out) {
  sums_of_tile<false>(tile, z, out);
}

} // namespace

void kernel_of_tile(const Kernel& kernel, const Tile& tile, const double* z, double* out) {
  if (kernel.shape == Kernel::Shape::linear) return inner_products(tile, z, out);
  const double squared = kernel.sigma * kernel.sigma;
  const bool is_outside = kernel.width == Kernel::Width::outside;
  squared_distances(tile, z,
                    is_outside                             ? -1.0
                    : kernel.width == Kernel::Width::twice ? -2 * squared
                                                           : -squared,
                    out);
  exponentials(out, KernelTiles::height);
  if (is_outside)
    for (std::ptrdiff_t i = 0; i < KernelTiles::height; ++i) out[i] *= kernel.at_distance_zero();
}

KernelTiles::KernelTiles(const Kernel& kernel, const Matrix& x)
    : kernel_(kernel),
      n_(x.rows()),
      p_(x.cols()),
      tiles_((n_ + height - 1) / height),
      tiled_(static_cast<std::size_t>(tiles_ * height * p_), 0.0) {
  for (Index k = 0; k < p_; ++k)
    for (Index i = 0; i < n_; ++i)
      tiled_[static_cast<std::size_t>(i / height * height * p_ + k * height + i % height)] = x(i, k);
}

} // namespace core
