#pragma once
#include <memory>
#include <span>
#include <vector>

#include "core/kernel/kernel_columns.hpp"
#include "core/sample/types.hpp"

// The Gram matrix as the solvers ask for it: entries, a column, and in core/solver/gram/columns.hpp sums of
// columns and products.
namespace core {

/// The inputs of a linear kernel, K = x x', laid out for its solvers.
struct Features {
  explicit Features(Matrix inputs);
  Features(const Features&) = delete;
  Features& operator=(const Features&) = delete;

  Matrix x;                           ///< [n x p]
  Matrix rows;                        ///< [p x n], each observation contiguous
  std::vector<const double*> columns; ///< of x [p]
};

/// K [n x n] of a sample, symmetric positive semidefinite: a view of whatever stands behind it, which must
/// outlive it. Three things can: the matrix itself; the inputs of a linear kernel, which take n p numbers
/// instead of n^2 and n p operations a sum of columns however many there are; columns that are computed when
/// they are asked for. Nobody who asks sees which it is.
class Gram {
 public:
  using Index = Eigen::Index;

  Gram(const Matrix& dense) : dense_(&dense) {}            // NOLINT(google-explicit-constructor): it is one
  Gram(const Features& features) : features_(&features) {} // NOLINT(google-explicit-constructor)
  Gram(const KernelColumns& columns) : computed_(&columns) {} // NOLINT(google-explicit-constructor)

  Index rows() const { return dense_ ? dense_->rows() : features_ ? features_->x.rows() : computed_->size(); }
  Index cols() const { return rows(); }
  const Matrix* dense() const { return dense_; }         ///< null where it is no matrix
  const Features* features() const { return features_; } ///< null where it is not linear
  const KernelColumns* computed() const { return computed_; }

  /// K(x_i, x_j).
  double operator()(Index i, Index j) const;

  /// K(x_i, x_j) for these i, to `out`.
  void entries(std::span<const Index> points, Index j, double* out) const;

  /// Column j [n]: in place, or computed into `room`. Holds as long as KernelColumns says.
  const double* column(Index j, Vector& room) const;

  Vector diagonal() const;

  /// Is every number behind it finite?
  bool is_finite() const;

  /// The largest K(x_i, x_i), 0 where there is no observation.
  double largest_diagonal() const;

  /// These columns [n x m].
  Matrix columns(std::span<const Index> points) const;

  /// The matrix of these observations [m x m].
  Matrix block(std::span<const Index> points) const;

 private:
  const Matrix* dense_ = nullptr;
  const Features* features_ = nullptr;
  const KernelColumns* computed_ = nullptr;
};

/// A Gram matrix with what stands behind it.
class OwnedGram {
 public:
  explicit OwnedGram(Matrix dense);
  explicit OwnedGram(std::unique_ptr<const Features> features) : features_(std::move(features)) {}
  explicit OwnedGram(std::unique_ptr<const KernelColumns> columns) : computed_(std::move(columns)) {}

  Gram view() const;

 private:
  std::unique_ptr<const Matrix> dense_;
  std::unique_ptr<const Features> features_;
  std::unique_ptr<const KernelColumns> computed_;
};

/// That of some observations, perhaps repeated, held in the same way.
OwnedGram sub_gram(const Gram& gram, const std::vector<Eigen::Index>& points);

} // namespace core
