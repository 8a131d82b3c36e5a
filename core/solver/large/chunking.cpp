#include "core/solver/large/chunking.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "core/solver/gram/columns.hpp"
#include "core/solver/margin/smo.hpp"
#include "core/solver/margin/solve.hpp"

namespace core {
namespace {

using Eigen::Index;
using Rows = std::vector<Index>;

constexpr Index first_of_class = 250; // observations of each class to start with
constexpr Index taken_in = 500;       // at most, each round
constexpr double rough = 1e-4;        // relative gap on the part while it grows
constexpr double near_gap = 1e-6;     // relative gap that pairs are to bring
constexpr Index pairs = 20;           // steps in pairs per observation, at most

/// Up to `wanted` of these rows, evenly spread.
void spread(const Rows& rows, Index wanted, Rows& out) {
  const auto n = static_cast<Index>(rows.size());
  const Index take = std::min(n, wanted);
  for (Index k = 0; k < take; ++k) out.push_back(rows[static_cast<std::size_t>(k * n / take)]);
}

class Chunk {
 public:
  Chunk(const WeightedDual& problem, const StoppingRule& rule)
      : problem_(problem),
        rule_(rule),
        a_(Vector::Zero(problem.size())),
        inside_(static_cast<std::size_t>(problem.size()), false) {
    Rows positive, negative;
    for (Index i = 0; i < problem.size(); ++i) {
      expect(problem.lower(i) <= 0 && problem.upper(i) >= 0, "zero lies in every box of a chunked problem");
      if (problem.lower(i) < problem.upper(i)) (problem.y(i) > 0 ? positive : negative).push_back(i);
    }
    Rows first;
    spread(positive, first_of_class, first);
    spread(negative, first_of_class, first);
    take_in(first);
  }

  DualSolution run() {
    double aim = std::max(rough, rule_.relative_gap);
    while (2 * static_cast<Index>(rows_.size()) <= problem_.size()) {
      const double guess = solve_part(aim);
      const Vector field = gram_times(problem_.gram, a_);
      DualSolution whole = certified(problem_, a_, field, guess);
      if (whole.certificate.proves(rule_.relative_gap)) return whole;
      const Rows wrong = worst_outside((field / problem_.lambda).array() + whole.beta_0);
      if (wrong.empty() && aim <= rule_.relative_gap) break;
      if (wrong.empty()) aim = rule_.relative_gap;
      take_in(wrong);
    }
    return solve(problem_, dual_point(problem_, a_), rule_);
  }

 private:
  void take_in(const Rows& rows) {
    for (const Index i : rows) inside_[static_cast<std::size_t>(i)] = true;
    rows_.insert(rows_.end(), rows.begin(), rows.end());
    std::sort(rows_.begin(), rows_.end());
  }

  /// Solves the problem on the part and keeps its a; the intercept.
  double solve_part(double aim) {
    const Matrix gram = problem_.gram.block(rows_);
    const Labels y = problem_.y(rows_);
    const WeightedDual part{gram, y, problem_.lower(rows_), problem_.upper(rows_), problem_.lambda};
    // Pairs come near at little cost where many observations are free; the elbow then has little left to do.
    Descent near = smo(part, dual_point(part, a_(rows_)), {std::max(aim, near_gap), pairs * part.size()});
    const Vector field = near.point.gradient + problem_.lambda * y;
    DualSolution fit = certified(part, near.point.a, field, -near.nu / problem_.lambda);
    if (!fit.certificate.proves(aim)) fit = solve(part, std::move(near.point), {aim, rule_.steps});
    a_(rows_) = fit.a;
    return fit.beta_0;
  }

  /// The observations outside with the largest terms of the duality gap at decision values f [n].
  Rows worst_outside(const Vector& f) const {
    std::vector<std::pair<double, Index>> terms;
    for (Index i = 0; i < f.size(); ++i) {
      if (inside_[static_cast<std::size_t>(i)]) continue;
      const double residual = problem_.y(i) - f(i);
      const double term = support(problem_.box(i), residual);
      if (term > 0) terms.emplace_back(-term, i);
    }
    std::sort(terms.begin(), terms.end());
    Rows out;
    for (const auto& [term, i] : terms) {
      if (static_cast<Index>(out.size()) == taken_in) break;
      out.push_back(i);
    }
    return out;
  }

  const WeightedDual& problem_;
  StoppingRule rule_;
  Vector a_;
  std::vector<bool> inside_;
  Rows rows_; ///< of the part, ascending
};

} // namespace

DualSolution solve_in_chunks(const WeightedDual& problem, const StoppingRule& rule) {
  return Chunk(problem, rule).run();
}

} // namespace core
