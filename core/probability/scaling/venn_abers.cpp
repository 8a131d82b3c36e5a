#include "core/probability/scaling/venn_abers.hpp"

#include <algorithm>
#include <cstdint>

#include "core/contract.hpp"

namespace core {
namespace {

/// Points and positives up to somewhere.
struct Corner {
  std::int64_t points = 0, positives = 0;
};

double share(std::int64_t some, std::int64_t all) {
  return static_cast<double>(some) / static_cast<double>(all);
}

/// Positive where c lies above the line through a and b, 0 on it; a is left of b.
std::int64_t above(const Corner& a, const Corner& b, const Corner& c) {
  return (b.points - a.points) * (c.positives - a.positives) -
         (b.positives - a.positives) * (c.points - a.points);
}

/// The rest of a lower hull from its leftmost corner, which is the back.
using Hull = std::vector<Corner>;

/// Puts a corner in front of the hull, without those that then lie on or above an edge.
void put_in_front(const Corner& corner, Hull& hull) {
  while (hull.size() > 1 && above(corner, hull[hull.size() - 2], hull.back()) >= 0) hull.pop_back();
  hull.push_back(corner);
}

/// p1 at the score of each level, as positives among points.
std::vector<Corner> with_a_positive(const std::vector<ScoreLevel>& levels) {
  std::vector<Corner> sums(1);
  for (const ScoreLevel& level : levels)
    sums.push_back({sums.back().points + level.points, sums.back().positives + level.positives});
  Hull hull;
  for (auto corner = sums.rbegin(); corner != sums.rend() - 1; ++corner) put_in_front(*corner, hull);
  put_in_front({-1, -1}, hull);
  std::vector<Corner> out;
  for (std::size_t i = 1; i < sums.size(); ++i) {
    const Corner left = hull.back(), right = hull[hull.size() - 2];
    out.push_back({right.points - left.points, right.positives - left.positives});
    const Corner shifted{sums[i].points - 1, sums[i].positives - 1};
    if (i + 1 == sums.size() || above(left, right, shifted) >= 0) continue;
    hull.pop_back();
    put_in_front(shifted, hull);
  }
  return out;
}

std::vector<ScoreLevel> mirrored(const std::vector<ScoreLevel>& levels) {
  std::vector<ScoreLevel> out;
  for (auto level = levels.rbegin(); level != levels.rend(); ++level)
    out.push_back({-level->to, -level->from, level->points, level->points - level->positives});
  return out;
}

} // namespace

VennAbersFit::VennAbersFit(std::vector<ScoreLevel> levels) : levels_(std::move(levels)) {
  expect(!levels_.empty(), "a Venn-Abers predictor has a calibration point");
  for (const Corner& edge : with_a_positive(levels_)) p1_.push_back(share(edge.positives, edge.points));
  for (const Corner& edge : with_a_positive(mirrored(levels_)))
    p0_.push_back(share(edge.points - edge.positives, edge.points));
  std::reverse(p0_.begin(), p0_.end());
}

VennAbersPair VennAbersFit::operator()(double score, double within) const {
  const auto above = std::lower_bound(levels_.begin(), levels_.end(), score - within,
                                      [](const ScoreLevel& level, double z) { return level.to < z; });
  const auto beyond = std::upper_bound(levels_.begin(), levels_.end(), score + within,
                                       [](double z, const ScoreLevel& level) { return z < level.from; });
  VennAbersPair out;
  if (above != levels_.end()) out.p1 = p1_[static_cast<std::size_t>(above - levels_.begin())];
  if (beyond != levels_.begin()) out.p0 = p0_[static_cast<std::size_t>(beyond - levels_.begin() - 1)];
  return out;
}

Estimate VennAbersScaling::probability(const Matrix& at_points, const Matrix& on_sample,
                                       const Labels& y) const {
  const VennAbersFit fit(score_levels(on_sample.col(0), y, level_within));
  Vector merged(at_points.rows());
  double widths = 0;
  for (Eigen::Index i = 0; i < merged.size(); ++i) {
    const VennAbersPair at = fit(at_points(i, 0), level_within);
    merged(i) = at.merged();
    widths += at.p1 - at.p0;
  }
  const double count = static_cast<double>(std::max<Eigen::Index>(1, merged.size()));
  return {std::move(merged), {}, {{"venn_abers_width", widths / count}}};
}

} // namespace core
