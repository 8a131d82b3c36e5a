#pragma once
#include <algorithm>
#include <tuple>
#include <vector>

#include "core/multiclass/machine/active_set.hpp"
#include "core/multiclass/machine/multiclass_sample.hpp"
#include "core/solver/certificate.hpp"

// The convex problem of one d.c. step (core/multiclass/machine/truncated_hinge.hpp),
//
//   P(z) = 1/2 sum |w_k|^2 + ridge/2 |b|^2 + sum_i c_i [ (1 - m_i)_+ + 1(i in M) (g_{i k_i} - s) ],
//
// m_i = min_k g_ik, where M, with a class k_i for each, is what is truncated. M empty is the hinge problem.
//
// From an answer to slightly other costs it is solved by core/multiclass/machine/active_set.hpp, where it is
// to follow ties. Where that finds no answer, or there is none to begin at, it is solved on a working set: an
// observation whose largest piece leads by far at a reference is taken to keep that piece, which is linear;
// the rest is solved, and whatever does not keep its piece is taken back. That is exact: a maximum with some
// pieces left out is a lower bound, tight where the pieces that are left are the largest. What is returned is
// certified on the whole problem: P at z, and D at the multipliers, of an observation left out all on its
// piece.
namespace core {

/// M: for each truncated observation its class k_i; -1 elsewhere.
struct Truncated {
  std::vector<Eigen::Index> rival; ///< [n]
  double s = 0;                    ///< where the loss is cut
  bool operator==(const Truncated&) const = default;
};

/// Where a convex step stands: z and what follows from it.
struct MachineState {
  Matrix z;                ///< [(r+1) x (K-1)]
  Matrix f;                ///< [m x K]
  Vector top, lead, which; ///< [m] the largest piece, its lead, its class
  double moved = infinity; ///< by how much, at most, the last interior point answer moved f
  std::vector<Tie> ties;   ///< of an answer: where the next one begins
};

/// When to try a road that may fail: after a failure a while of attempts is left out, twice as long each
/// time.
class Attempts {
 public:
  bool are_due() {
    if (left_out_ == 0) return true;
    --left_out_;
    return false;
  }
  void add(bool was_success) {
    pause_ = was_success ? 0 : std::min(longest, 2 * pause_ + 1);
    left_out_ = pause_;
  }

 private:
  static constexpr int longest = 15;
  int pause_ = 0, left_out_ = 0;
};

/// One sample under changing costs. Not for several threads at once.
class ConvexStep {
 public:
  /// Whether an answer is followed by its ties to the next one. It is worth it where inputs are many: a step
  /// of the interior point method costs the square of their number, one of the active set their number.
  enum class Ties { followed, left_alone };

  explicit ConvexStep(MulticlassSample sample, Ties ties = Ties::followed, double ridge = 1e-7);

  MulticlassSample& sample() { return sample_; }
  const MulticlassSample& sample() const { return sample_; }

  /// The state at z.
  void measure(MachineState& state) const;

  /// Minimises P from the reference `state`, which it replaces. Ends where the gap is at most `wanted` of
  /// the value, or where rounding keeps it above. Status not_converged beyond 1e-6.
  Certificate solve(const Truncated& truncated, MachineState& state, double wanted);

  /// Whether the last answer is that of the active set.
  bool was_followed() const { return was_followed_; }

  /// -(V'(a_i - c_i e_{y_i} + beta_i)) [n x (K-1)] of the last answer: w = x' of it, and so f at any point of
  /// a kernel's.
  Matrix coefficients() const;

 private:
  using Answer = std::tuple<MachineState, Matrix>; // with its multipliers on the basis

  Certificate descend(MachineState& state, double wanted);
  pieces::Classes classes() const { return {sample_.classes(), sample_.basis.data()}; }
  void set_truncated(const Truncated& truncated);
  void choose(const MachineState& reference);
  void gather();
  void solve_working(Matrix& z, const PieceInteriorPoint::Ends& ends);
  bool take_back(const MachineState& state);
  double primal(const MachineState& state) const;
  bool follow(MachineState& state, double wanted, Certificate& certificate);
  double spread_ties(const std::vector<Tie>& ties);
  double spread_multipliers();
  void find_ties(MachineState& state) const;
  void certify(const MachineState& state, double linear, Certificate& certificate);
  double rounding(const MachineState& state) const;

  MulticlassSample sample_;
  Ties ties_;
  double ridge_;
  PieceActiveSet active_set_;
  PieceInteriorPoint solver_;
  PieceObservations working_;
  std::vector<Eigen::Index> kept_; ///< [n] the piece that an observation is left with; -1 in the working set
  std::vector<Eigen::Index> rows_; ///< of the working set
  Matrix slope_;                   ///< [m x K] -c e_y + beta: what is linear whatever the pieces
  Matrix dropped_;                 ///< [m x K] slope_, and c at the pieces kept
  Matrix multipliers_;             ///< [m x K]
  Matrix on_basis_, linear_, moments_, from_, before_;
  std::vector<double> leads_;
  Vector left_; ///< [m] of a cost that its ties leave to the base
  double constant_ = 0;
  bool was_followed_ = false;
  Attempts hinge_attempts_, dc_attempts_; ///< of solve() without and with truncated observations
};

} // namespace core
