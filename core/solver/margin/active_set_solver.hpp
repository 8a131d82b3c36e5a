#pragma once
#include <optional>
#include <vector>

#include "core/solver/margin/elbow_factor.hpp"
#include "core/solver/margin/gap_terms.hpp"
#include "core/solver/margin/weighted_dual.hpp"

namespace core {

/// Exact descent on the dual of core/solver/margin/weighted_dual.hpp by an active set, from any feasible
/// point.
///
/// The elbow E (Wang, Shen & Liu 2008, section 4) is the set of free variables whose gradients are kept
/// equal. One step either makes them equal (a Newton step on the elbow) or takes in the observation with the
/// largest term of the duality gap: it moves along the direction that keeps the elbow's gradients equal until
/// its own residual is zero, it meets its bound, or a member of the elbow does and leaves. Every move
/// minimises the objective exactly on its segment, so the objective never rises; ends are set to the bounds
/// exactly.
///
/// Where plain SMO needs thousands of pairs because the kernel is of low rank (linear kernel, wide Gaussian)
/// this needs about as many steps as observations change sides. A step costs n |E| + |E|^2. Singular K_EE are
/// met by keeping dependent points out of the elbow: they then move along a direction of no curvature until
/// something meets a bound. Stops at the relative gap (by its own gradient), at the step limit, or where
/// rounding allows no further descent.
Descent solve_by_active_set(const WeightedDual& problem, DualPoint start, const StoppingRule& rule);

/// The same for one problem after another that differ in their boxes and in lambda: what is factorised of the
/// Gram matrix is kept for the next, which has most of its elbow in common with the last where it starts near
/// the last one's answer. What came before moves an answer by rounding and nothing else.
class ElbowDescent {
 public:
  /// `problem` is read at each call of `run` and must outlive the descents.
  explicit ElbowDescent(const WeightedDual& problem);

  struct End {
    double nu = 0; ///< as of Descent
    std::int64_t steps = 0;
  };

  /// Takes a feasible point down.
  End run(DualPoint& point, const StoppingRule& rule);

  /// The same where boxes have moved, from a point that sums to zero with its gradient: variables that are
  /// not at `home` [n], which lies in the boxes, are brought there first, and the elbow makes up for them on
  /// the way. None where the elbow cannot; the point is void then.
  std::optional<End> run(DualPoint& point, const Vector& target, const StoppingRule& rule);

  /// Takes over what another descent on the same Gram matrix has factorised.
  void take(const ElbowDescent& other);

 private:
  // How a move along a direction ended.
  struct Move {
    enum class End { minimum, bound, flat } end;
    std::size_t blocker = 0; // bound: which coordinate of the direction met its bound
  };

  // The variables that are not at their targets.
  struct Away {
    std::vector<Eigen::Index> points;
    std::vector<double> way; // what each has to go
    Vector from;             // where all variables were [n]
    Vector gradient;         // if these alone had moved [n]
    double sum = 0;          // of the variables then
  };

  bool is_free(Eigen::Index i) const;
  void begin(DualPoint& point);
  End descend(const StoppingRule& rule);
  void note_away(const Vector& target);
  bool move_to(const Vector& target);
  bool join(Eigen::Index j);
  void leave(std::size_t position);
  double multiplier() const;
  bool equalise();
  bool take_in(Eigen::Index j);
  Move advance(double longest);
  double room(double longest, Move& move) const;
  void move_by(double length, const Move& move);

  const WeightedDual& problem_;
  DualPoint* point_ = nullptr; // of the descent under way
  ElbowFactor factor_;
  std::vector<char> in_elbow_;
  Vector change_; // K step
  Away away_;
  GapTerms gap_;
  std::vector<Eigen::Index> index_; // the coordinates that move
  std::vector<double> step_;        // and by how much
  std::int64_t steps_ = 0;
};

} // namespace core
