#include "core/solver/psi_descent.hpp"

#include "core/contract.hpp"
#include "core/solver/columns.hpp"
#include "core/solver/solve.hpp"
#include "core/solver/warm_start.hpp"

namespace core {
namespace {

using Eigen::Index;

// A margin this small is zero up to the rounding of f, whose natural unit is 1.
constexpr double zero_margin = 1e-10;

// E is computed from rounded decision values: where max K / lambda is large, this much of it is rounding.
constexpr double descent_rounding = 1e-7;

// A function with all that a step needs of it.
struct Place {
  DualSolution f;
  Vector residual; // y - f [n]
  double value;    // E(f)
};

class PsiDescent {
 public:
  PsiDescent(const WeightedDual& svm, const StoppingRule& rule)
      : svm_(svm),
        weight_(svm.upper - svm.lower),
        problem_(svm),
        majorant_(static_cast<std::size_t>(svm.size()), Psi::Majorant::falling),
        rule_(rule) {}

  PsiFit run(const DualSolution& start) {
    Place now = place(start);
    PsiFit out{{{}, {now.value}}, {}};
    bool sound = start.certificate.status == Status::ok;
    std::int64_t iterations = 0;
    choose_majorants(now);
    for (bool goes_on = true; goes_on;) {
      Place next = place(minimum(now));
      const Certificate& step = next.f.certificate;
      iterations += step.iterations;
      sound = sound && step.status == Status::ok;
      expect(!sound || next.value <= now.value * (1 + descent_rounding) + step.gap(),
             "a certified step of psi-learning does not make its objective rise");
      const bool falls = next.value < now.value * (1 - rule_.relative_gap);
      goes_on = choose_majorants(next) && falls;
      out.objectives.push_back(next.value);
      now = std::move(next);
    }
    static_cast<DualSolution&>(out) = std::move(now.f);
    out.certificate.iterations = iterations;
    out.certificate.status = sound ? Status::ok : Status::not_converged;
    out.decision = svm_.y - now.residual;
    return out;
  }

 private:
  Place place(DualSolution f) const {
    const Vector field = gram_times(svm_.gram, f.a);
    Place at{std::move(f), {}, 0};
    at.residual = svm_.y - field / svm_.lambda;
    at.residual.array() -= at.f.beta_0;
    at.value = 0.5 * at.f.a.dot(field) / svm_.lambda;
    for (Index i = 0; i < svm_.size(); ++i) at.value += weight_(i) * Psi::value(margin(at, i));
    return at;
  }

  // y_i f(x_i) = 1 - y_i (y_i - f(x_i))
  double margin(const Place& at, Index i) const { return 1 - svm_.y(i) * at.residual(i); }

  // Sets the problem to E_M for the M of this place; says whether E_M changed.
  bool choose_majorants(const Place& at) {
    bool changed = false;
    constant_ = 0;
    for (Index i = 0; i < svm_.size(); ++i) {
      Psi::Majorant& now = majorant_[static_cast<std::size_t>(i)];
      const Psi::Majorant chosen =
          margin(at, i) < -zero_margin ? Psi::Majorant::flat : Psi::Majorant::falling;
      changed = changed || (chosen != now && weight_(i) > 0);
      now = chosen;
      const Box box = Psi::box(svm_.y(i), weight_(i), now);
      problem_.lower(i) = box.lower;
      problem_.upper(i) = box.upper;
      constant_ += Psi::constant(weight_(i), now);
    }
    return changed;
  }

  DualSolution minimum(const Place& from) const {
    DualSolution f = minimum_of_majorant(from);
    f.certificate.primal += constant_;
    f.certificate.dual += constant_;
    // Judged in the units of E: without the constant the two values may lie about zero.
    const bool proven = f.certificate.relative_gap() <= rule_.relative_gap;
    f.certificate.status = proven ? Status::ok : Status::not_converged;
    return f;
  }

  // Where f has one sign on the whole sample, M is the other class and no box reaches across 0: a = 0 is all
  // that sums to 0.
  DualSolution minimum_of_majorant(const Place& from) const {
    const bool none_below = (problem_.lower.array() >= 0).all(),
               none_above = (problem_.upper.array() <= 0).all();
    if (!none_below && !none_above) {
      const Vector near = warm_start(problem_, from.f.a, from.residual);
      return solve(problem_, dual_point(problem_, near), rule_);
    }
    const Vector zero = Vector::Zero(svm_.size());
    return certified(problem_, zero, zero, none_below ? 1 : -1);
  }

  const WeightedDual& svm_;
  const Vector weight_;                 // S [n]
  WeightedDual problem_;                // E_M but for
  double constant_ = 0;                 // what `flat` adds
  std::vector<Psi::Majorant> majorant_; // M is where this is flat
  const StoppingRule& rule_;
};

} // namespace

PsiSolution psi_descent(const WeightedDual& svm, const DualSolution& start, const StoppingRule& rule) {
  expect(start.a.size() == svm.size() && start.lambda == svm.lambda,
         "the start is a fit of the same problem");
  return PsiDescent(svm, rule).run(start);
}

PsiFit psi_descent(ExactLambdaPath& path, double lambda, const StoppingRule& rule) {
  const WeightedDual svm = weighted_dual(path.sample(), path.pi(), lambda);
  return PsiDescent(svm, rule).run(path.at(lambda));
}

} // namespace core
