#include "results/report/table/tabulate.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/contract.hpp"
#include "results/record/text.hpp"
#include "results/report/table/design.hpp"
#include "results/statistics/digits.hpp"
#include "results/statistics/pools.hpp"
#include "results/statistics/ranks.hpp"
#include "results/statistics/summary.hpp"

namespace results {
namespace {

struct Competitor {
  TableCell* cell;
  double printed; ///< the mean as a reader of the table sees it
};

std::vector<Competitor> competitors(const Table& table, TableRow& row, const std::string& metric) {
  std::vector<Competitor> out;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    auto& cell = row.cells[c];
    if (table.columns[c].metric.name != metric || !cell || !std::isfinite(cell->ours.mean)) continue;
    out.push_back({&*cell, read_printed(decimal(cell->ours.mean, table.columns[c].decimals)).value});
  }
  return out;
}

/// The average as a reader of the table sees it, smaller is better; infinite where it is not finite.
double rank(const Summary& summary, const Contest& contest) {
  if (!std::isfinite(summary.mean)) return std::numeric_limits<double>::infinity();
  const double printed = read_printed(decimal(summary.mean, contest.decimals)).value;
  return contest.metric.smaller_is_better ? printed : -printed;
}

bool are_one_computation(const std::vector<Point>& points) {
  return std::all_of(points.begin(), points.end(),
                     [&](const Point& point) { return point.setting == points.front().setting; });
}

/// Where the point competes: with those that differ from it on this axis alone.
Coordinates competition(const Point& point, const std::string& among) {
  Coordinates at = point.at;
  at.erase(among);
  return at;
}

void require_axis(const StudyCard& card, const std::string& name) {
  core::require(card.axis(name) != nullptr,
                "the layout of " + card.study + " averages over axis '" + name +
                    "' or ranks among it (the study has no such axis) name one of its axes");
}

constexpr int rank_decimals = 2; // of an average rank: places are few

/// Replicates of each of so many parts, where they are wanted of all together.
std::int64_t a_part(std::int64_t replicates, std::size_t parts) {
  const auto k = std::max<std::int64_t>(1, static_cast<std::int64_t>(parts));
  return (replicates + k - 1) / k;
}

using Address = std::pair<Coordinates, std::string>; ///< where, and which metric

Coordinates merged(Coordinates at, const Coordinates& more) {
  at.insert(more.begin(), more.end());
  return at;
}

void require_all_axes(const StudyCard& card, const Design& design) {
  std::vector<std::string> named = card.layout.rows;
  named.insert(named.end(), card.layout.columns.begin(), card.layout.columns.end());
  for (const Axis& axis : card.axes)
    core::require(!design.varies(axis) || card.layout.collapses(axis.name) ||
                      std::find(named.begin(), named.end(), axis.name) != named.end(),
                  "the layout of " + card.study + " leaves out axis '" + axis.name +
                      "' (its values would share a place) add it to rows or columns");
}

void require_best(const StudyCard& card) {
  const std::string& best = card.layout.best;
  const std::vector<std::string>& shown = card.layout.metrics;
  core::require(best.empty() || std::find(shown.begin(), shown.end(), best) != shown.end(),
                "the layout of " + card.study + " sets '" + best +
                    "' bold (it does not show that metric) name one of its metrics");
}

Metric shown_metric(const StudyCard& card, const std::string& name) {
  const auto& improvement = card.layout.improvement;
  if (improvement && improvement->name == name) {
    const Metric of = shown_metric(card, improvement->of);
    return {name, improvement->label + " %", "100 (1 - ratio of means) of " + of.label + ", in percent",
            false};
  }
  if (const auto& ranking = card.layout.rank_over)
    for (const std::string& of : ranking->of)
      if (rank_name(of) == name)
        return {name, "Rank by " + shown_metric(card, of).label,
                "average rank, 1 for the best " + shown_metric(card, of).label, true};
  const auto& diagnostics = card.layout.diagnostics;
  if (std::find(diagnostics.begin(), diagnostics.end(), name) != diagnostics.end())
    return {name, name, "a diagnostic of the cells", true};
  const Metric* found = card.metric(name);
  core::require(found != nullptr, "the layout of " + card.study + " shows metric '" + name +
                                      "' (the study does not compute it) add it to metrics");
  return *found;
}

class Tabulation {
 public:
  explicit Tabulation(const Results& results)
      : card_(results.card),
        averages_(results),
        design_(results.card),
        averaged_(card_, averages_),
        shown_(card_.layout.metrics) {
    core::expect(std::is_sorted(results.rows.setting.begin(), results.rows.setting.end()),
                 "rows are sorted by setting");
    require_all_axes(card_, design_);
    require_best(card_);
    shown_.insert(shown_.end(), card_.layout.diagnostics.begin(), card_.layout.diagnostics.end());
    for (const Point& point : card_.points) points_[design_.place_of(point)].push_back(point);
    for (const Published& number : card_.published)
      published_.emplace(Address{design_.completed(number.at), number.metric}, number);
  }

