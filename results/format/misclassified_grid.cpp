#include "results/format/misclassified_grid.hpp"

#include <algorithm>

#include "results/format/csv.hpp"
#include "results/format/number.hpp"

namespace results {
namespace {

constexpr int decimals = 3;

std::string class_of(const Misclassified& point) {
  return point.label > 0 ? "+1" : "-1";
}

/// The labels of a line: the place, the replicate where there are several, the point.
std::vector<std::string> labels_of(const MisclassifiedList& list, const MisclassifiedPlace& place,
                                   const std::string& replicate, const std::string& name) {
  std::vector<std::string> labels = place.labels;
  if (list.has_replicates) labels.push_back(replicate);
  labels.push_back(name);
  return labels;
}

} // namespace

Grid misclassified_grid(const std::string& study, const MisclassifiedList& list) {
  Grid grid{.title = study + ": test points on the wrong side of 1/2",
            .stub = {},
            .heads = {{{"Class"}, {"P(Y = +1)"}}},
            .rows = {},
            .is_list = true};
  for (const Axis& axis : list.axes) grid.stub.push_back(axis.label);
  if (list.has_replicates) grid.stub.emplace_back("Replicate");
  grid.stub.emplace_back("Observation");
  for (const MisclassifiedPlace& place : list.places) {
    for (const Misclassified& point : place.points)
      grid.rows.push_back({labels_of(list, place, std::to_string(point.replicate), point.name),
                           {{.text = class_of(point)}, {.text = decimal(point.probability, decimals)}}});
    if (place.points.empty())
      grid.rows.push_back({labels_of(list, place, "--", place.has_predictions ? "none" : "not stored"),
                           {{.text = "--"}, {.text = "--"}}});
  }
  return grid;
}

std::string misclassified_csv(const Results& results) {
  std::string out;
  for (const MisclassifiedPlace& place : misclassified(results).places)
    for (const Misclassified& point : place.points)
      out +=
          csv_record_at(results.card, place.at,
                        {"misclassified " + point.name + " of replicate " + std::to_string(point.replicate),
                         "", "", decimal(point.probability, decimals), "", "", "", "", ""});
  return out;
}

Section misclassified_notes(const MisclassifiedList& list) {
  Section section{"Misclassified", {}};
  if (list.places.empty()) return section;
  section.lines.emplace_back(
      "Test points whose estimated probability is on the wrong side of 1/2, or 1/2 itself, which the test "
      "error "
      "counts as half an error.");
  if (std::any_of(list.places.begin(), list.places.end(),
                  [](const MisclassifiedPlace& place) { return !place.has_predictions; }))
    section.lines.emplace_back(
        "not stored: the cells keep no predictions; those of a given split or of a cross-validation do, run "
        "anew.");
  return section;
}

} // namespace results
