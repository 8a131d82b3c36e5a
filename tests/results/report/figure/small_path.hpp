#pragma once
#include <limits>

#include "results/record/columns.hpp"
#include "results/report/panels/chart.hpp"
#include "results/report/panels/compose.hpp"

namespace handmade {

/// A study of one setting and three replicates whose series `path` is drawn: two lines over pi, one of them
/// with a jump at 1/2 and a gap, and a mark.
inline results::Results small_path() {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  results::Results all;
  auto& card = all.card;
  card.study = "wang2008/small";
  card.title = "A small path";
  card.replications = 3;
  card.axes = {{"data", "Data", false, {{"example1", "Example 1"}}},
               {"classifier", "Classifier", false, {{"svm", "SVM"}}},
               {"method", "Method", false, {{"path", "Path"}}}};
  card.settings = {{"0000000000000000000000000000000a", "{}"}};
  card.points = {{{{"data", "example1"}, {"classifier", "svm"}, {"method", "path"}}, 0}};
  card.metrics = {{"gkl", "GKL", "comparative loss", true}};
  card.layout.rows = {"data"};
  card.layout.columns = {"method"};
  card.layout.metrics = {"gkl"};
  card.layout.panels = {{"chart",
                         {{"table", {"path"}},
                          {"x", {"pi"}},
                          {"y", {"beta_0", "w_1"}},
                          {"labels", {"β₀(π)", "Bob's <w> & 1"}},
                          {"x_label", {"π"}},
                          {"replicate", {"1"}},
                          {"marks", {"flat_until"}}}}};
  all.rows.setting = {0, 0, 0};
  all.rows.replicate = {0, 1, 2};
  all.rows.outcome = {0, 0, 0};
  all.rows.seconds = {1, 1, 1};
  all.rows.values = {{"gkl", {0.5, 0.6, 0.7}}, {"flat_until", {0.1, 0.25, 0.2}}};
  all.rows.series["path"] = {{0, 0, 1, 1, 1, 1, 1, 2},
                             {{"pi", {0, 1, 0, 0.25, 0.5, 0.5, 1, 0}},
                              {"beta_0", {1, -1, 1, 1, 0.125, -0.125, -1, 1}},
                              {"w_1", {0, 0, 0, 0.1, 1.0 / 3, nan, 0, 0}}}};
  return all;
}

/// The same with the points of a sample as dots, one of them off the x-axis, and a fact.
inline results::Results small_path_with_dots() {
  results::Results all = small_path();
  all.card.layout.panels[0].parameters["dots"] = {"sample", "x", "label"};
  all.card.layout.panels[0].parameters["facts"] = {"slope"};
  all.rows.values["slope"] = {0.5, std::numeric_limits<double>::quiet_NaN(), 0.7};
  all.rows.series["sample"] = {{0, 1, 1, 1, 2},
                               {{"x", {0.9, 0.25, 0.75, 3, 0}}, {"label", {1, -2, 1, 1, 1}}}};
  return all;
}

inline auto& asked_of_chart(results::Results& all) {
  return all.card.layout.panels.at(0).parameters;
}

inline std::vector<results::Chart> charts_of(const results::Results& all) {
  return results::charts(all, *all.card.layout.panel("chart"));
}

/// What stands under them.
inline results::Section notes_of(const results::Results& all) {
  for (const results::Section& section : results::compose(all).sections)
    if (section.heading == "Chart") return section;
  return {"Chart", {}};
}

} // namespace handmade
