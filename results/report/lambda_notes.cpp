#include "results/report/lambda_notes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "core/parameters.hpp"
#include "results/report/design.hpp"
#include "results/report/grids.hpp"

namespace results {
namespace {

/// What the cells of one classifier and method chose.
struct Picks {
  std::string place;
  std::size_t cells = 0;                 ///< with a choice between several lambdas
  std::size_t at_least = 0, at_most = 0; ///< at the least and at the largest of them
  std::set<double> least{}, largest{};
};

/// The two ends of the lambdas that a cell's criterion was asked at; nothing where it had no choice.
std::optional<std::pair<double, double>> ends_of(const SeriesTable& curves, std::int32_t row) {
  const std::vector<double>& lambdas = curves.columns.at("lambda");
  const auto [first, last] = points_of(curves, row);
  double least = std::numeric_limits<double>::infinity(), largest = -least;
  for (std::size_t i = first; i < last; ++i) {
    if (std::isnan(lambdas[i])) continue;
    least = std::min(least, lambdas[i]);
    largest = std::max(largest, lambdas[i]);
  }
  if (!(least < largest)) return std::nullopt;
  return std::pair{least, largest};
}

/// The classifiers and methods, each with its settings' place among them.
std::vector<Picks> places_of(const StudyCard& card, std::vector<std::size_t>& of_setting) {
  const Design design(card);
  const std::vector<Axis> axes = design.varying({"classifier", "method"});
  std::vector<Picks> out;
  of_setting.assign(card.settings.size(), 0);
  for (const Point& point : card.points) {
    std::vector<std::string> labels;
    for (const Axis& axis : axes) labels.push_back(label_on(axis, point.at));
    const std::string place = place_phrase(axes, labels);
    auto found = std::find_if(out.begin(), out.end(), [&](const Picks& one) { return one.place == place; });
    if (found == out.end()) found = out.insert(out.end(), Picks{.place = place});
    of_setting[static_cast<std::size_t>(point.setting)] = static_cast<std::size_t>(found - out.begin());
  }
  return out;
}

/// "the least, 0.001, in 70"; of grids that differ from cell to cell no number.
std::string end_phrase(const char* which, const std::set<double>& ends, std::size_t cells) {
  return std::string("the ") + which + (ends.size() == 1 ? ", " + core::shortest(*ends.begin()) + "," : "") +
         " in " + std::to_string(cells);
}

void count(Picks& picks, double lambda, const std::pair<double, double>& ends) {
  ++picks.cells;
  picks.at_least += lambda == ends.first;
  picks.at_most += lambda == ends.second;
  picks.least.insert(ends.first);
  picks.largest.insert(ends.second);
}

} // namespace

Section lambda_notes(const Results& results) {
  Section section{"Lambda at an end of its grid", {}, Topic::cells};
  const Rows& rows = results.rows;
  const auto chosen = rows.values.find("lambda");
  const auto curves = rows.series.find("criterion");
  if (chosen == rows.values.end() || curves == rows.series.end() ||
      !curves->second.columns.contains("lambda"))
    return section;
  std::vector<std::size_t> of_setting;
  std::vector<Picks> all = places_of(results.card, of_setting);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const auto ends = ends_of(curves->second, static_cast<std::int32_t>(row));
    if (ends && !std::isnan(chosen->second[row]))
      count(all[of_setting[static_cast<std::size_t>(rows.setting[row])]], chosen->second[row], *ends);
  }
  for (const Picks& one : all) {
    if (one.at_least + one.at_most == 0) continue;
    std::string line = (one.place.empty() ? "" : one.place + ": ");
    if (one.at_least > 0) line += end_phrase("least", one.least, one.at_least);
    if (one.at_most > 0)
      line += (one.at_least > 0 ? "; " : "") + end_phrase("largest", one.largest, one.at_most);
    section.lines.push_back(line + " of " + std::to_string(one.cells) + " cells.");
  }
  return section;
}

} // namespace results
