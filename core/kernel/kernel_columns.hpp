#pragma once
#include <cstddef>
#include <list>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/kernel/kernel.hpp"

namespace core {

/// The Gram matrix of a sample that is too large to hold it: columns are computed when they are asked for,
/// with the bits of Kernel::gram, and those asked for last are kept. Not for several threads at once.
class KernelColumns {
 public:
  using Index = Eigen::Index;

  /// x [n x p]; keeps columns of at most so many bytes together, and at least `fewest`.
  KernelColumns(const Kernel& kernel, Matrix x, std::size_t bytes = most_bytes);

  Index size() const { return x_.rows(); }
  const Kernel& kernel() const { return kernel_; }
  const Matrix& x() const { return x_; }

  /// K(x_i, x_j) for all i [n]; holds until `fewest` other columns have been asked for. Cost n p where it is
  /// not kept.
  const double* column(Index j) const;

  /// K(x_i, x_i) [n].
  Vector diagonal() const;

  /// All columns as they meet a few points at a time; made when first asked for.
  const KernelTiles& tiles() const;

  /// These columns [n x m], of which none is kept.
  Matrix columns(std::span<const Index> points) const;

  /// The inputs of these observations [p x m], each contiguous.
  Matrix inputs_of(std::span<const Index> points) const;

  static constexpr std::size_t most_bytes = std::size_t{192} << 20;
  static constexpr std::size_t fewest = 128;

 private:
  struct Kept {
    Index j;
    Vector column;
  };

  Kernel kernel_;
  Matrix x_;
  std::size_t room_; ///< columns
  mutable std::optional<KernelTiles> tiles_;
  mutable std::list<Kept> kept_; ///< those asked for last first
  mutable std::unordered_map<Index, std::list<Kept>::iterator> where_;
};

} // namespace core
