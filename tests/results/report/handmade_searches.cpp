#include "tests/results/report/handmade_searches.hpp"

#include <cmath>

namespace handmade {
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
  for (std::size_t r = 0; r < offsets.size(); ++r) {
    const std::string k = std::to_string(r + 1);
    request.parameters["reading " + k] = {"way_" + k};
    for (std::size_t set = 0; set < offsets[r].size(); ++set) {
      add_block(results, r, set, offsets[r][set]);
      request.parameters["values " + k].push_back("data=" + block_name(r, set));
      if (r == 0) request.parameters["data"].push_back(block_name(r, set));
    }
    request.parameters["values " + k].insert(request.parameters["values " + k].end(),
                                             {"classifier=svm", "method=platt"});
  }
  card.layout.panels = {request};
  return results;
}

void share_first_data_set(results::Results& results, std::size_t reading, std::size_t with) {
  results.card.layout.panels[0].parameters["values " + std::to_string(reading + 1)][0] =
      "data=" + block_name(with, 0);
}

} // namespace handmade
