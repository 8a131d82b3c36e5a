#include "core/solver/margin/solve.hpp"

#include <algorithm>
#include <cmath>

#include "core/solver/gram/columns.hpp"
#include "core/solver/margin/active_set_solver.hpp"
#include "core/solver/margin/certify.hpp"
#include "core/solver/margin/intercept.hpp"
#include "core/solver/margin/smo.hpp"

namespace core {
namespace {

// Rounds after the first before the answer is called not converged: one of elbow descent from an exact field,
// then SMO and elbow descent in turn.
constexpr int most_rounds = 5;

// SMO steps per observation in its first round; four times as many in each later one.
constexpr std::int64_t pairs_each = 20;

/// Whether rounding may hide far more than a proof allows, and more than is missing: no step of a pair can
/// then be told from it, and the pairs of a kernel without digits lead away from the optimum as often as to
/// it.
bool hidden_by_rounding(const Certificate& certificate) {
  constexpr double far = 1e-5;
  return certificate.rounding > far * std::abs(certificate.primal) &&
         certificate.primal - certificate.dual <= certificate.rounding;
}

// Descents that share a budget of steps.
class Rounds {
 public:
  Rounds(const WeightedDual& problem, const StoppingRule& rule)
      : problem_(problem), rule_(rule), left_(rule.steps) {}

  DualSolution run(DualPoint start) {
    DualSolution best = finish(std::move(start), quick);
    std::int64_t pairs = 0;
    for (int round = 0; round < most_rounds && !proven(best) && left_ > 0; ++round) {
      DualPoint point{best.a, gram_times_extended(problem_.gram, best.a) - problem_.lambda * problem_.y};
      DualSolution next = finish(by_pairs(std::move(point), pairs), extended);
      const Certificate &now = next.certificate, &then = best.certificate;
      if (now.primal - now.dual < then.primal - then.dual || proven(next)) best = std::move(next);
      if (best.certificate.meets(rule_.relative_gap)) break; // what is missing are digits
      if (hidden_by_rounding(best.certificate)) break;
      pairs = pairs == 0 ? pairs_each * problem_.size() : 4 * pairs;
    }
    best.certificate.status = proven(best) ? Status::ok : Status::not_converged;
    best.certificate.iterations = rule_.steps - left_;
    return best;
  }

 private:
  struct Products {
    Vector (*times)(const Gram& gram, const Vector& a);
    double (*units)(const Gram& gram, const Vector& a);
  };
  static constexpr Products quick{gram_times, rounding_units},
      extended{gram_times_extended, extended_rounding_units};

  bool proven(const DualSolution& solution) const { return solution.certificate.proves(rule_.relative_gap); }

  StoppingRule aim(std::int64_t steps) const {
    return {aim_share * rule_.relative_gap, std::min(left_, steps)};
  }

  DualPoint by_pairs(DualPoint start, std::int64_t steps) {
    if (steps == 0) return start;
    Descent descent = smo(problem_, std::move(start), aim(steps));
    left_ -= descent.steps;
    return std::move(descent.point);
  }

  DualSolution finish(DualPoint start, const Products& by) {
    const Descent descent = solve_by_active_set(problem_, std::move(start), aim(left_));
    left_ -= descent.steps;
    Vector a = nearest_feasible(problem_, descent.point.a);
    const Vector field = by.times(problem_.gram, a);
    const double units = by.units(problem_.gram, a);
    return certified(problem_, std::move(a), Product{field, units}, -descent.nu / problem_.lambda);
  }

  const WeightedDual& problem_;
  const StoppingRule& rule_;
  std::int64_t left_;
};

} // namespace

DualSolution certified(const WeightedDual& problem, Vector a, const Vector& field, double guess) {
  const double units = rounding_units(problem.gram, a);
  return certified(problem, std::move(a), Product{field, units}, guess);
}

DualSolution certified(const WeightedDual& problem, Vector a, const Product& product, double guess) {
  DualSolution solution{std::move(a), intercept_near(problem, product.field, guess), problem.lambda, {}};
  solution.certificate = certify(problem, solution.a, product, solution.beta_0);
  return solution;
}

DualSolution solve(const WeightedDual& problem, DualPoint start, const StoppingRule& rule) {
  return Rounds(problem, rule).run(std::move(start));
}

DualSolution solve(const WeightedDual& problem, const StoppingRule& rule) {
  return solve(problem, dual_point(problem, Vector::Zero(problem.size())), rule);
}

} // namespace core
