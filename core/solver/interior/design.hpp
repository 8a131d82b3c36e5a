#pragma once
#include <cstdint>
#include <vector>

#include "core/sample/types.hpp"

namespace core {

/// The matrix [x 1] [n x (r + 1)] as a method with r + 1 unknowns walks through it: in blocks of observations
/// that stay in the cache, with three things to ask of a block - its values, its sums and its products.
///
/// A column of two values can be held as the list of the observations that have the rarer one: indicators,
/// standardised or not, then cost what they hold. Values and products are in coordinates of the columns so
/// held; coordinates() and products() lead there and back.
class Design {
 public:
  using Index = Eigen::Index;
  static constexpr Index block = 256;
  using Part = Eigen::Array<double, Eigen::Dynamic, 1, 0, block, 1>;

  enum class Columns { as_they_are, two_values_as_lists };

  /// x [n x r] must outlive it. Cost n r.
  Design(const Matrix& x, Columns columns);

  Index size() const { return dense().rows(); }
  Index unknowns() const { return r_ + 1; }

  /// Calls visit(begin, size) for each block.
  template <class Visit>
  void blocks(const Visit& visit) const {
    for (Index i = 0; i < size(); i += block) visit(i, std::min(block, size() - i));
  }

  /// What values() asks for, from (w, b) [r + 1].
  Vector coordinates(const Vector& w) const { return listed_ == 0 ? w : Vector(to_ * w); }

  /// x w + b at a block, (w, b) by its coordinates.
  Part values(const Vector& coordinates, Index i, Index m) const;

  /// start + [x 1]' v [r + 1], v of a block given by part(begin, size).
  template <class Of>
  Vector sums(const Vector& start, const Of& part) const {
    Vector out = listed_ == 0 ? start : Vector::Zero(r_ + 1);
    blocks([&](Index i, Index m) { add_sums(part(i, m), i, out); });
    return listed_ == 0 ? out : Vector(start + to_.transpose() * out);
  }

  /// |x|'v [r]. Cost n r.
  Vector absolute_sums(const Vector& v) const { return x_.cwiseAbs().transpose() * v; }

  /// out += [x 1]' diag(weight) [x 1] of a block, in coordinates; what products() then makes of `out` has at
  /// least its lower triangle.
  void add_products(const Part& weight, Index i, Matrix& out);
  Matrix products(Matrix out) const;

 private:
  void add_sums(const Part& v, Index i, Vector& out) const;
  void add_listed_products(const Part& weight, Index i, Matrix& out) const;
  const Matrix& dense() const { return listed_ == 0 ? x_ : dense_; }

  const Matrix& x_;
  Index r_, listed_ = 0;
  Matrix dense_;                    ///< the columns that are not listed [n x (r - listed)]
  Matrix rows_;                     ///< the same, each observation contiguous
  std::vector<std::int64_t> start_; ///< where an observation's lists begin [n + 1]
  std::vector<std::int32_t> on_;    ///< numbers of the lists an observation is on
  Matrix to_;                       ///< coordinates of (w, b): dense columns, lists, constant
  Matrix scaled_;                   ///< a block of the products' factor
};

} // namespace core
