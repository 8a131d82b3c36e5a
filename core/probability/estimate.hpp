#pragma once
#include <map>
#include <string>
#include <vector>

#include "core/probability/audit.hpp"
#include "core/types.hpp"

namespace core {

/// Estimated class probabilities with what is known about how they came about.
struct Estimate {
  Vector probability; ///< P(Y = +1) [m]
  Audit audit;        ///< of every fit that was looked at, tuning included
  std::map<std::string, double>
      facts{}; ///< diagnostics by name: the chosen lambda, sigma, non-monotone points, ...
  /// Vectors by "<table>.<column>", all columns of a table of one length: the criterion's curve, a path's
  /// breakpoints.
  std::map<std::string, std::vector<double>> series{};
};

} // namespace core
