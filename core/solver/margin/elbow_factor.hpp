#pragma once
#include <span>
#include <vector>

#include "core/solver/gram/gram.hpp"
#include "core/solver/loops/triangle_loops.hpp"

namespace core {

/// Cholesky factor R'R = K_EE + c 11' of a growing and shrinking elbow E, the set of free dual variables.
///
/// Adding a constant c > 0 to the kernel changes nothing where sum a = 0, and makes the matrix definite
/// exactly where the elbow's points are affinely independent in feature space, which is where the elbow's
/// equations have one solution. A point that is dependent on the elbow (a duplicate, a p + 2nd point of a
/// linear kernel in R^p, a point of a wide Gaussian) is recognised by its pivot and kept out. z = R'^-1 1
/// rides along, so that the constraint sum a = 0 costs one inner product. Appending costs |E|^2, removing
/// |E|^2.
class ElbowFactor {
 public:
  explicit ElbowFactor(const Gram& gram);

  /// A copy has the room that its members need.
  ElbowFactor(const ElbowFactor& other);
  ElbowFactor& operator=(const ElbowFactor& other);
  ElbowFactor(ElbowFactor&&) = default;
  ElbowFactor& operator=(ElbowFactor&&) = default;
  ~ElbowFactor() = default;

  /// The elbow, in the order of the factor.
  const std::vector<Eigen::Index>& members() const { return members_; }
  std::size_t size() const { return members_.size(); }
  double shift() const { return shift_; } ///< c

  /// How the members' a must move per unit of a_j, j no member, so that sum a stays and the gradient changes
  /// by the same amount on all members: the direction of least curvature. [|E|], valid until the next call; E
  /// not empty.
  std::span<const double> compensation(Eigen::Index j);

  /// The Newton step [|E|], of this sum, that makes `gradient` equal on all members; valid until the next
  /// call.
  std::span<const double> equalising_step(const Vector& gradient, double sum = 0);

  /// Adds j unless it is dependent on the members; says whether it did.
  bool append(Eigen::Index j);

  /// The pivot that j would have, as a share of K_jj + c: zero but for rounding where j is dependent.
  double pivot_share(Eigen::Index j);

  /// A lower bound of the shares that the members' pivots have; 1 where there are none.
  double least_pivot_share() const;

  /// (K_EE + c 11')^-1 (K_Ej + c) [|E|]: along (1, -u) on (j, E) no member's residual moves. Valid until the
  /// next call.
  std::span<const double> shares(Eigen::Index j);

  /// Adds j, however small its pivot is. Throws std::logic_error where it is not positive.
  void add(Eigen::Index j);

  /// Adds these points in their order, but for those whose pivot share would be `least` or less. For several
  /// points the factor is read once.
  void add_independent(std::span<const Eigen::Index> points, double least);

  /// Removes the member at this position; those behind it move up. `solved` is some R'^-1 b [|E|] that
  /// becomes that of the members left, or null.
  void remove(std::size_t position, double* solved = nullptr);

  void clear();

  /// Becomes the factor of these members. False where it does not exist in floating point; there are none
  /// then. Cost m^3 / 3.
  bool take(const std::vector<Eigen::Index>& members);

  /// Becomes the factor of other's members; both are of one Gram matrix. Cost m^2.
  void take(const ElbowFactor& other);

  /// w becomes R'^-1 w and R^-1 w; room for |E| rounded up to eight, zero beyond.
  void solve_transposed(double* w) const { loops::solve_transposed(triangle(), w); }
  void solve_upright(double* w) const { loops::solve_upright(triangle(), w); }

  /// The last entry of R'^-1 b from those before it and b's last.
  double last_of(const double* before, double b) const;

  const std::vector<double>& ones() const { return z_; } ///< R'^-1 1, zero beyond |E|

 private:
  double* row(std::size_t k) { return r_.data() + k * ld_; }
  loops::Triangle triangle() const;
  void project(Eigen::Index j);
  void reserve(std::size_t size);
  void project_four(std::span<const Eigen::Index> points);
  void add_projected(std::span<const Eigen::Index> points, double least);

  Gram gram_;
  double shift_; // c
  std::vector<Eigen::Index> members_;
  std::size_t ld_ = 0;
  std::vector<double> r_;          // row by row, leading dimension ld_, zero outside the upper triangle
  std::vector<double> inverse_;    // 1 / R_kk, 0 beyond
  std::vector<double> z_;          // R'^-1 1, 0 beyond
  Eigen::Index projected_ = -1;    // whose projection is current, -1 for none
  std::vector<double> projection_; // R'^-1 (K_Ej + c), 0 beyond
  double square_ = 0;              // of the pivot it would have
  std::vector<double> work_;
  std::vector<double> four_; // projections of as many points, ld_ each
};

} // namespace core
