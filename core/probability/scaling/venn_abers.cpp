#include "core/probability/scaling/venn_abers.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/contract.hpp"
#include "core/elementary/functions.hpp"

namespace core {
namespace {

/// Points and positives up to somewhere.
struct Corner {
  double points = 0, positives = 0;
};

/// Positive where c lies above the line through a and b, 0 on it; a is left of b.
double above(const Corner& a, const Corner& b, const Corner& c) {
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
  for (const Corner& edge : with_a_positive(levels_)) p1_.push_back(edge.positives / edge.points);
  for (const Corner& edge : with_a_positive(mirrored(levels_)))
    p0_.push_back((edge.points - edge.positives) / edge.points);
  std::reverse(p0_.begin(), p0_.end());
}

VennAbersPair VennAbersFit::operator()(double score, double within) const {
  const auto above = std::lower_bound(levels_.begin(), levels_.end(), score - within,
                                      [](const ScoreLevel& level, double z) { return level.to < z; });
  auto beyond = above; // levels are farther apart than `within`, so few are level with the score
  while (beyond != levels_.end() && beyond->from <= score + within) ++beyond;
  VennAbersPair out;
  if (above != levels_.end()) out.p1 = p1_[static_cast<std::size_t>(above - levels_.begin())];
  if (beyond != levels_.begin()) out.p0 = p0_[static_cast<std::size_t>(beyond - levels_.begin() - 1)];
  return out;
}

namespace {

/// The predictor of the points that have a value.
VennAbersFit fit_to(const Vector& values, const WeightedLabels& labels) {
  std::vector<Eigen::Index> known;
  for (Eigen::Index i = 0; i < values.size(); ++i)
    if (!std::isnan(values(i))) known.push_back(i);
  return VennAbersFit(
      score_levels(values(known), {labels.y(known), weights_of(labels.weights, known)}, level_within));
}

/// Geometric means over the folds; of one fold its pair itself.
struct MeanPair {
  double log_p1 = 0, log_rest = 0; ///< the means of log p1 and log(1 - p0)
  double width = 0;
  VennAbersPair only;

  void see(const VennAbersPair& pair, double share) {
    width += share * (pair.p1 - pair.p0);
    only = pair;
    if (share == 1) return;
    log_p1 += share * log(pair.p1);
    log_rest += share * log1p(-pair.p0);
  }
  VennAbersPair pair(bool is_single) const {
    return is_single ? only : VennAbersPair{1 - exp(log_rest), exp(log_p1)};
  }
};

} // namespace

Calibration::Reads VennAbersScaling::reads(Eigen::Index n) const {
  Reads out = Scaling::reads(n);
  out.by_fold = variant == Variant::cross;
  return out;
}

Estimate VennAbersScaling::probability(const Matrix& at_points, const Matrix& on_sample,
                                       const WeightedLabels& labels) const {
  const Eigen::Index points = at_points.rows(), folds = on_sample.cols();
  std::vector<MeanPair> means(static_cast<std::size_t>(points));
  for (Eigen::Index k = 0; k < folds; ++k) {
    const VennAbersFit fit = fit_to(on_sample.col(k), labels);
    for (Eigen::Index i = 0; i < points; ++i)
      means[static_cast<std::size_t>(i)].see(fit(at_points(i, k), level_within),
                                             1 / static_cast<double>(folds));
  }
  Vector merged(points);
  double widths = 0;
  std::vector<double> p0, p1;
  for (Eigen::Index i = 0; i < points; ++i) {
    const MeanPair& mean = means[static_cast<std::size_t>(i)];
    const VennAbersPair pair = mean.pair(folds == 1);
    merged(i) = pair.merged();
    widths += mean.width;
    p0.push_back(pair.p0), p1.push_back(pair.p1);
  }
  const double count = static_cast<double>(std::max<Eigen::Index>(1, points));
  Estimate out{std::move(merged), {}, {{"venn_abers_width", widths / count}}};
  if (keeps_pairs) out.series = {{"venn_abers.p0", std::move(p0)}, {"venn_abers.p1", std::move(p1)}};
  return out;
}

} // namespace core
