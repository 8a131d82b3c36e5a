#include "tests/results/report/handmade.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace handmade {
namespace {

using results::Outcome;
using results::Results;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

results::Axis axis(const std::string& name, const std::string& label,
                   std::vector<results::AxisValue> values) {
  return {name, label, false, std::move(values)};
}

results::Axis numeric(const std::string& name, const std::string& label,
                      const std::vector<std::string>& numbers) {
  results::Axis out{name, label, true, {}};
  for (const std::string& number : numbers) out.values.push_back({number, number});
  return out;
}

/// A point with a setting of its own; the key is not a real hash.
std::int32_t add_point(Results& results, const results::Coordinates& at) {
  const auto setting = static_cast<std::int32_t>(results.card.settings.size());
  results.card.settings.push_back(
      {std::string(31, '0') + std::string(1, static_cast<char>('a' + setting)), "{}"});
  results.card.points.push_back({at, setting});
  return setting;
}

void add_row(Results& results, std::int32_t setting, const std::map<std::string, double>& values) {
  auto& rows = results.rows;
  const bool same = !rows.setting.empty() && rows.setting.back() == setting;
  rows.replicate.push_back(same ? rows.replicate.back() + 1 : 0);
  rows.setting.push_back(setting);
  rows.outcome.push_back(static_cast<std::int32_t>(values.empty() ? Outcome::failed : Outcome::ok));
  for (const results::Metric& metric : results.card.metrics)
    rows.values[metric.name].push_back(values.empty() ? nan : values.at(metric.name));
  rows.seconds.push_back(0.25);
}

/// Four replicates with this mean and standard error. The patterns are orthogonal: different ones are
/// uncorrelated.
std::vector<double> four(double mean, double se, std::size_t pattern) {
  constexpr std::array<std::array<int, 4>, 3> signs{{{-1, 1, 1, -1}, {-1, 1, -1, 1}, {1, 1, -1, -1}}};
  std::vector<double> out;
  for (const int sign : signs.at(pattern)) out.push_back(mean + sign * se * std::sqrt(3.0));
  return out;
}

struct Cell {
  std::string data, classifier, method;
  double gkl, cre;
  std::string printed_gkl, printed_cre, printed_improvement;
};

/// Our means beside what the paper of Table 1 prints.
const std::vector<Cell>& cells() {
  static const std::vector<Cell> list{
      {"example1", "svm_gaussian", "platt", 0.5795, 0.5492, "0.581", "0.548", ""},
      {"example1", "svm_gaussian", "tuned_platt", 0.5702, 0.5461, "0.569", "0.547", "2.06"},
      {"example1", "svm_gaussian", "bracket", 0.5661, 0.5408, "0.566", "0.540", "2.58"},
      {"example1", "svm_linear", "platt", 0.5874, 0.5536, "0.587", "0.553", ""},
      {"example1", "svm_linear", "tuned_platt", 0.5698, 0.5511, "0.685", "0.551", "0.34"},
      {"example1", "svm_linear", "bracket", 0.5702, 0.5465, "0.570", "0.547", "2.90"},
      {"example2", "svm_gaussian", "platt", 0.1589, 0.1543, "0.158", "0.154", ""},
      {"example2", "svm_gaussian", "tuned_platt", 0.1533, 0.1507, "0.153", "0.150", "3.16"},
      {"example2", "svm_gaussian", "bracket", 0.1527, 0.1478, "0.153", "0.148", "3.16"},
      {"example2", "svm_linear", "platt", 0.1722, 0.1731, "0.172", "0.173", ""},
      {"example2", "svm_linear", "tuned_platt", 0.1713, 0.1712, "", "", "0.58"},
      {"example2", "svm_linear", "bracket", 0.1604, 0.1581, "0.160", "0.158", "6.80"}};
  return list;
}

void add_published(Results& results, const Cell& cell, const results::Coordinates& at) {
  auto& published = results.card.published;
  published.push_back({at, "gkl", cell.printed_gkl, cell.printed_gkl.empty() ? "" : "0.0014"});
  published.push_back({at, "cre", cell.printed_cre, cell.printed_cre.empty() ? "" : "0.0013"});
  if (!cell.printed_improvement.empty())
    published.push_back({at, "improvement_percent", cell.printed_improvement, ""});
}

void add_cell(Results& results, const Cell& cell) {
  const results::Coordinates at{
      {"data", cell.data}, {"classifier", cell.classifier}, {"method", cell.method}};
  const auto setting = add_point(results, at);
  const std::size_t pattern = static_cast<std::size_t>(setting) % 3; // one a method
  const auto gkl = four(cell.gkl, 0.0015, pattern), cre = four(cell.cre, 0.0012, pattern);
  const bool last_row = cell.data == "example2" && cell.classifier == "svm_linear";
  for (std::size_t r = 0; r < 4; ++r) {
    if (last_row && cell.method == "bracket" && r == 2) {
      add_row(results, setting, {});
      const std::string key = results.card.settings.back().key;
      results::Failure failure;
      failure.key = {key, 2};
      failure.stage = "fit";
      failure.error = "the weighted dual is unbounded <C = 0>";
      failure.replay = "marginlab replay wang2008/table1 " + failure.key.text();
      results.failures.push_back(failure);
    } else {
      const bool infinite = last_row && cell.method == "platt" && r == 3;
      add_row(results, setting, {{"gkl", infinite ? inf : gkl[r]}, {"cre", cre[r]}});
    }
  }
  add_published(results, cell, at);
}

} // namespace

