#include "results/report/panels/misclassified.hpp"

#include <algorithm>

#include "results/record/text.hpp"
#include "results/report/table/design.hpp"

namespace results {
namespace {

/// The columns of the kept predictions, and what their observations are called.
class Predictions {
 public:
  explicit Predictions(const Results& results) : card_(results.card) {
    const auto table = results.rows.series.find("prediction");
    if (table == results.rows.series.end()) return;
    table_ = &table->second;
    const auto column = [&](const char* name) {
      const auto found = table_->columns.find(name);
      return found == table_->columns.end() ? nullptr : &found->second;
    };
    observation_ = column("observation"), probability_ = column("probability"), label_ = column("label");
    if (!observation_ || !probability_ || !label_) table_ = nullptr;
  }

  /// Adds the wrong ones of one row of the results.
  void read(std::size_t row, std::int32_t replicate, MisclassifiedPlace& place) const {
    if (table_ == nullptr) return;
    const auto [first, last] = points_of(*table_, static_cast<std::int32_t>(row));
    place.has_predictions = place.has_predictions || first < last;
    for (std::size_t k = first; k < last; ++k)
      if (((*probability_)[k] - 0.5) * (*label_)[k] <= 0)
        place.points.push_back(
            {replicate, name(place.at, (*observation_)[k]), (*label_)[k], (*probability_)[k]});
  }

 private:
  std::string name(const Coordinates& at, double observation) const {
    const auto number = static_cast<std::size_t>(observation);
    const auto names = card_.observation_names.find(value_on("data", at));
    if (names != card_.observation_names.end() && number < names->second.size()) return names->second[number];
    return "row " + std::to_string(number + 1);
  }

  const StudyCard& card_;
  const SeriesTable* table_ = nullptr;
  const std::vector<double>*observation_ = nullptr, *probability_ = nullptr, *label_ = nullptr;
};

constexpr int shown_decimals = 3;

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
      grid.rows.push_back(
          {labels_of(list, place, std::to_string(point.replicate), point.name),
           {{.text = class_of(point)}, {.text = decimal(point.probability, shown_decimals)}}});
    if (place.points.empty())
      grid.rows.push_back({labels_of(list, place, "--", place.has_predictions ? "none" : "not stored"),
                           {{.text = "--"}, {.text = "--"}}});
  }
  return grid;
}

Section misclassified_notes(const MisclassifiedList& list) {
  Section section{"Misclassified", {}};
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

Panel misclassified_for(const PanelInput& input) {
  const MisclassifiedList list = misclassified(input.study.results);
  if (list.places.empty()) return {};
  Panel out{.grids = {misclassified_grid(input.study.table.study, list)},
            .notes = {misclassified_notes(list)}};
  for (const MisclassifiedPlace& place : list.places)
    for (const Misclassified& point : place.points)
      out.long_form.push_back(
          {.at = place.at,
           .metric = "misclassified " + point.name + " of replicate " + std::to_string(point.replicate),
           .marginlab = decimal(point.probability, shown_decimals)});
  return out;
}

} // namespace

MisclassifiedList misclassified(const Results& results) {
  MisclassifiedList out;
  const StudyCard& card = results.card;
  out.axes = Design(card).varying();
  out.has_replicates = card.replications > 1;
  const Predictions predictions(results);
  const auto& setting = results.rows.setting;
  for (const Point& point : card.points) {
    MisclassifiedPlace& place = out.places.emplace_back(MisclassifiedPlace{point.at, {}});
    for (const Axis& axis : out.axes) place.labels.push_back(label_on(axis, point.at));
    const auto [first, last] = std::equal_range(setting.begin(), setting.end(), point.setting);
    for (auto row = first; row != last; ++row) {
      const auto index = static_cast<std::size_t>(row - setting.begin());
      predictions.read(index, results.rows.replicate[index], place);
    }
  }
  return out;
}

PanelEntry misclassified_panel() {
  return {.name = "misclassified",
          .phrase = "the misclassified points",
          .meaning = "the test points on the wrong side of 1/2",
          .parameters = {},
          .panel = misclassified_for,
          .names_observations = true,
          .asks = [](const PanelRequest&) { return AskedFacts{.tables = {"prediction"}}; }};
}

} // namespace results
