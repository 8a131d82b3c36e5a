#include <string>

#include "core/metric/metric.hpp"
#include "experiments/catalog/methods.hpp"
#include "experiments/config/read_study.hpp"
#include "tests/experiments/config/support/config_folder.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;

namespace {

/// A study of a simulated data set that ranks its methods by one metric, in a panel or in the layout.
std::string ranked_by(const std::string& metric, bool in_a_panel) {
  const std::string ranks =
      in_a_panel ? "  panels:\n    - {panel: ranks, over: data, among: method, of: [" + metric + "]}\n"
                 : "  rank_over: {axis: data, among: method, of: [" + metric + "]}\n";
  return "title: Ranks\n"
         "data:\n  - {source: wang2008/example1, name: a}\n  - {source: wang2008/example2, name: b}\n"
         "classifiers:\n  - {classifier: weighted_svm, kernel: linear}\n"
         "methods:\n"
         "  - {method: platt, tuning: {criterion: fixed, lambda: 1}}\n"
         "  - {method: isotonic, tuning: {criterion: fixed, lambda: 1}}\n"
         "metrics: [" +
         metric + "]\nlayout:\n  rows: [method]\n  columns: [classifier]\n  metrics: [" + metric +
         "]\n  mean_over: data\n" + ranks;
}

/// What is wrong with it, all mistakes together.
std::string mistakes_in(const std::string& text) {
  const ConfigFolder folder;
  std::string out;
  try {
    read_study(folder.write("study.yaml", text), {}, catalogue());
  } catch (const SpecErrors& errors) {
    for (const Mistake& mistake : errors.mistakes) out += mistake.message + "\n";
  }
  return out;
}

} // namespace

TEST_CASE("ranks: nothing is ranked by a metric whose right value is neither its least nor its largest",
          "[spec][ranks]") {
  int refused = 0;
  for (const core::MetricRow& row : core::metrics()) {
    const std::string metric(row.id), refusal = "'" + metric + "' is no measure of a method";
    CAPTURE(metric);
    if (!row.orders) {
      ++refused;
      CHECK_THAT(mistakes_in(ranked_by(metric, true)), Catch::Contains(refusal));
      CHECK_THAT(mistakes_in(ranked_by(metric, false)), Catch::Contains(refusal));
    } else {
      CHECK_THAT(mistakes_in(ranked_by(metric, true)), !Catch::Contains("is no measure of a method"));
    }
  }
  CHECK(refused == 7); // slope, intercept, in the large, z, p, uncertainty, gkl_minus_cre
}