  Table table() {
    Table table;
    table.study = card_.study;
    table.title = card_.title;
    table.row_axes = design_.varying(card_.layout.rows);
    table.column_axes = design_.varying(card_.layout.columns);
    table.columns = columns();
    if (!card_.layout.best_over.empty()) table.best_over = design_.axis(card_.layout.best_over);
    if (!card_.layout.averaged().empty()) table.averaged = design_.axis(card_.layout.averaged());
    if (card_.layout.improvement) table.improvement = card_.layout.improvement->name;
    for (const Place& place : design_.places(card_.layout.rows)) {
      TableRow row{place.at, place.labels};
      for (const TableColumn& column : table.columns) row.cells.push_back(cell(place, column));
      table.rows.push_back(std::move(row));
    }
    table.spread = card_.layout.spread;
    table.unplaced = card_.published.size() - placed_;
    mark_best(table, card_.layout.best);
    return table;
  }

 private:
  bool is_improvement(const std::string& metric) const {
    return card_.layout.improvement && card_.layout.improvement->name == metric;
  }

  bool is_reference(const Coordinates& at) const {
    const auto found = at.find(card_.layout.improvement->axis);
    return found != at.end() && found->second == card_.layout.improvement->over;
  }

  std::vector<TableColumn> columns() const {
    std::vector<TableColumn> out;
    for (const Place& place : design_.places(card_.layout.columns)) {
      for (const std::string& name : shown_) {
        if (is_improvement(name) && is_reference(place.at)) continue;
        const bool is_rank = averaged_.is_rank(name);
        const int decimals = std::max(0, card_.layout.decimals - (is_improvement(name) ? 1 : 0));
        out.push_back(
            {place.at, place.labels, shown_metric(card_, name), is_rank ? rank_decimals : decimals, is_rank});
      }
    }
    return out;
  }

  std::optional<TableCell> cell(const Place& row, const TableColumn& column) {
    const Coordinates at = design_.completed(merged(row.at, column.at));
    if (is_improvement(column.metric.name) && is_reference(at)) return std::nullopt;
    if (column.is_rank && !averaged_.competes(at)) return std::nullopt;
    const auto point = points_.find(at);
    const auto printed = published_.find({at, column.metric.name});
    if (printed != published_.end()) ++placed_;
    if (point == points_.end() && printed == published_.end()) return std::nullopt;
    TableCell cell{.at = at, .metric = column.metric.name, .computed = point != points_.end()};
    if (cell.computed) fill(cell, point->second);
    cell.planned = planned(cell, column.is_rank);
    if (printed != published_.end()) cell.published = printed->second;
    cell.withheld = card_.layout.failures == FailurePolicy::error && cell.ours.failed > 0;
    if (!cell.withheld) cell.agreement = agreement(cell, column.is_rank);
    return cell;
  }

  std::int32_t planned(const TableCell& cell, bool is_rank) const {
    const auto parts = static_cast<std::int32_t>(cell.parts.size());
    if (is_rank) return parts;
    return std::max(card_.replications * std::max(1, parts),
                    cell.ours.used + cell.ours.failed + cell.ours.undefined + cell.ours.degenerate);
  }

  /// A rank is averaged over places, not replications: of a published one only its rounding is known.
  Agreement agreement(const TableCell& cell, bool is_rank) const {
    Agreement out;
    if (averages_pools(card_.layout) && !cell.parts.empty() && !is_rank)
      return compare_on_one_pool(summaries_of(cell.parts), cell.published, card_.published_replications);
    if (card_.published_comparable == Comparable::value) {
      out = compare(cell.ours, cell.published, is_rank ? 0 : card_.published_replications,
                    is_improvement(cell.metric) ? rounding_of_means(cell.at) : 0);
      out.replicates_wanted = is_rank ? 0 : a_part(out.replicates_wanted, cell.parts.size());
      return out;
    }
    if (card_.published_comparable == Comparable::digits) return compare_digits(cell.ours, cell.published);
    if (!cell.published.value.empty()) {
      out.verdict = Verdict::cannot_tell;
      out.difference = cell.ours.mean - read_printed(cell.published.value).value;
    }
    return out;
  }

  /// What the rounding of the two printed means adds to an improvement at this place; 0 where the paper does
  /// not print both.
  double rounding_of_means(const Coordinates& at) const {
    const Improvement& improvement = *card_.layout.improvement;
    Coordinates reference = at;
    reference[improvement.axis] = improvement.over;
    const auto of = published_.find({at, improvement.of}),
               over = published_.find({reference, improvement.of});
    if (of == published_.end() || over == published_.end() || of->second.value.empty() ||
        over->second.value.empty())
      return 0;
    return improvement_rounding(read_printed(of->second.value), read_printed(over->second.value));
  }

