#pragma once
#include <map>
#include <string>
#include <vector>

#include "results/record/columns.hpp"

namespace handmade {

/// A study of one data set and these methods, in alphabetical order, with their error_percent replicate by
/// replicate; 488 test points in every cell. The layout has two decimals. Lists are of one length.
inline results::Results methods(const std::map<std::string, std::vector<double>>& errors) {
  results::Results all;
  auto& card = all.card;
  card.study = "zhang2013/small";
  card.title = "A small table";
  card.axes = {{"data", "Data", false, {{"usps", "USPS"}}},
               {"classifier", "Classifier", false, {}},
               {"method", "Method", false, {}}};
  card.metrics = {{"error_percent", "TE %", "errors in percent", true}};
  card.layout.rows = {"data"};
  card.layout.columns = {"method"};
  card.layout.metrics = {"error_percent"};
  card.layout.decimals = 2;
  for (const auto& [method, values] : errors) {
    const auto setting = static_cast<std::int32_t>(card.settings.size());
    card.axes[2].values.push_back({method, "<" + method + ">"});
    card.settings.push_back({std::string(31, '0') + static_cast<char>('a' + setting), "{}"});
    card.points.push_back({{{"data", "usps"}, {"method", method}}, setting});
    card.replications = static_cast<std::int32_t>(values.size());
    for (std::size_t r = 0; r < values.size(); ++r) {
      all.rows.setting.push_back(setting);
      all.rows.replicate.push_back(static_cast<std::int32_t>(r));
      all.rows.outcome.push_back(0);
      all.rows.seconds.push_back(0);
      all.rows.values["error_percent"].push_back(values[r]);
      all.rows.values["test_points"].push_back(488);
    }
  }
  return all;
}

/// A published number of a method.
inline results::Published printed(const std::string& method, const std::string& value,
                                  const std::string& sd = "") {
  return {{{"data", "usps"}, {"method", method}}, "error_percent", value, "", sd};
}

} // namespace handmade
