#include "core/solver/psi_descent.hpp"

#include "core/contract.hpp"
#include "core/solver/columns.hpp"
#include "core/solver/solve.hpp"

namespace core {
namespace {

using Eigen::Index;

// A margin this small is zero up to the rounding of f, whose natural unit is 1.
constexpr double kZeroMargin = 1e-10;

// E is computed from rounded decision values; where max K / lambda is large their rounding is this visible.
constexpr double kRounding = 1e-7;

// A function with all a step needs of it.
struct Place {
  DualSolution f;
  Vector field;   // Ka [n]
  double value;   // E(f)
};

class PsiDescent {
 public:
  PsiDescent(const WeightedDual& svm, const StoppingRule& rule)
      : svm_(svm), problem_(svm), rule_(rule), piece_(static_cast<std::size_t>(svm.size())) {}

  PsiSolution run(const DualSolution& start) {
    Place now{start, gram_times(svm_.gram, start.a), 0};
    now.value = value(now);
    PsiSolution out{start, {now.value}};
    bool sound = start.certificate.status == Status::ok;
    std::int64_t iterations = 0;
    choose_pieces(now);
    for (bool goes_on = true; goes_on;) {
      Place next = minimum(now);
      const Certificate& step = next.f.certificate;
      iterations += step.iterations;
      sound = sound && step.status == Status::ok;
      expect(!sound || next.value <= now.value + step.gap() + kRounding * now.value,
             "a certified step of psi-learning does not make its objective rise");
      goes_on = choose_pieces(next) && next.value < now.value * (1 - rule_.relative_gap);
      out.objectives.push_back(next.value);
      now = std::move(next);
    }
    static_cast<DualSolution&>(out) = std::move(now.f);
    out.certificate.iterations = iterations;
    if (!sound) out.certificate.status = Status::not_converged;
    return out;
  }

 private:
  double margin(const Place& at, Index i) const {
    return svm_.y(i) * (at.field(i) / svm_.lambda + at.f.beta_0);
  }
  double weight(Index i) const { return svm_.upper(i) - svm_.lower(i); }

  double value(const Place& at) const {
    double loss = 0;
    for (Index i = 0; i < svm_.size(); ++i) loss += weight(i) * psi(margin(at, i));
    return loss + 0.5 * at.f.a.dot(at.field) / svm_.lambda;
  }

  // Sets the boxes of E_M for the M of this place; says whether M changed.
  bool choose_pieces(const Place& at) {
    bool changed = false;
    constant_ = 0;
    for (Index i = 0; i < svm_.size(); ++i) {
      PsiPiece& piece = piece_[static_cast<std::size_t>(i)];
      const PsiPiece chosen = margin(at, i) < -kZeroMargin ? PsiPiece::flat : PsiPiece::falling;
      changed = changed || chosen != piece;
      piece = chosen;
      const Box box = psi_box(svm_.y(i), weight(i), piece);
      problem_.lower(i) = box.lower;
      problem_.upper(i) = box.upper;
      constant_ += psi_constant(weight(i), piece);
    }
    return changed;
  }

  Place minimum(const Place& from) {
    Place to{solve(problem_, dual_point(problem_, from.f.a), rule_), {}, 0};
    to.field = gram_times(svm_.gram, to.f.a);
    to.value = value(to);
    to.f.certificate.primal += constant_;
    to.f.certificate.dual += constant_;
    return to;
  }

  const WeightedDual& svm_;
  WeightedDual problem_; // E_M
  double constant_ = 0;  // E_M less the primal value of problem_
  const StoppingRule& rule_;
  std::vector<PsiPiece> piece_;
};

} // namespace

PsiSolution psi_descent(const WeightedDual& svm, const DualSolution& start, const StoppingRule& rule) {
  expect(start.a.size() == svm.size() && start.lambda == svm.lambda, "the start is a fit of the same problem");
  return PsiDescent(svm, rule).run(start);
}

double psi_objective(const WeightedDual& svm, const Vector& a, double beta_0) {
  return 0;
}

} // namespace core
