#include "experiments/catalog/methods.hpp"

#include "core/metric/metric.hpp"
#include "datasets/catalog.hpp"
#include "experiments/catalog/groups.hpp"

// The methods a config may name, and the catalogue of everything.
namespace experiments {

std::span<const MethodRow> methods() {
  static const std::vector<MethodRow> rows = [] {
    std::vector<MethodRow> all;
    for (const auto& group : {scalings(), weighted_calibrations(), direct_methods(), further_methods()})
      all.insert(all.end(), group.begin(), group.end());
    return all;
  }();
  return rows;
}

const Catalogue& catalogue() {
  static const Catalogue all = [] {
    Catalogue out;
    for (const auto& row : datasets::catalog()) out.data.push_back(row.entry);
    for (const auto& row : classifiers()) out.classifiers.push_back(row.entry);
    for (const auto& row : methods()) out.methods.push_back(row.entry);
    for (const auto& row : criteria()) out.criteria.push_back(row.entry);
    for (const auto& row : core::metrics()) {
      out.metrics.push_back(
          {std::string(row.id), std::string(row.label), std::string(row.meaning), row.smaller_is_better});
    }
    return out;
  }();
  return all;
}

} // namespace experiments
