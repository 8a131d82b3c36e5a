#pragma once
#include <limits>

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

} // namespace handmade
