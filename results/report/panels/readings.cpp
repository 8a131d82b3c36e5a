#include "results/report/panels/readings.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "results/record/text.hpp"
#include "results/report/table/design.hpp"

namespace results {
namespace {

/// Running sums over the cells of one reading.
struct Sums {
  Coordinates at; ///< of some cell
  std::size_t numbers = 0, cells = 0;
  double differences = 0, squares = 0;
  VerdictCounts counts{};

  void add(const TableCell& cell) {
    at = cell.at;
    ++numbers;
    counts.add(cell.agreement.verdict);
    const bool both_infinite = std::isinf(cell.ours.mean) && cell.agreement.verdict == Verdict::match;
    const double difference = both_infinite ? 0 : cell.agreement.difference;
    if (std::isnan(difference)) return;
    ++cells;
    differences += difference;
    squares += difference * difference;
  }
};

std::vector<Axis> axes_with_readings(const StudyCard& card) {
  std::vector<Axis> out;
  for (const Axis& axis : card.axes)
    if (std::any_of(axis.values.begin(), axis.values.end(),
                    [](const AxisValue& value) { return !value.stands_for.empty(); }))
      out.push_back(axis);
  return out;
}

/// The values of a reading by their numbers on the axes; one past the last where it has no place.
std::vector<std::size_t> order_of(const std::vector<Axis>& axes, const Coordinates& at) {
  std::vector<std::size_t> out;
  for (const Axis& axis : axes) {
    const auto value = std::ranges::find(axis.values, value_on(axis.name, at), &AxisValue::name);
    out.push_back(static_cast<std::size_t>(value - axis.values.begin()));
  }
  return out;
}

/// What the value is called whose numbers these are; its bare name where no block has it.
std::string published_label(const Axis& axis, const AxisValue& reading) {
  if (reading.stands_for.empty()) return reading.label;
  const AxisValue* value = axis.value(reading.stands_for);
  return value == nullptr ? reading.stands_for : value->label;
}

Distance distance(const std::vector<Axis>& axes, const std::vector<std::size_t>& order, const Sums& sums) {
  Distance out;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    out.labels.push_back(label_on(axes[i], sums.at));
    const bool placed = order[i] < axes[i].values.size();
    out.published += (i > 0 ? ", " : "") +
                     (placed ? published_label(axes[i], axes[i].values[order[i]]) : std::string(no_place));
  }
  out.numbers = sums.numbers;
  out.cells = sums.cells;
  out.counts = sums.counts;
  const auto n = static_cast<double>(sums.cells);
  if (sums.cells > 0) {
    out.rms = std::sqrt(sums.squares / n);
    out.mean = sums.differences / n;
  }
  return out;
}

/// Brings readings of the same numbers together, where the first of them stands.
std::vector<Distance> grouped(const std::vector<Distance>& rows) {
  std::vector<Distance> out;
  for (const Distance& row : rows) {
    const auto last = std::find_if(out.rbegin(), out.rend(),
                                   [&](const Distance& other) { return other.published == row.published; });
    out.insert(last == out.rend() ? out.end() : last.base(), row);
  }
  return out;
}

void mark_best(std::vector<Distance>& rows, int decimals) {
  std::map<std::string, std::vector<Distance*>> groups;
  for (Distance& row : rows) groups[row.published].push_back(&row);
  for (auto& [published, group] : groups) {
    std::size_t most = 0;
    for (const Distance* row : group) most = std::max(most, row->cells);
    std::erase_if(group, [&](const Distance* row) { return row->cells < most || !std::isfinite(row->rms); });
    if (group.size() < 2) continue;
    const auto printed = [&](const Distance* row) { return read_printed(decimal(row->rms, decimals)).value; };
    double least = printed(group.front());
    for (const Distance* row : group) least = std::min(least, printed(row));
    for (Distance* row : group) row->best = printed(row) == least;
  }
}

Grid distance_grid(const std::string& study, const Distances& distances) {
  Grid grid{.title = study + ": distance to the published numbers, " + joined(distances.metrics),
            .stub = {"Published"},
            .heads = {{{"Cells"}, {"RMS"}, {"Mean"}, {"match"}, {"off"}, {"cannot tell"}}},
            .rows = {}};
  for (const Axis& axis : distances.axes) grid.stub.push_back(axis.label);
  for (const Distance& row : distances.rows) {
    std::vector<std::string> labels{row.published};
    labels.insert(labels.end(), row.labels.begin(), row.labels.end());
    const auto count = [](std::size_t n) { return static_cast<std::int32_t>(n); };
    grid.rows.push_back({labels,
                         {{.text = replicate_count(count(row.cells), count(row.numbers))},
                          {.text = decimal(row.rms, distances.decimals), .strong = row.best},
                          {.text = decimal(row.mean, distances.decimals)},
                          count_entry(row.counts[Verdict::match]),
                          count_entry(row.counts[Verdict::off]),
                          count_entry(row.counts[Verdict::cannot_tell])}});
  }
  return grid;
}

Section distance_notes(const Distances& distances) {
  return {"Readings",
          {"Several ways of doing what the paper describes, each against the same published numbers.",
           "RMS: root mean square of marginlab - published over " + joined(distances.metrics) +
               " of the reading's cells; Mean: their mean, with its sign.",
           "Bold or *: the least RMS of the readings of the same numbers, ties as printed; only readings "
           "with the most cells compete. That one of several comes closest is no evidence that the paper did "
           "the same.",
           "The verdicts count each published number once for each of its readings."}};
}

Panel readings(const PanelInput& input) {
  const StudyCard& card = input.study.results.card;
  const Distances all = distances(input.study.table, card, input.request.list("metrics"));
  if (all.rows.empty()) return {};
  return {.grids = {distance_grid(card.study, all)}, .notes = {distance_notes(all)}};
}

std::optional<core::Objection> readings_objection(const PanelRequest&, const std::vector<Axis>& axes) {
  for (const Axis& axis : axes)
    for (const AxisValue& value : axis.values)
      if (!value.stands_for.empty()) return std::nullopt;
  return core::Objection{
      {},
      "'readings' has nothing to compare (no block has stands_for, so that each published number "
      "has one reading). Add stands_for to the blocks that are readings, or remove it"};
}

} // namespace

Distances distances(const Table& table, const StudyCard& card, const std::vector<std::string>& asked) {
  Distances out;
  out.axes = axes_with_readings(card);
  out.decimals = card.layout.decimals + 1;
  out.metrics = card.metric_labels(asked);
  std::map<std::vector<std::size_t>, Sums> readings;
  for_each_cell(table, [&](const TableRow&, const TableColumn&, const TableCell& cell) {
    const bool counts = std::find(asked.begin(), asked.end(), cell.metric) != asked.end();
    if (counts && cell.agreement.verdict != Verdict::not_published)
      readings[order_of(out.axes, cell.at)].add(cell);
  });
  for (const auto& [order, sums] : readings) out.rows.push_back(distance(out.axes, order, sums));
  out.rows = grouped(out.rows);
  mark_best(out.rows, out.decimals);
  return out;
}

PanelEntry readings_panel() {
  return {.name = "readings",
          .phrase = "the readings",
          .meaning = "how far each reading of a paper is from what it prints",
          .parameters = {{"metrics", "the numbers whose distance is taken", Takes::shown_metrics}},
          .panel = readings,
          .objection = readings_objection};
}

} // namespace results
