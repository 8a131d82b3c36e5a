#include "results/format/distance_grid.hpp"

#include "results/format/number.hpp"

namespace results {
namespace {

std::string listed(const std::vector<std::string>& labels) {
  std::string out;
  for (const std::string& label : labels) out += (out.empty() ? "" : ", ") + label;
  return out;
}

} // namespace

Grid distance_grid(const std::string& study, const Distances& distances) {
  Grid grid{.title = study + ": distance to the published numbers, " + listed(distances.metrics),
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
  if (distances.rows.empty()) return {"Readings", {}};
  return {"Readings",
          {"Several ways of doing what the paper describes, each against the same published numbers.",
           "RMS: root mean square of ours - published over " + listed(distances.metrics) +
               " of the reading's cells; Mean: their mean, with its sign.",
           "Bold or *: the least RMS of the readings of the same numbers, ties as printed; only readings "
           "with the most cells compete. That one of several comes closest is no evidence that the paper did "
           "the same.",
           "The verdicts count each published number once for each of its readings."}};
}

} // namespace results
