#include "core/solver/large/decomposition.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "core/contract.hpp"
#include "core/solver/gram/columns.hpp"
#include "core/solver/large/moving_field.hpp"
#include "core/solver/margin/active_set_solver.hpp"
#include "core/solver/margin/intercept.hpp"
#include "core/solver/margin/smo.hpp"
#include "core/solver/margin/solve.hpp"

namespace core {
namespace {

using Eigen::Index;
using Rows = std::vector<Index>;

constexpr Index without_subsample = 1000;    // observations that are solved without a subsample
constexpr Index one_in = 3;                  // of the sample is in the subsample
constexpr double gap_of_subsample = 1e-3;    // of a subsample, relative
constexpr std::ptrdiff_t most_wrong = 500;   // observations at one bound that a part takes in, at most
constexpr std::ptrdiff_t fewest_taken = 150; // and at least, those that are nearly wrong among them
constexpr Index most_free = 4000;            // the numbers of a part's block are as many squared
constexpr int most_parts = 60;
constexpr int patience_of_parts = 8;      // rounds that may pass
constexpr double progress_of_parts = 0.9; // before the gap has shrunk to this share
constexpr double share_left = 0.03;       // of the whole gap, that a part may keep
constexpr double gap_by_pairs = 1e-6;     // relative gap that pairs bring; the elbow does the rest
constexpr Index pairs_of_part = 20;       // steps in pairs per observation, at most

/// One in `one_in` of either class, of those that have room to move.
Rows subsample(const WeightedDual& problem) {
  Rows out;
  Index positive = 0, negative = 0;
  for (Index i = 0; i < problem.size(); ++i) {
    if (!(problem.lower(i) < problem.upper(i))) continue;
    Index& seen = problem.y(i) > 0 ? positive : negative;
    if (seen++ % one_in == 0) out.push_back(i);
  }
  return out;
}

/// Observations at one bound, each after the negative of what its term of the gap is, below zero where it is
/// right.
using Outside = std::vector<std::pair<double, Index>>;

/// Those that are wrong, the worst first, and where they are few those that are nearly wrong.
void take_first(Outside& side, Rows& part) {
  const auto wrong = std::count_if(side.begin(), side.end(), [](const auto& one) { return one.first < 0; });
  const auto wanted = std::min<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(side.size()),
                                               std::clamp<std::ptrdiff_t>(wrong, fewest_taken, most_wrong));
  std::partial_sort(side.begin(), side.begin() + wanted, side.end());
  for (std::ptrdiff_t k = 0; k < wanted; ++k) part.push_back(side[static_cast<std::size_t>(k)].second);
}

/// Every variable at the bound that its residual y - h asks for, at the intercept at which they sum to zero
/// but for one, which takes what is left.
Vector sides(const WeightedDual& problem, const Vector& h) {
  const Vector residual = problem.y - h;
  Rows order(static_cast<std::size_t>(problem.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(),
            [&](Index i, Index j) { return residual(i) != residual(j) ? residual(i) > residual(j) : i < j; });
  Vector a = problem.lower;
  double sum = a.sum();
  for (const Index i : order) {
    const double width = problem.upper(i) - problem.lower(i);
    if (sum + width > 0) {
      a(i) = 0;
      a(i) = std::clamp(-a.sum(), problem.lower(i), problem.upper(i));
      break;
    }
    a(i) = problem.upper(i);
    sum += width;
  }
  return nearest_feasible(problem, a);
}

class Decomposition {
 public:
  Decomposition(const WeightedDual& problem, const StoppingRule& rule) : problem_(problem), rule_(rule) {}

  LargeFit run() {
    begin();
    return finish();
  }

  LargeFit run(const LargeFit& near) {
    field_.emplace(problem_.gram, MovingField::Known{near.a, near.field, near.units});
    intercept_ = near.beta_0;
    return finish();
  }

  /// Variables of about this relative gap.
  Vector roughly(double relative_gap) {
    begin();
    descend(relative_gap);
    return field_->a();
  }

 private:
  LargeFit finish() {
    for (const double aim : {0.5, 0.05}) {
      const bool arrived = descend(aim * rule_.relative_gap);
      const Vector a = nearest_feasible(problem_, field_->a());
      if (a != field_->a()) field_.emplace(problem_.gram, a);
      DualSolution fit = certified_here();
      // What rounding may hide is the least where Ka is formed at once.
      if (fit.certificate.relative_gap() > rule_.relative_gap) {
        field_.emplace(problem_.gram, Vector(field_->a()));
        fit = certified_here();
      }
      if (fit.certificate.proves(rule_.relative_gap))
        return {std::move(fit), field_->value(), field_->units()};
      if (!arrived) break;
    }
    DualPoint start{nearest_feasible(problem_, field_->a()), {}};
    start.gradient = gram_times(problem_.gram, start.a) - problem_.lambda * problem_.y;
    field_.reset();
    const DualSolution fit = solve(problem_, std::move(start), rule_);
    return {fit, gram_times(problem_.gram, fit.a), rounding_units(problem_.gram, fit.a)};
  }

  void begin() {
    field_.emplace(problem_.gram,
                   by_subsample().value_or(nearest_feasible(problem_, Vector::Zero(problem_.size()))));
  }

  /// The start that a subsample with both classes gives.
  std::optional<Vector> by_subsample() const {
    if (problem_.size() <= without_subsample) return std::nullopt;
    const Rows some = subsample(problem_);
    const OwnedGram gram = sub_gram(problem_.gram, some);
    const Labels y = problem_.y(some);
    const Vector lower = problem_.lower(some), upper = problem_.upper(some);
    if (some.empty() || !(upper.maxCoeff() > 0 && lower.minCoeff() < 0)) return std::nullopt;
    const double share = (upper - lower).sum() / (problem_.upper - problem_.lower).sum();
    const WeightedDual part{gram.view(), y, lower, upper, problem_.lambda * share};
    Vector a = Vector::Zero(problem_.size());
    a(some) = Decomposition(part, rule_).roughly(gap_of_subsample);
    return sides(problem_, gram_times(problem_.gram, a) / part.lambda);
  }

  /// Rounds until the gap is this, relative. Says whether it is.
  bool descend(double relative_gap) {
    double least = infinity;
    for (int since_least = 0; rounds_ < most_parts && since_least < patience_of_parts; ++rounds_) {
      measure();
      if (gap_ <= relative_gap * std::abs(primal_)) return true;
      since_least = gap_ < progress_of_parts * least ? 0 : since_least + 1;
      least = std::min(least, gap_);
      const Rows part = choose();
      if (part.size() < 2 || static_cast<Index>(part.size()) > most_free) return false;
      solve_part(part, std::max(share_left * gap_, aim_share * relative_gap * std::abs(primal_)));
    }
    return false;
  }

  DualSolution certified_here() const {
    DualSolution fit =
        certified(problem_, field_->a(), Product{field_->value(), field_->units()}, intercept_);
    fit.certificate.iterations = rounds_;
    return fit;
  }

  bool is_free(Index i) const { return is_inside(i, field_->a()(i)); }
  bool is_inside(Index i, double a) const { return a > problem_.lower(i) && a < problem_.upper(i); }

  void measure() {
    intercept_ = intercept_near(problem_, field_->value(), intercept_);
    gradient_ = field_->value() - problem_.lambda * problem_.y;
    GapTerms terms(problem_);
    terms.measure({field_->a(), gradient_}, -problem_.lambda * intercept_);
    gap_ = terms.gap();
    primal_ = terms.primal();
  }

  /// The free observations, and of those at either bound the ones with the largest signed terms: ascending.
  Rows choose() const {
    if (problem_.size() <= without_subsample) return all_that_move();
    const double nu = -problem_.lambda * intercept_;
    Rows part;
    Outside rising, falling;
    for (const Index i : all_that_move()) {
      const double width = problem_.upper(i) - problem_.lower(i), below = width * (nu - gradient_(i));
      if (is_free(i))
        part.push_back(i);
      else if (field_->a()(i) <= problem_.lower(i))
        rising.emplace_back(-below, i);
      else
        falling.emplace_back(below, i);
    }
    for (Outside* side : {&rising, &falling}) take_first(*side, part);
    std::sort(part.begin(), part.end());
    return part;
  }

  Rows all_that_move() const {
    Rows out;
    for (Index i = 0; i < problem_.size(); ++i)
      if (problem_.lower(i) < problem_.upper(i)) out.push_back(i);
    return out;
  }

  /// Solves the problem on the part to this gap, absolute, and takes the gradient of all along.
  void solve_part(const Rows& rows, double wanted) {
    const Matrix gram = problem_.gram.block(rows);
    const Labels y = problem_.y(rows);
    const WeightedDual part{gram, y, problem_.lower(rows), problem_.upper(rows), problem_.lambda};
    const double near = std::max(wanted, gap_by_pairs * std::abs(primal_));
    Descent end = smo(part, {field_->a()(rows), gradient_(rows)}, {0, pairs_of_part * part.size(), 0, near});
    if (wanted < near) end = solve_by_active_set(part, std::move(end.point), {0, rule_.steps, 0, wanted});
    std::vector<bool> again;
    for (std::size_t k = 0; k < rows.size(); ++k)
      again.push_back(is_inside(rows[k], end.point.a(static_cast<Index>(k))));
    field_->move(rows, end.point.a, again);
  }

  const WeightedDual& problem_;
  StoppingRule rule_;
  std::optional<MovingField> field_;
  Vector gradient_; ///< Ka - lambda y
  double intercept_ = 0, gap_ = 0, primal_ = 0;
  int rounds_ = 0;
};

} // namespace

LargeFit solve_by_decomposition(const WeightedDual& problem, const StoppingRule& rule) {
  return Decomposition(problem, rule).run();
}

LargeFit solve_by_decomposition(const WeightedDual& problem, const LargeFit& near, const StoppingRule& rule) {
  expect(near.units > 0, "the field of an answer nearby is known");
  return Decomposition(problem, rule).run(near);
}

} // namespace core
