#include "core/kernel/kernel_tiles.hpp"

#include "core/elementary/pack.hpp"
#include "core/kernel/exponentials.hpp"

namespace core {
namespace {

/// A register of x86-64-v4. Sums of it are carried from turn to turn only where registers hold it.
typedef double WidePack __attribute__((vector_size(64)));
typedef double UnalignedWidePack __attribute__((vector_size(64), aligned(8), may_alias));

template <class Any>
struct AnyPack {
  typedef UnalignedPack Unaligned;
};
template <>
struct AnyPack<WidePack> {
  typedef UnalignedWidePack Unaligned;
};

/// sum_k (x_k - z_k)^2 over `by`, or sum_k x_k z_k, one term after the other from zero, for every point.
template <bool is_distance, class Any>
MARGINLAB_INLINE void sums_of_tile(const Tile& tile, const PointsOfTile& z, double by, double* out) {
  typedef typename AnyPack<Any>::Unaligned Unaligned;
  constexpr std::ptrdiff_t lanes = sizeof(Any) / sizeof(double), packs = KernelTiles::height / lanes;
  for (std::ptrdiff_t j = 0; j < z.count; ++j, out += KernelTiles::height) {
    const double* const point = z.at + j * tile.p;
    Any sum[packs];
#pragma GCC unroll 8
    for (std::ptrdiff_t b = 0; b < packs; ++b) sum[b] = Any{};
    for (std::ptrdiff_t k = 0; k < tile.p; ++k) {
      const double* const x = tile.x + k * tile.stride;
      const Any at = Any{} + point[k];
#pragma GCC unroll 8
      for (std::ptrdiff_t b = 0; b < packs; ++b) {
        const Any here = *reinterpret_cast<const Unaligned*>(x + b * lanes);
        if constexpr (is_distance) {
          const Any apart = here - at;
          sum[b] += apart * apart;
        } else {
          sum[b] += here * at;
        }
      }
    }
#pragma GCC unroll 8
    for (std::ptrdiff_t b = 0; b < packs; ++b)
      *reinterpret_cast<Unaligned*>(out + b * lanes) = is_distance ? sum[b] / (Any{} + by) : sum[b];
  }
}

template <class Any>
MARGINLAB_INLINE void sums_of_tile(const KernelEntry& entry, const Tile& tile, const PointsOfTile& z,
                                   double* out) {
  if (entry.is_product)
    sums_of_tile<false, Any>(tile, z, 1, out);
  else
    sums_of_tile<true, Any>(tile, z, entry.over, out);
}

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
__attribute__((target("default"))) void sums(const KernelEntry& entry, const Tile& tile,
                                             const PointsOfTile& z, double* out) {
  sums_of_tile<Pack>(entry, tile, z, out);
}
__attribute__((target("arch=x86-64-v3"))) void sums(const KernelEntry& entry, const Tile& tile,
                                                    const PointsOfTile& z, double* out) {
  sums_of_tile<Pack>(entry, tile, z, out);
}
__attribute__((target("arch=x86-64-v4"))) void sums(const KernelEntry& entry, const Tile& tile,
                                                    const PointsOfTile& z, double* out) {
  sums_of_tile<WidePack>(entry, tile, z, out);
}
#else
void sums(const KernelEntry& entry, const Tile& tile, const PointsOfTile& z, double* out) {
  sums_of_tile<Pack>(entry, tile, z, out);
}
#endif

} // namespace

void kernel_of_tile(const KernelEntry& entry, const Tile& tile, const PointsOfTile& z, double* out) {
  sums(entry, tile, z, out);
  if (entry.is_product) return;
  const std::ptrdiff_t count = z.count * KernelTiles::height;
  exponentials(out, count);
  if (entry.factor != 1)
    for (std::ptrdiff_t i = 0; i < count; ++i) out[i] *= entry.factor;
}

KernelTiles::KernelTiles(const KernelEntry& entry, const Matrix& x)
    : entry_(entry),
      n_(x.rows()),
      p_(x.cols()),
      tiles_((n_ + height - 1) / height),
      tiled_(static_cast<std::size_t>(tiles_ * height * p_ / line) + 1) {
  for (Index k = 0; k < p_; ++k)
    for (Index i = 0; i < n_; ++i)
      tiled_[static_cast<std::size_t>((i / height * p_ + k) * height + i % height) / line]
          .at[static_cast<std::size_t>(i % line)] = x(i, k);
}

} // namespace core
