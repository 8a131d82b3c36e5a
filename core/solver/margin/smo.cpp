#include "core/solver/margin/smo.hpp"

#include <algorithm>

#include "core/solver/margin/gap_terms.hpp"

namespace core {
namespace {

using Eigen::Index;

// A curvature below this fraction of the pair's diagonal entries is rounding.
constexpr double flat_pair = 1e-14;

// The place of `value` in values, which holds it.
Index find(const Eigen::ArrayXd& values, double value) {
  Index i = 0;
  while (i + 1 < values.size() && values(i) != value) ++i;
  return i;
}

struct Pair {
  Index rise = 0, fall = 0;
  double distance = 0; // gradient(fall) - gradient(rise) > 0; not positive at the optimum
  double curvature = 0;
};

class PairDescent {
 public:
  PairDescent(const WeightedDual& problem, DualPoint start)
      : problem_(problem),
        point_(std::move(start)),
        diagonal_(problem.gram.diagonal()),
        score_(problem.size()),
        rise_barrier_(problem.size()),
        fall_barrier_(problem.size()),
        gap_(problem) {
    for (Index i = 0; i < problem.size(); ++i) update_barriers(i);
  }

  Descent run(const StoppingRule& rule) {
    const std::int64_t between_checks = std::max<std::int64_t>(32, problem_.size());
    for (std::int64_t steps = 0;; ++steps) {
      const Pair pair = steps < rule.steps && problem_.size() > 0 ? choose() : Pair{};
      const bool stuck = !(pair.distance > 0);
      if (stuck || steps % between_checks == 0) {
        const double nu = extremes(problem_, point_).nu;
        gap_.measure(point_, nu);
        if (stuck || gap_.within(rule)) return {std::move(point_), nu, steps};
      }
      move(pair);
    }
  }

 private:
  void update_barriers(Index i) {
    rise_barrier_(i) = point_.a(i) < problem_.upper(i) ? 0 : infinity;
    fall_barrier_(i) = point_.a(i) > problem_.lower(i) ? 0 : -infinity;
  }

  Eigen::Map<const Vector> column(Index i, Vector& room) const {
    return {problem_.gram.column(i, room), problem_.size()};
  }

  Pair choose() {
    Pair pair;
    score_ = point_.gradient.array() + rise_barrier_;
    const double least = score_.minCoeff();
    if (least == infinity) return pair;
    pair.rise = find(score_, least);
    const auto column = this->column(pair.rise, rise_column_).array();
    const double own = diagonal_(pair.rise);
    score_ = (point_.gradient.array() + fall_barrier_ - least).max(0.0).square() /
             (diagonal_ + own - 2 * column).max(flat_pair * (diagonal_ + own) + 1e-300);
    const double best = score_.maxCoeff();
    if (!(best > 0)) return pair;
    pair.fall = find(score_, best);
    pair.distance = point_.gradient(pair.fall) - least;
    pair.curvature = diagonal_(pair.fall) + own - 2 * column(pair.fall);
    return pair;
  }

  void move(const Pair& pair) {
    const auto [rise, fall, distance, curvature] = pair;
    const double up = problem_.upper(rise) - point_.a(rise), down = point_.a(fall) - problem_.lower(fall);
    const double room = std::min(up, down);
    double length = curvature > 0 ? distance / curvature : infinity;
    if (length >= room) length = room;
    point_.a(rise) = length == up ? problem_.upper(rise) : point_.a(rise) + length;
    point_.a(fall) = length == down ? problem_.lower(fall) : point_.a(fall) - length;
    point_.gradient += length * (column(rise, rise_column_) - column(fall, fall_column_));
    update_barriers(rise);
    update_barriers(fall);
  }

  const WeightedDual& problem_;
  DualPoint point_;
  Eigen::ArrayXd diagonal_;
  Eigen::ArrayXd score_;                       // scratch of choose
  Eigen::ArrayXd rise_barrier_, fall_barrier_; // 0 where a_i can rise (fall), +inf (-inf) where it cannot
  Vector rise_column_, fall_column_;           // room for columns that are not at hand
  GapTerms gap_;
};

} // namespace

Descent smo(const WeightedDual& problem, DualPoint start, const StoppingRule& rule) {
  return PairDescent(problem, std::move(start)).run(rule);
}

} // namespace core
