#pragma once
#include <cstdint>
#include <vector>

#include "results/record/columns.hpp"

namespace results {

/// The criterion over lambda in the replicates of one setting. All vectors are of one length.
struct CriterionCurve {
  std::int32_t setting = 0;         ///< index into StudyCard::settings
  std::vector<double> lambda{};     ///< ascending, positive
  std::vector<double> mean{};       ///< of the finite values; NaN where there is none
  std::vector<double> low, high{};  ///< between which the middle 80 % of the finite values lie
  std::vector<std::int32_t> chosen; ///< how many replicates chose this lambda
};

/// One of each setting whose replicates keep their curves over one grid of at least two lambdas, by setting.
/// Cost: that of sorting the points of all curves.
std::vector<CriterionCurve> criterion_curves(const Results& results);

} // namespace results
