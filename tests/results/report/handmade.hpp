#pragma once
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "results/record/columns.hpp"

// Two small results written by hand for the tests of the report.
namespace handmade {

inline constexpr double inf = std::numeric_limits<double>::infinity();

/// 2 data sets x 2 classifiers x 3 methods, 4 replicates, metrics gkl and cre and the improvement over platt.
/// In Example 2 one cell of SVM_L x Our failed and one value of SVM_L x Platt's is infinite.
results::Results table();

/// kernel x sigma x lambda, 3 replicates; the linear kernel has no sigma, one cell is infinite.
results::Results sweep();

/// `table` with every character that some format treats as markup in every text a study can name, control
/// characters in an error message.
results::Results hostile();

/// The published number of `table` at this place.
results::Published& published(results::Results& results, const results::Coordinates& at,
                              const std::string& metric);

/// What is asked of a panel, of which nothing was asked if need be.
inline results::PanelRequest& request(results::Results& all, const std::string& panel) {
  for (results::PanelRequest& one : all.card.layout.panels)
    if (one.panel == panel) return one;
  return all.card.layout.panels.emplace_back(results::PanelRequest{panel});
}

/// A request less.
inline void dismiss(results::Results& all, const std::string& panel) {
  std::erase_if(all.card.layout.panels, [&](const auto& one) { return one.panel == panel; });
}

/// In the manner of Wang, Shen & Liu (2008), Table 2: 2 data sets x (nearest neighbours with 4, 9 and 16
/// neighbours, PLR, ours), 5 replicates, metrics gkl and test_error, averaged over nondegenerate replicates.
/// In Example 2 every replicate of 4 neighbours and all but one of 9 and 16 are degenerate; the paper prints
/// no gkl of NN there. The layout shows each neighbourhood in a column of its own.
results::Results table2();

/// Three data sets (as printed, a forensic reading of the same, another) x two classifiers x three methods
/// (two readings of bracket, which is no block itself, and platt), 4 replicates, metrics gkl and cre with
/// standard errors 0.001. The paper prints .500 for every gkl and .400 for every cre (se .001) of both data
/// sets; ours differ by round thousandths.
results::Results readings();

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
