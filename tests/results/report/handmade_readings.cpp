#include "tests/results/report/handmade_readings.hpp"

#include <array>
#include <cmath>

namespace handmade {
namespace {

/// How far ours is from what the paper prints, in thousandths: gkl of both classifiers, cre of both.
struct Offsets {
  std::string data, method;
  std::array<double, 2> gkl, cre;
};

const std::vector<Offsets>& offsets() {
  static const std::vector<Offsets> list{{"example1", "corrected_20", {3, -1}, {2, -4}},
                                         {"example1", "corrected_10", {5, 5}, {5, 5}},
                                         {"example1", "platt", {-8, -8}, {-8, -8}},
                                         {"forensic", "corrected_20", {6, 6}, {6, 6}},
                                         {"forensic", "corrected_10", {10, 10}, {10, -10}},
                                         {"forensic", "platt", {1, 1}, {1, 1}},
                                         {"example2", "corrected_20", {2, 2}, {2, 2}},
                                         {"example2", "corrected_10", {-2, 2}, {-2, 2}},
                                         {"example2", "platt", {0, 0}, {0, 0}}};
  return list;
}

void add_reading(results::Results& results, const results::Coordinates& at, double gkl, double cre) {
  const auto setting = static_cast<std::int32_t>(results.card.settings.size());
  results.card.settings.push_back({std::string(31, '0') + static_cast<char>('a' + setting), "{}"});
  results.card.points.push_back({at, setting});
  const double step = 0.001 * std::sqrt(3.0); // standard error 0.001 over four replicates
  for (std::int32_t r = 0; r < 4; ++r) {
    const double sign = r % 2 == 0 ? step : -step;
    results.rows.setting.push_back(setting);
    results.rows.replicate.push_back(r);
    results.rows.outcome.push_back(0);
    results.rows.values["gkl"].push_back(gkl + sign);
    results.rows.values["cre"].push_back(cre + sign);
    results.rows.seconds.push_back(0.25);
  }
}

} // namespace

results::Results readings() {
  results::Results results;
  auto& card = results.card;
  card.paper = "wang2008";
  card.study = "wang2008/readings";
  card.title = "Readings of Table 1";
  card.seed = 2008;
  card.replications = 4;
  card.axes = {
      {"data",
       "Data",
       false,
       {{"example1", "As printed"}, {"forensic", "Forensic", "example1"}, {"example2", "Example 2"}}},
      {"classifier", "Classifier", false, {{"svm_gaussian", "SVM_G"}, {"svm_linear", "SVM_L"}}},
      {"method",
       "Method",
       false,
       {{"corrected_20", "20 intervals", "bracket"},
        {"corrected_10", "10 intervals", "bracket"},
        {"platt", "Platt's"}}}};
  card.metrics = {{"gkl", "GKL", "comparative loss", true}, {"cre", "CRE", "cross entropy error", true}};
  card.layout.rows = {"data", "classifier"};
  card.layout.columns = {"method"};
  card.layout.metrics = {"gkl", "cre"};
  card.layout.panels = {{"readings", {{"metrics", {"gkl", "cre"}}}}};
  card.published_replications = 100;
  for (const Offsets& one : offsets()) {
    for (std::size_t c = 0; c < 2; ++c) {
      const results::Coordinates at{
          {"data", one.data}, {"classifier", card.axes[1].values[c].name}, {"method", one.method}};
      add_reading(results, at, 0.5 + 0.001 * one.gkl[c], 0.4 + 0.001 * one.cre[c]);
      card.published.push_back({at, "gkl", "0.500", "0.001"});
      card.published.push_back({at, "cre", "0.400", "0.001"});
    }
  }
  results.data_hash = "4ead";
  return results;
}

} // namespace handmade
