#include "tests/results/report/handmade_data_sets.hpp"

#include <array>
#include <cmath>
#include <stdexcept>

#include "results/report/panels/reading_search.hpp"
#include "tests/results/report/handmade.hpp"

namespace handmade {
namespace {

const std::vector<std::string> data_names{"liver", "wine", "colon"},
    method_names{"klr", "platt", "bins", "beta"};
const std::vector<double> errors{0.001, 0.002, 0.004, 0.001}; // by method

/// The means of mse by data set, then method.
using Means = std::array<std::array<double, 4>, 3>;

void add_setting(results::Results& results, const results::Coordinates& at, double mean, double error) {
  const auto setting = static_cast<std::int32_t>(results.card.settings.size());
  results.card.settings.push_back({std::string(31, '0') + static_cast<char>('a' + setting), "{}"});
  results.card.points.push_back({at, setting});
  const double step = error * std::sqrt(3.0); // gives this standard error over four replicates
  for (std::int32_t r = 0; r < 4; ++r) {
    const bool degenerate = std::isinf(mean) && r == 2;
    const double value = (std::isinf(mean) ? 0.45 : mean) + (r % 2 == 0 ? step : -step);
    results.rows.setting.push_back(setting);
    results.rows.replicate.push_back(r);
    results.rows.outcome.push_back(0);
    results.rows.values["mse"].push_back(degenerate ? inf : value);
    results.rows.values["mcre"].push_back(degenerate ? inf : value / 10);
    results.rows.seconds.push_back(0.25);
  }
}

void add_classifier(results::Results& results, const std::string& classifier, const Means& means) {
  for (std::size_t d = 0; d < data_names.size(); ++d)
    for (std::size_t m = 0; m < method_names.size(); ++m)
      add_setting(results, {{"data", data_names[d]}, {"classifier", classifier}, {"method", method_names[m]}},
                  means[d][m], errors[m]);
}

void publish(results::StudyCard& card) {
  const auto print = [&](const std::string& classifier, const std::string& metric,
                         const std::vector<std::string>& numbers) {
    for (std::size_t m = 0; m < numbers.size(); ++m)
      card.published.push_back(
          {{{"classifier", classifier}, {"method", method_names[m]}}, metric, numbers[m], ""});
  };
  print("linear", "mse", {"0.25", "0.20", "0.30", "inf"});
  print("linear", "rank_mse", {"1.18", "1.45", "2.91", "4.00"});
  print("rbf", "mse", {"0.10", "0.20", "0.20", "0.05"});
  print("rbf", "mcre", {"0.030", "0.020"});
  for (const auto& [row, column, count] : std::vector<std::array<std::string, 3>>{
           {"klr", "platt", "2"}, {"platt", "klr", "3"}, {"bins", "klr", "5"}, {"klr", "bins", "0"}})
    card.published_tests.push_back({{{"classifier", "linear"}}, row, column, count});
  card.published_tests_over = 11;
  card.published_replications = 110;
  card.published_comparable = results::Comparable::order;
}

} // namespace

results::Results data_sets() {
  results::Results results;
  auto& card = results.card;
  card.paper = "ruping2004";
  card.study = "ruping2004/means";
  card.title = "Averages over data sets";
  card.seed = 2004;
  card.replications = 4;
  card.axes = {{"data", "Data", false, {{"liver", "Liver"}, {"wine", "Wine"}, {"colon", "Colon"}}},
               {"classifier", "Classifier", false, {{"linear", "Linear"}, {"rbf", "RBF"}}},
               {"method",
                "Method",
                false,
                {{"klr", "KLR"}, {"platt", "Platt's"}, {"bins", "Bin-10"}, {"beta", "Beta"}}}};
  card.metrics = {{"mse", "MSE", "mean squared error", true}, {"mcre", "mCRE", "cross entropy", true}};
  card.layout.rows = {"method"};
  card.layout.columns = {"classifier"};
  card.layout.metrics = {"mse", "mcre", "rank_mse", "rank_mcre"};
  card.layout.decimals = 4;
  card.layout.mean_over = "data";
  card.layout.rank_over = results::RankLayout{.axis = "data", .among = "method", .of = {"mse", "mcre"}};
  card.layout.panels = {{"paired_tests",
                         {{"over", {"data"}},
                          {"among", {"method"}},
                          {"values", method_names},
                          {"of", {"mse"}},
                          {"alpha", {"0.05"}},
                          {"sides", {"two"}}}}};
  add_classifier(results, "linear",
                 {{{0.10, 0.10004, 0.13, 0.40}, {0.20, 0.19, 0.22, inf}, {0.30, 0.31, 0.30, 0.50}}});
  add_classifier(results, "rbf",
                 {{{0.10, 0.20, 0.30, inf}, {0.10, 0.20, 0.30, inf}, {0.10, 0.20, 0.30, inf}}});
  publish(card);
  results.data_hash = "11ea";
  return results;
}

std::int32_t setting_at(const results::Results& results, const std::string& data,
                        const std::string& classifier, const std::string& method) {
  const results::Coordinates at{{"data", data}, {"classifier", classifier}, {"method", method}};
  for (const results::Point& point : results.card.points)
    if (point.at == at) return point.setting;
  throw std::logic_error("no such setting");
}

void drop_replicates(results::Results& results, std::int32_t setting, std::int32_t from) {
  results::Rows kept;
  for (std::size_t i = 0; i < results.rows.size(); ++i) {
    if (results.rows.setting[i] == setting && results.rows.replicate[i] >= from) continue;
    kept.setting.push_back(results.rows.setting[i]);
    kept.replicate.push_back(results.rows.replicate[i]);
    kept.outcome.push_back(results.rows.outcome[i]);
    kept.seconds.push_back(results.rows.seconds[i]);
    for (const auto& [name, values] : results.rows.values) kept.values[name].push_back(values[i]);
  }
  results.rows = kept;
}

namespace {

std::string block_name(std::size_t reading, std::size_t set) {
  return "set_" + std::to_string(set + 1) + (reading == 0 ? "" : "-way_" + std::to_string(reading + 1));
}

/// Four replicates of the one method on one block.
void add_cells(results::Results& results, const std::string& data, double mean) {
  const auto setting = static_cast<std::int32_t>(results.card.settings.size());
  std::string key = std::to_string(setting);
  results.card.settings.push_back({std::string(32 - key.size(), '0') + key, "{}"});
  results.card.points.push_back({{{"data", data}, {"classifier", "svm"}, {"method", "platt"}}, setting});
  const double step = 0.001 * std::sqrt(3.0); // standard error 0.001 over four replicates
  for (std::int32_t r = 0; r < 4; ++r) {
    results.rows.setting.push_back(setting);
    results.rows.replicate.push_back(r);
    results.rows.outcome.push_back(0);
    results.rows.values["gkl"].push_back(mean + (r % 2 == 0 ? step : -step));
    results.rows.seconds.push_back(0.25);
  }
}

void add_block(results::Results& results, std::size_t reading, std::size_t set, double offset) {
  const std::string name = block_name(reading, set), own = block_name(0, set);
  results.card.axes[0].values.push_back({name, "Set " + std::to_string(set + 1), reading == 0 ? "" : own});
  add_cells(results, name, 0.5 + offset);
  results.card.published.push_back(
      {{{"data", name}, {"classifier", "svm"}, {"method", "platt"}}, "gkl", "0.500", "0.001"});
}

} // namespace

results::Results search(const std::vector<std::vector<double>>& offsets,
                        const std::vector<std::string>& choose_on) {
  results::Results results;
  auto& card = results.card;
  card.study = "search";
  card.title = "A search";
  card.replications = 4;
  card.axes = {{"data", "Data", false, {}},
               {"classifier", "Classifier", false, {{"svm", "SVM"}}},
               {"method", "Method", false, {{"platt", "Platt's"}}}};
  card.metrics = {{"gkl", "GKL", "comparative loss", true}};
  card.layout.rows = {"data"};
  card.layout.columns = {"method"};
  card.layout.metrics = {"gkl"};
  card.published_replications = 100;
  results::PanelRequest request{"reading_search", {{"conventions", {"way"}}, {"metrics", {"gkl"}}}};
  if (!choose_on.empty()) request.parameters["choose_on"] = choose_on;
  results::Readings readings;
  for (std::size_t r = 0; r < offsets.size(); ++r) {
    readings.ways.push_back({"way_" + std::to_string(r + 1)});
    std::vector<std::string>& values = readings.values.emplace_back();
    for (std::size_t set = 0; set < offsets[r].size(); ++set) {
      add_block(results, r, set, offsets[r][set]);
      values.push_back("data=" + block_name(r, set));
      if (r == 0) request.parameters["data"].push_back(block_name(r, set));
    }
    values.insert(values.end(), {"classifier=svm", "method=platt"});
  }
  results::put_readings(readings, request);
  card.layout.panels = {request};
  return results;
}

void share_first_data_set(results::Results& results, std::size_t reading, std::size_t with) {
  results::PanelRequest& request = results.card.layout.panels[0];
  results::Readings readings = results::readings_of(request);
  readings.values[reading][0] = "data=" + block_name(with, 0);
  results::put_readings(readings, request);
}

} // namespace handmade
