#pragma once
#include <span>
#include <vector>

#include "core/solver/margin/elbow_factor.hpp"

namespace core {

/// The elbow E of a path and its equations, solved with the Cholesky factor R'R [m x m] of
///
///   G_E = K_EE + lift 11',   lift = max_i K(x_i, x_i).
///
/// A constant added to the kernel changes nothing where sum a = 0, and makes the matrix definite exactly
/// where the saddle matrix [0 1'; 1 K_EE] is regular. A point comes or goes at a cost of m^2. Solving with a
/// factor is backward stable: the residual of an answer x is rounding of |G_E||x|, however ill-conditioned
/// G_E is, so that hardly an answer has to be refined. R'^-1 of the last right side rides along: a right side
/// that is the same but for the point that came last costs one substitution, m^2 / 2.
class Elbow {
 public:
  using Index = Eigen::Index;

  /// What stands behind gram [n x n] must outlive the elbow.
  explicit Elbow(const Gram& gram);

  Index size() const { return static_cast<Index>(factor_.size()); }
  Index point(Index position) const { return points()[static_cast<std::size_t>(position)]; }
  const std::vector<Index>& points() const { return factor_.members(); }
  double lift() const { return factor_.shift(); }

  /// How far the point k outside E is from being dependent on E: nu'G nu / (G_kk nu'nu) at its minimiser over
  /// nu with nu_k = 1. Rounding alone leaves about 1e-16. Above 1e-6 what is returned is nu'G nu / G_kk, an
  /// upper bound. Keeps k for `append`, and below 1e-6 the minimiser for `shares`.
  double independence(Index k);

  /// u = G_E^-1 G_Ek [m] of the last call of `independence`: along (1, -u) on (k, E) no residual of E moves.
  const Vector& shares() const { return shares_; }

  /// Adds the point of the last call of `independence` at the end. Throws std::logic_error where G_E would
  /// not be positive definite.
  void append();

  /// As ElbowFactor::add_independent.
  void append(std::span<const Index> points, double least);

  /// Those behind this position move up.
  void remove(Index position);

  void clear();

  /// Becomes the elbow of these points. False where G_E of them is not positive definite in floating point;
  /// there are none then. Cost m^3 / 3.
  bool take(const std::vector<Index>& points);

  /// Computes the factor afresh.
  bool factor();

  /// A lower bound of the shares of the points' squares that are outside those before them.
  double least_pivot_share() const { return factor_.least_pivot_share(); }

  struct Solved {
    double shift;
    double magnitude; ///< of the numbers whose difference x is: x is good to about 1e-16 of it
    double largest;   ///< max |x|
  };

  /// Solves [0 1'; 1 K_EE] (shift; x) = (total; rhs). rhs (room for m rounded up to eight, zero beyond m) is
  /// overwritten by x.
  Solved solve(double* rhs, double total);

 private:
  bool carried(const double* rhs) const;
  void measure_ones();
  void make_room();
  void forget();

  ElbowFactor factor_;
  Vector rhs_, forwarded_; ///< the last right side and R'^-1 of it [m rounded up to eight, or more]
  Index known_ = 0;        ///< entries of these two that are up to date
  double ones_size_ = 0;   ///< max |G_E^-1 1| when it was last looked at
  Index changes_ = 0;      ///< since then
  Index candidate_ = -1;
  Vector shares_, room_;
};

} // namespace core
