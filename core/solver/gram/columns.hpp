#pragma once
#include <span>
#include <vector>

#include "core/solver/gram/gram.hpp"

// The one inner loop that costs time: sums of a few columns of the Gram matrix. Columns are contiguous; the
// loops are elementwise over n, so a compiler vectorises them without changing a bit.
namespace core {

/// sum += sum_k step[k] K[:, index[k]]   [n], one addition after the other in the order of k. Cost n |index|.
void add_columns(const Gram& gram, std::span<const Eigen::Index> index, std::span<const double> step,
                 Vector& sum);

/// The same for many columns that nobody keeps, the sums of 64 columns added up.
void add_many_columns(const Gram& gram, std::span<const Eigen::Index> index, std::span<const double> step,
                      Vector& sum);

/// sum += sum_k step[k] columns[k] [n], the sums of 64 columns added up.
void add_in_blocks(std::span<const double* const> columns, std::span<const double> step, Vector& sum);

/// K a [n], the columns with a_i = 0 left out; of a matrix also where it is not square. Cost n |{a_i != 0}|,
/// n p of a linear kernel held as its inputs.
Vector gram_times(const Gram& gram, const Vector& a);
Vector gram_times(const Matrix& gram, const Vector& a);

/// K a of one a and many matrices, without memory of its own for each. Not for several threads at once.
class ColumnSums {
 public:
  explicit ColumnSums(const Vector& a);

  /// product [rows] = K a.
  void operator()(const Matrix& gram, double* product);

 private:
  std::vector<Eigen::Index> index_; ///< the columns with a_i != 0
  std::vector<double> step_;        ///< their a_i
  std::vector<const double*> columns_;
  Vector block_;
};

/// K a [n], of a matrix by Eigen's product.
Vector full_product(const Gram& gram, const Vector& a);

/// The error of an entry of gram_times(gram, a) is at most so many units 2^-53 of sum_j |K_ij| |a_j|, or of
/// sqrt(K_ii) sum_j sqrt(K_jj) |a_j|: the additions, and 16 units for the entries of a matrix. Of a linear
/// kernel held as its inputs x, where K is x x' and by no way rounded, the second of these; it costs n p.
double rounding_units(const Gram& gram, const Vector& a);

/// That of each entry [n] by the second of these. Cost n.
Vector rounding_of_product(const Gram& gram, const Vector& a);

/// x w [m x c] for x [m x p] and w [p x c]. An entry adds up the products of its own row in the order of the
/// columns: it has the same bits whatever other rows and columns there are, which Eigen's products do not
/// promise. Cost m p c.
Matrix row_products(const Matrix& x, const Matrix& w);

/// out [c x c] += the lower triangle of x'y for x and y [n x c], rows a few at a time, by the loops of
/// core/solver/loops/product_loops.hpp. Cost n c^2 / 2.
void add_lower_products(const Matrix& x, const Matrix& y, Eigen::Ref<Matrix> out);

/// The sum of each row [m] of x [m x p], p >= 1, with the same bits whatever other rows there are: x_1 first,
/// then four columns at a time, ((x_2 + x_3) + (x_4 + x_5)), then those that are left, one by one. Cost m p.
Vector row_sums(const Matrix& x);

/// Sums `a` [m] over the observations of each of n rows: [n]. rows [m] says whose each is.
Vector summed_by_row(const Vector& a, const std::vector<Eigen::Index>& rows, Eigen::Index n);

/// K a summed in long double: where K a is small beside its terms, as with a large kernel and a small
/// lambda, it keeps the digits that cancel. About ten times the cost. What is then left of rounding is that
/// of the entries and of the result.
Vector gram_times_extended(const Gram& gram, const Vector& a);
double extended_rounding_units(const Gram& gram, const Vector& a);

/// K(point, training row) [k x n] of points at which decision values are wanted: a matrix, or the kernel of
/// the two samples, whose products need no matrix. A view.
class CrossGram {
 public:
  CrossGram(const Matrix& dense) : dense_(&dense) {} // NOLINT(google-explicit-constructor): it is one
  CrossGram(const Kernel& kernel, const Matrix& points, const Matrix& train)
      : kernel_(&kernel), points_(&points), train_(&train) {}

  Eigen::Index rows() const { return dense_ ? dense_->rows() : points_->rows(); }

  /// Its products with the columns of a [n x c]: [k x c]. An entry has the same bits whatever other points
  /// and columns there are. Cost k n (p + c), of a linear kernel (k + n) p c.
  Matrix times(const Matrix& a) const;

 private:
  const Matrix* dense_ = nullptr;
  const Kernel* kernel_ = nullptr;
  const Matrix *points_ = nullptr, *train_ = nullptr;
};

} // namespace core
