#include "results/table/averaged_axis.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "results/table/ranks.hpp"

namespace results {
namespace {

/// Where the point competes: with those that differ from it on this axis alone.
Coordinates competition(const Point& point, const std::string& among) {
  Coordinates at = point.at;
  at.erase(among);
  return at;
}

void require_axis(const StudyCard& card, const std::string& name) {
  core::require(
      std::any_of(card.axes.begin(), card.axes.end(), [&](const Axis& axis) { return axis.name == name; }),
      "the layout of " + card.study + " averages over axis '" + name +
          "' or ranks among it (the study has no such axis) name one of its axes");
}

} // namespace

AveragedAxis::AveragedAxis(const StudyCard& card, const Averages& averages)
    : card_(card), averages_(averages) {
  if (!card.layout.averaged().empty()) require_axis(card, card.layout.averaged());
  const auto& ranking = card.layout.rank_over;
  if (!ranking) return;
  require_axis(card, ranking->among);
  for (const std::string& name : ranking->of) {
    const auto metric = std::find_if(card.metrics.begin(), card.metrics.end(),
                                     [&](const Metric& candidate) { return candidate.name == name; });
    core::require(metric != card.metrics.end(), "the layout of " + card.study + " ranks by '" + name +
                                                    "' (the study does not compute it) add it to metrics");
    ranked_.emplace(rank_name(name), *metric);
  }
  for (const Point& point : card.points)
    if (competes(point.at)) by_competition_[competition(point, ranking->among)].push_back(point);
}

bool AveragedAxis::competes(const Coordinates& at) const {
  const RankLayout& ranking = *card_.layout.rank_over;
  const auto place = at.find(ranking.among);
  return ranking.values.empty() ||
         (place != at.end() &&
          std::find(ranking.values.begin(), ranking.values.end(), place->second) != ranking.values.end());
}

std::vector<Part> AveragedAxis::parts(const std::vector<Point>& points, const std::string& metric) const {
  const std::string& over = card_.layout.averaged();
  const auto ranked = ranked_.find(metric);
  std::vector<Part> out;
  for (const Axis& axis : card_.axes) {
    if (axis.name != over) continue;
    for (const AxisValue& value : axis.values)
      for (const Point& point : points) {
        const auto at = point.at.find(over);
        if (at == point.at.end() || at->second != value.name) continue;
        Part& part = out.emplace_back(Part{value.name, point.setting});
        if (ranked == ranked_.end()) {
          part.ours = averages_.of(point.setting, metric);
        } else {
          part.ours.mean = part.ours.finite_mean = rank(point, ranked->second);
        }
      }
  }
  return out;
}

double AveragedAxis::rank(const Point& point, const Metric& of) const {
  const RankLayout& ranking = *card_.layout.rank_over;
  const std::vector<Point>& all = by_competition_.at(competition(point, ranking.among));
  std::vector<double> means;
  std::size_t own = all.size();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].at == point.at) own = i;
    means.push_back(averages_.of(all[i].setting, of.name).mean);
  }
  core::expect(own < all.size(), "a point competes with itself");
  return ranks(means, {ranking.decimals, ranking.ties, of.smaller_is_better})[own];
}

} // namespace results
