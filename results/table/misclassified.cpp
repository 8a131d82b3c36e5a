#include "results/table/misclassified.hpp"

#include <algorithm>

#include "results/table/places.hpp"

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
    const auto data = at.find("data");
    const auto names =
        data == at.end() ? card_.observation_names.end() : card_.observation_names.find(data->second);
    if (names != card_.observation_names.end() && number < names->second.size()) return names->second[number];
    return "row " + std::to_string(number + 1);
  }

  const StudyCard& card_;
  const SeriesTable* table_ = nullptr;
  const std::vector<double>*observation_ = nullptr, *probability_ = nullptr, *label_ = nullptr;
};

std::vector<Axis> varying_axes(const StudyCard& card) {
  std::vector<std::string> names;
  for (const Axis& axis : card.axes) names.push_back(axis.name);
  return Design(card).varying(names);
}

} // namespace

MisclassifiedList misclassified(const Results& results) {
  MisclassifiedList out;
  const StudyCard& card = results.card;
  if (!card.layout.misclassified) return out;
  out.axes = varying_axes(card);
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

} // namespace results
