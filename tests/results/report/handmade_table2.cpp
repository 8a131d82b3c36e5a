#include "tests/results/report/handmade_table2.hpp"

#include "tests/results/report/handmade.hpp"

namespace handmade {
namespace {

/// The five replicates of one setting. `neighbours` is empty where the method has none.
struct Fit {
  std::string data, method, neighbours;
  std::vector<double> gkl, test_error;
};

const std::vector<Fit>& fits() {
  static const std::vector<Fit> list{
      {"example1", "nn", "4", {0.60, 0.62, 0.58, 0.61, 0.59}, {0.24, 0.23, 0.25, 0.24, 0.24}},
      {"example1", "nn", "9", {inf, 0.58, 0.57, 0.59, 0.58}, {0.50, 0.23, 0.23, 0.22, 0.24}},
      {"example1", "nn", "16", {0.60, 0.58, 0.57, 0.59, 0.56}, {0.23, 0.23, 0.23, 0.22, 0.24}},
      {"example1", "plr", "", {0.58, 0.57, 0.59, 0.58, 0.57}, {0.26, 0.25, 0.27, 0.26, 0.25}},
      {"example1", "bracket", "", {0.55, 0.56, 0.54, 0.55, 0.55}, {0.22, 0.21, 0.22, 0.23, 0.21}},
      {"example2", "nn", "4", {inf, inf, inf, inf, inf}, {0.10, 0.09, 0.08, 0.09, 0.09}},
      {"example2", "nn", "9", {inf, inf, inf, inf, 0.15}, {0.09, 0.09, 0.08, 0.09, 0.09}},
      {"example2", "nn", "16", {inf, 0.16, inf, inf, inf}, {0.11, 0.11, 0.10, 0.11, 0.11}},
      {"example2", "plr", "", {inf, 0.14, inf, 0.13, 0.14}, {0.30, 0.07, 0.40, 0.08, 0.07}},
      {"example2", "bracket", "", {0.15, 0.15, 0.14, 0.15, 0.16}, {0.07, 0.07, 0.06, 0.07, 0.07}}};
  return list;
}

void add_fit(results::Results& results, const Fit& fit) {
  const auto setting = static_cast<std::int32_t>(results.card.settings.size());
  results.card.settings.push_back({std::string(31, '0') + static_cast<char>('a' + setting), "{}"});
  results::Coordinates at{{"data", fit.data}, {"method", fit.method}};
  if (!fit.neighbours.empty()) at["neighbours"] = fit.neighbours;
  results.card.points.push_back({at, setting});
  for (std::size_t r = 0; r < fit.gkl.size(); ++r) {
    results.rows.setting.push_back(setting);
    results.rows.replicate.push_back(static_cast<std::int32_t>(r));
    results.rows.outcome.push_back(0);
    results.rows.values["gkl"].push_back(fit.gkl[r]);
    results.rows.values["test_error"].push_back(fit.test_error[r]);
    results.rows.seconds.push_back(0.25);
  }
}

} // namespace

results::Results table2() {
  results::Results results;
  auto& card = results.card;
  card.paper = "wang2008";
  card.study = "wang2008/table2";
  card.title = "Averaged GKL losses and prediction errors over nondegenerate replications";
  card.seed = 2008;
  card.replications = 5;
  card.axes = {{"data", "Data", false, {{"example1", "Example 1"}, {"example2", "Example 2"}}},
               {"method", "Method", false, {{"nn", "NN"}, {"plr", "PLR"}, {"bracket", "Our"}}},
               {"neighbours", "k", true, {{"4", "4"}, {"9", "9"}, {"16", "16"}}}};
  card.metrics = {{"gkl", "GKL", "comparative loss", true}, {"test_error", "TE", "test error", true}};
  card.layout.rows = {"data"};
  card.layout.columns = {"method", "neighbours"};
  card.layout.metrics = {"gkl", "test_error"};
  card.layout.best = "gkl";
  card.layout.average = results::Average::nondegenerate;
  card.published_replications = 66;
  const auto print = [&](const std::string& data, const std::string& method, const std::string& metric,
                         const std::string& value, const std::string& se) {
    card.published.push_back({{{"data", data}, {"method", method}}, metric, value, se});
  };
  print("example1", "nn", "gkl", "0.582", "0.0014");
  print("example1", "nn", "test_error", "0.232", "0.0015");
  print("example1", "plr", "gkl", "0.579", "0.0021");
  print("example1", "plr", "test_error", "0.258", "0.0053");
  print("example2", "nn", "gkl", "", "");
  print("example2", "nn", "test_error", "0.089", "0.0020");
  print("example2", "plr", "gkl", "0.138", "0.0024");
  print("example2", "plr", "test_error", "0.075", "0.0018");
  for (const Fit& fit : fits()) add_fit(results, fit);
  results.data_hash = "2b1e";
  return results;
}

} // namespace handmade
