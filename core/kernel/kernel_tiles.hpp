#pragma once
#include <algorithm>
#include <array>
#include <vector>

#include "core/sample/types.hpp"

namespace core {

/// An entry of a kernel's matrix, of the inputs of two points: s't, or exp(|s - t|^2 / over) times a factor.
struct KernelEntry {
  bool is_product = true;
  double over = 1, factor = 1;
};

/// KernelTiles::height observations of p inputs: those of one input lie together, the next `stride` numbers
/// on.
struct Tile {
  const double* x;
  std::ptrdiff_t stride, p;
};

/// So many points of p inputs, each contiguous.
struct PointsOfTile {
  const double* at;
  std::ptrdiff_t count;
};

/// K(x_i, z_j) to out[j height + i]. Compiled for several x86-64 levels, with the same bits on each.
void kernel_of_tile(const KernelEntry& entry, const Tile& tile, const PointsOfTile& z, double* out);

/// The rows of x [n x p] in tiles of `height`, the inputs of a tile one behind the other: a tile stays in the
/// nearest cache for all the points that it meets. An entry has the same bits whatever stands beside it.
class KernelTiles {
 public:
  using Index = Eigen::Index;
  static constexpr Index height = 32, width = 16;

  KernelTiles(const KernelEntry& entry, const Matrix& x);

  Index tiles() const { return tiles_; }

  /// K(x_i, z_j) of a tile and a few points: at[j * height + i].
  struct Entries {
    Index row, rows;     ///< of x
    Index point, points; ///< of z
    const double* at;

    /// Into the columns of K that are its points.
    void put(Matrix& gram) const {
      for (Index j = 0; j < points; ++j) std::copy_n(at + j * height, rows, gram.col(point + j).data() + row);
    }
  };

  /// Points [begin, end) of z [p x m], each contiguous.
  struct Points {
    const Matrix& z;
    Index begin, end;
  };

  /// Calls visit(Entries) for these points, in order, against tile `t`. Cost height (end - begin) p.
  template <class Visit>
  void meet(Index t, const Points& range, const Visit& visit) const {
    alignas(64) std::array<double, height * width> entries;
    const Index row = t * height, rows = std::min(height, n_ - row);
    for (Index point = range.begin; point < range.end; point += width) {
      const Index points = std::min(width, range.end - point);
      kernel_of_tile(entry_, {tiled_[static_cast<std::size_t>(t * height * p_ / line)].at.data(), height, p_},
                     {range.z.col(point).data(), points}, entries.data());
      visit(Entries{row, rows, point, points, entries.data()});
    }
  }

 private:
  /// Of the cache: a load of a full register never reaches into the next.
  static constexpr Index line = 8;
  struct alignas(64) Line {
    std::array<double, line> at{};
  };

  KernelEntry entry_;
  Index n_, p_, tiles_;
  std::vector<Line> tiled_; ///< zero beyond the last row
};

} // namespace core
