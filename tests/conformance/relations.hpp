#pragma once
#include <string>
#include <vector>

#include "tests/conformance/settings.hpp"

namespace conformance {

using Rows = std::vector<Eigen::Index>;

/// These rows of a sample, in this order.
inline core::Sample rows_of(const core::Sample& sample, const Rows& rows) {
  return {sample.x(rows, Eigen::all), sample.y(rows),
          sample.truth.empty() ? sample.truth : sample.truth.at(rows), sample.classes};
}

/// first, first + 1, ... [count].
inline Rows range(Eigen::Index first, Eigen::Index count) {
  Rows out;
  for (Eigen::Index i = 0; i < count; ++i) out.push_back(first + i);
  return out;
}

/// Every method with every classifier it takes, lambda fixed, on a simulated data set; `parts` observations
/// in each part.
inline std::vector<experiments::Setting> fixed_settings_on(const core::Entry& data, std::int64_t parts) {
  std::vector<experiments::Setting> out;
  for (experiments::Setting& setting : settings_on(data, parts))
    if (setting.tuning.id.empty() || setting.tuning.id == "fixed") out.push_back(std::move(setting));
  core::expect(!out.empty(), "some method is fitted to every simulated data set at a fixed lambda");
  return out;
}

inline const core::Entry& simulated(const std::string& id) {
  const auto& all = experiments::catalogue().data;
  return *std::find_if(all.begin(), all.end(), [&](const core::Entry& one) { return one.id == id; });
}

/// What a setting says of a draw of its data set, or of any other.
inline core::Estimate estimate_on(const experiments::Setting& setting, const core::Draw& draw) {
  core::DrawCache cache(draw, stream_axes(setting, 0));
  return build_estimator(setting)->estimate(cache);
}

/// All that an estimate says at the points [m x columns]: probabilities with their log-odds where there are
/// any, or scores.
inline core::Matrix said(const core::Estimate& estimate) {
  if (estimate.probability.empty()) return estimate.score;
  const core::Matrix p = estimate.probability.matrix();
  const core::Vector& odds = estimate.probability.log_odds();
  core::Matrix out(p.rows(), p.cols() + (odds.size() > 0 ? 1 : 0));
  out.leftCols(p.cols()) = p;
  if (odds.size() > 0) out.col(p.cols()) = odds;
  return out;
}

} // namespace conformance
