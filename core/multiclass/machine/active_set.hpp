#pragma once
#include <vector>

#include "core/multiclass/machine/interior_point.hpp"
#include "core/multiclass/machine/tie_factor.hpp"

// The problem of core/multiclass/machine/interior_point.hpp from a point that is near its answer: that of
// slightly other costs. Let every observation be on one of its largest pieces, and let some be tied: on the
// elbow, where further pieces are as large. On the z that keep these ties
//
//   (V_k - V_base)'z'(x_i, 1) = t_{i base} - t_ik,
//
// P is a quadratic as long as no other piece becomes the largest. Its minimum there solves as many equations
// as there are ties, a_ik their unknowns, and K-1 for the intercepts:
//
//   d = -D^{-1}(g + sum a_ik (x_i, 1)(V_k - V_base)'),   D = diag(1, .., 1, ridge),
//
// g the gradient with every observation on its piece. A tie with a_ik < 0, and a base with c_i - sum a_ik <
// 0, does not hold P down and is untied. Along d the convex P is minimised exactly, across any number of
// kinks; where a kink is the minimum, it becomes a tie. P never rises, and a whole step across no kink ends
// at the minimum of P: the a_ik, and c_i - sum a_ik at the base, are its multipliers. Neighbouring answers
// differ in few ties. Where rounding or equal points make the ties dependent, or the steps run out, there is
// no answer, and the interior point method is asked.
namespace core {

/// Observation `row` has `piece` as large as `base`, the piece it is on.
struct Tie {
  Eigen::Index row, piece, base;
  bool operator==(const Tie&) const = default;
};

/// Holds its memory between calls: not for several threads at once.
class PieceActiveSet {
 public:
  explicit PieceActiveSet(const PieceObservations& at);

  /// Where a solution begins and ends: z, f [m x K] at it without base, for each observation one of its
  /// largest pieces [m], and the ties.
  struct Point {
    Matrix &z, &f;
    Vector& which;
    std::vector<Tie>& ties;
  };

  /// Minimises from `point`. False where it found no answer: `point` is then of no use. problem.at holds the
  /// observations of the constructor, its costs may have changed.
  bool solve(const PieceProblem& problem, const Point& point);

  const Vector& multipliers() const { return a_; } ///< of the ties, the last call
  std::int64_t steps() const { return steps_; }    ///< of the last call

 private:
  struct Crossing {
    double at;
    Eigen::Index row, piece;
    bool operator>(const Crossing& other) const { return at != other.at ? at > other.at : row > other.row; }
  };

  struct Stretch {
    double from, to;
  };

  void begin();
  void restore_ties();
  double product(const Tie& one, const Tie& other) const;
  void append(const Tie& tie);
  bool is_tied(const Tie& tie) const;
  void turn(Eigen::Index row, Eigen::Index piece);
  void project();
  void equations();
  bool untie_worst();
  void untie(std::size_t j);
  void change_base(Eigen::Index row);
  void direct();
  Crossing next_crossing(Eigen::Index row, const Stretch& stretch) const;
  void find_crossings(const Stretch& stretch);
  bool pass(const Stretch& stretch);
  double search();
  void move(double length);
  void release(Eigen::Index row);

  Matrix rows_; ///< [(r+1) x m] x'
  double intercept_weight_;
  const PieceProblem* problem_ = nullptr;
  const Point* point_ = nullptr;
  TieFactor factor_;
  Matrix gradient_, d_, spread_, df_, on_basis_;
  Matrix B_;         ///< L^{-1} of the ties' part on the intercepts, column by column
  Vector projected_; ///< of each tie what d must undo
  Vector a_, u_, products_, beyond_, rest_;
  std::vector<Crossing> crossings_; ///< a heap
  std::vector<Eigen::Index> passed_;
  Crossing stop_{};
  double slope_ = 0, curvature_ = 0; ///< of P along d: slope + length curvature
  bool is_crossed_ = false, is_dependent_ = false;
  std::int64_t steps_ = 0;
};

} // namespace core
