#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/solver/certificate.hpp"
#include "core/types.hpp"

namespace core {

/// What a cell can say about all the fits it looked at.
struct FitSummary {
  double worst_relative_gap = 0;
  std::int64_t fits = 0;
  std::int64_t dc_steps = 0; ///< of all of them together, 0 for the hinge loss
  Status status = Status::ok;

  void see(double relative_gap, Status status);
  void see(const Certificate& certificate) { see(certificate.relative_gap(), certificate.status); }
  void see(const FitSummary& other);
};

/// Estimated class probabilities with what is known about how they came about.
struct Estimate {
  Vector probability; ///< P(Y = +1) [m]
  FitSummary summary; ///< of every fit that was looked at, tuning included
  std::map<std::string, double>
      facts{}; ///< diagnostics by name: the chosen lambda, sigma, non-monotone points, ...
  /// Vectors by "<table>.<column>", all columns of a table of one length: the criterion's curve, a path's
  /// breakpoints.
  std::map<std::string, std::vector<double>> series{};
  /// [m] log P(Y = +1) / P(Y = -1), where the method has it: what probability rounds to 0 or 1 still has a
  /// finite loss by it. Empty elsewhere.
  Vector log_odds{};
};

} // namespace core