  Chosen chosen(const std::vector<Point>& points, const std::string& metric) const {
    return best_over(card_.layout.best_over, points, {shown_metric(card_, metric), card_.layout.decimals},
                     averages_);
  }

  /// What we computed at the place of these points.
  void fill(TableCell& cell, const std::vector<Point>& points) const {
    if (points.front().at.contains(card_.layout.averaged())) {
      cell.parts = averaged_.parts(points, cell.metric);
      cell.ours = averaged_.is_rank(cell.metric) ? mean_rank(cell.parts)
                  : averages_pools(card_.layout) ? mean_over_sample(cell.parts)
                                                 : mean_over(cell.parts);
      return;
    }
    const bool derived = is_improvement(cell.metric);
    const Chosen own = chosen(points, derived ? card_.layout.improvement->of : cell.metric);
    cell.chosen = own.value;
    if (!derived) {
      cell.ours = own.ours;
      cell.setting = own.point.setting;
      return;
    }
    const Improvement& improvement = *card_.layout.improvement;
    const auto references = design_.counterparts(cell.at, improvement.axis, improvement.over);
    if (!references.empty())
      cell.ours = averages_.improvement(own.point.setting, chosen(references, improvement.of).point.setting,
                                        improvement.of);
  }

  const StudyCard& card_;
  Averages averages_;
  Design design_;
  AveragedAxis averaged_;
  std::vector<std::string> shown_;                   ///< metrics and diagnostics, in the order of the columns
  std::map<Coordinates, std::vector<Point>> points_; ///< by place; several where an axis is collapsed
  std::map<Address, Published> published_;
  std::size_t placed_ = 0;
};

} // namespace

void mark_best(Table& table, const std::string& metric) {
  const auto column = std::find_if(table.columns.begin(), table.columns.end(),
                                   [&](const TableColumn& c) { return c.metric.name == metric; });
  if (column == table.columns.end()) return;
  const bool smaller = column->metric.smaller_is_better;
  table.best_metric = column->metric.label;
  for (TableRow& row : table.rows) {
    const std::vector<Competitor> all = competitors(table, row, metric);
    if (all.size() < 2) continue;
    const auto [least, most] =
        std::minmax_element(all.begin(), all.end(),
                            [](const Competitor& a, const Competitor& b) { return a.printed < b.printed; });
    const double best = smaller ? least->printed : most->printed;
    for (const Competitor& one : all) one.cell->best = one.printed == best;
  }
}

Chosen best_over(const std::string& axis, const std::vector<Point>& points, const Contest& contest,
                 const Averages& averages) {
  core::expect(!points.empty(), "a place in the table has a point");
  const auto candidate = [&](const Point& point) {
    return Chosen{point, averages.of(point.setting, contest.metric.name), {}};
  };
  Chosen best = candidate(points.front());
  if (are_one_computation(points)) return best;
  for (auto point = points.begin() + 1; point != points.end(); ++point) {
    Chosen other = candidate(*point);
    const double ours = rank(other.ours, contest), theirs = rank(best.ours, contest);
    const bool more = other.ours.used > best.ours.used && std::isfinite(ours);
    if (ours < theirs || (ours == theirs && more)) best = std::move(other);
  }
  if (std::isfinite(best.ours.mean)) best.value = value_on(axis, best.point.at);
  return best;
}

AveragedAxis::AveragedAxis(const StudyCard& card, const Averages& averages)
    : card_(card), averages_(averages) {
  if (!card.layout.averaged().empty()) require_axis(card, card.layout.averaged());
  const auto& ranking = card.layout.rank_over;
  if (!ranking) return;
  require_axis(card, ranking->among);
  for (const std::string& name : ranking->of) {
    const Metric* metric = card.metric(name);
    core::require(metric != nullptr, "the layout of " + card.study + " ranks by '" + name +
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
  const Axis* axis = card_.axis(over);
  if (axis == nullptr) return out;
  for (const AxisValue& value : axis->values)
    for (const Point& point : points) {
      if (value_on(over, point.at) != value.name) continue;
      Part& part = out.emplace_back(Part{value.name, point.setting});
      if (ranked == ranked_.end()) {
        part.ours = averages_.of(point.setting, metric);
      } else {
        part.ours.mean = part.ours.finite_mean = rank(point, ranked->second);
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

bool averages_pools(const Layout& layout) {
  return !layout.mean_over.empty() && layout.panel("pools") != nullptr;
}

Table tabulate(const Results& results) {
  return Tabulation(results).table();
}

} // namespace results