Results table() {
  Results results;
  auto& card = results.card;
  card.paper = "wang2008";
  card.study = "wang2008/table1";
  card.title =
      "Averaged true and estimated GKL losses of our method, the original and tuned Platt method in the "
      "simulated examples";
  card.seed = 2008;
  card.replications = 4;
  card.axes = {axis("data", "Data", {{"example1", "Example 1"}, {"example2", "Example 2"}}),
               axis("classifier", "Classifier", {{"svm_gaussian", "SVM_G"}, {"svm_linear", "SVM_L"}}),
               axis("method", "Method",
                    {{"platt", "Platt's"},
                     {"tuned_platt", "Tuned Platt's"},
                     {"bracket", "bracket (the paper's method)"}})};
  card.metrics = {{"gkl", "GKL", "comparative loss", true}, {"cre", "CRE", "cross entropy error", true}};
  card.layout = {{"data", "classifier"},
                 {"method"},
                 {"gkl", "cre", "improvement_percent"},
                 results::Improvement{.of = "gkl", .axis = "method", .over = "platt"},
                 "gkl",
                 3};
  card.published_source = "Wang, Shen & Liu (2008), Table 1";
  card.published_replications = 100;
  card.conventions = {"GKL is the comparative loss GKL^c, the entropy of p included.",
                      "λ is 1/C, without the 1/n of eq. (3)."};
  card.deviations = {"Tuned by 5-fold cross-validation & not by data perturbation."};
  for (const Cell& cell : cells()) add_cell(results, cell);
  results.provenance = {{"commit", "0123456789abcdef"},
                        {"cpu", "a processor"},
                        {"started", "2024-05-31T12:00:00Z"},
                        {"config_yaml", "paper: wang2008\ntitle: \"<GKL> & CRE\"\n"}};
  results.data_hash = "5e1f";
  return results;
}

Results sweep() {
  Results results;
  auto& card = results.card;
  card.study = "sweeps/lambda_sigma";
  card.title = "GKL of the bracket method over λ, bandwidth and kernel";
  card.seed = 1;
  card.replications = 3;
  card.axes = {axis("data", "Data", {{"example1", "Example 1"}}),
               axis("classifier", "Classifier", {{"svm", "SVM"}}),
               axis("method", "Method", {{"bracket", "Bracket"}}),
               axis("kernel", "Kernel", {{"linear", "linear"}, {"gaussian", "Gaussian"}}),
               numeric("sigma", "σ", {"0.5", "1", "2"}),
               numeric("lambda", "λ", {"0.01", "0.1", "1", "10"})};
  card.metrics = {{"gkl", "GKL", "comparative loss", true}};
  card.layout = {{"kernel", "sigma"}, {"lambda"}, {"gkl"}, std::nullopt, "gkl", 3};
  card.layout.panels = {{"heat_map", {{"axes", {"sigma", "lambda"}}}}};
  for (const std::string sigma : {"", "0.5", "1", "2"}) {
    for (const std::string lambda : {"0.01", "0.1", "1", "10"}) {
      results::Coordinates at{{"data", "example1"},
                              {"classifier", "svm"},
                              {"method", "bracket"},
                              {"kernel", sigma.empty() ? "linear" : "gaussian"},
                              {"lambda", lambda}};
      if (!sigma.empty()) at["sigma"] = sigma;
      const auto setting = add_point(results, at);
      const double u = std::log10(std::stod(lambda) / 0.3),
                   v = sigma.empty() ? 0.3 : std::log2(std::stod(sigma));
      const double mean = 0.55 + 0.02 * u * u + 0.03 * v * v;
      const bool infinite = sigma == "2" && lambda == "10";
      for (const double step : {-0.01, 0.0, 0.01})
        add_row(results, setting, {{"gkl", infinite ? inf : mean + step}});
    }
  }
  results.data_hash = "7ab0";
  return results;
}

Results hostile() {
  const std::string bad = R"(<b> & "q" 'a' | * ` \ _x_ {y} $z$ % # ~ ^ [w](u) , ;)";
  Results results = table();
  auto& card = results.card;
  card.title += bad;
  for (results::Axis& axis : card.axes) {
    axis.label += bad;
    for (results::AxisValue& value : axis.values) value.label += bad;
  }
  for (results::Metric& metric : card.metrics) metric.label += bad;
  card.conventions.push_back(bad);
  card.deviations.push_back(bad + "\nand a second line");
  results.failures.front().error = bad + "\x01\x1b[31m";
  results.failures.front().stage = bad;
  results.provenance["command"] = bad;
  return results;
}

results::Published& published(Results& results, const results::Coordinates& at, const std::string& metric) {
  for (results::Published& number : results.card.published)
    if (number.at == at && number.metric == metric) return number;
  throw std::logic_error("nothing published there");
}

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
               {"method",
                "Method",
                false,
                {{"nn", "NN"}, {"plr", "PLR"}, {"bracket", "bracket (the paper's method)"}}},
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
