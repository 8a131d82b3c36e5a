#include "results/statistics/printed_errors.hpp"

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"

namespace results {
namespace {

using ErrorValues = std::vector<double>;

double average(const ErrorValues& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

/// Mean and variance (divisor n - 1) of a cell on each pool.
struct OnPools {
  ErrorValues means, variances;

  explicit OnPools(const std::vector<ErrorValues>& pools) {
    for (const ErrorValues& one : pools) {
      means.push_back(average(one));
      variances.push_back(covariance(one, one));
    }
  }

  /// Of single replications.
  double variance(double replicates, Sampling sampling) const {
    const double within = average(variances);
    if (sampling == Sampling::one_pool) return within;
    return within + std::max(covariance(means, means) - within / replicates, 0.0);
  }
};

/// The weighted sum over cells of squared deviations, each over its variance: [pool][replicate].
std::vector<ErrorValues> standardised_squares(const std::vector<PrintedError>& printed,
                                              const PooledReplicates& ours, Sampling sampling) {
  std::vector<ErrorValues> out;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    const OnPools cell(ours[i]);
    const double mean = average(cell.means);
    out.resize(ours[i].size());
    for (std::size_t k = 0; k < ours[i].size(); ++k) {
      const ErrorValues& values = ours[i][k];
      const bool own = sampling == Sampling::one_pool;
      const double centre = own ? cell.means[k] : mean;
      const double variance =
          own ? cell.variances[k] : cell.variance(static_cast<double>(values.size()), sampling);
      out[k].resize(values.size());
      for (std::size_t r = 0; r < values.size(); ++r)
        out[k][r] += printed[i].weight * (values[r] - centre) * (values[r] - centre) / variance;
    }
  }
  return out;
}

/// The variance of single values about their pool's mean.
double variance_within(const std::vector<ErrorValues>& pools) {
  ErrorValues out;
  for (const ErrorValues& one : pools) out.push_back(covariance(one, one));
  return average(out);
}

/// The squared error of the sum of log errors of a study of one pool, and of ours.
double of_one_pool(const std::vector<PrintedError>& printed, const PooledReplicates& ours,
                   double replications) {
  const double single = variance_within(standardised_squares(printed, ours, Sampling::one_pool)) / 4;
  const std::size_t pools = ours.front().size();
  const auto n = static_cast<double>(ours.front().front().size());
  ErrorValues logs(pools);
  for (std::size_t i = 0; i < ours.size(); ++i) {
    const OnPools cell(ours[i]);
    for (std::size_t k = 0; k < pools; ++k) logs[k] += printed[i].weight * std::log(cell.variances[k]) / 2;
  }
  const double all = covariance(logs, logs);
  return std::max(all - single / n, 0.0) + single / replications + all / static_cast<double>(pools);
}

double of_new_points(const std::vector<PrintedError>& printed, const PooledReplicates& ours,
                     double replications) {
  const std::vector<ErrorValues> squares = standardised_squares(printed, ours, Sampling::new_points);
  ErrorValues means, all;
  for (const ErrorValues& one : squares) {
    means.push_back(average(one));
    all.insert(all.end(), one.begin(), one.end());
  }
  const double of_mean = covariance(means, means) / static_cast<double>(means.size());
  return covariance(all, all) / 4 / replications + of_mean / 4;
}

} // namespace

double ErrorRatio::z() const {
  return normal_equivalent(log_ratio / error.se, error.df);
}

std::vector<double> expected_errors(const PooledReplicates& ours, double replications, Sampling sampling) {
  ErrorValues out;
  for (const std::vector<ErrorValues>& cell : ours)
    out.push_back(
        std::sqrt(OnPools(cell).variance(static_cast<double>(cell.front().size()), sampling) / replications));
  return out;
}

ErrorRatio compare_errors(const std::vector<PrintedError>& printed, const PooledReplicates& ours,
                          double replications, Sampling sampling) {
  core::expect(!ours.empty() && printed.size() == ours.size() && ours.front().size() >= fewest_pools,
               "printed errors stand beside cells of three pools or more");
  ErrorRatio out;
  const ErrorValues expected = expected_errors(ours, replications, sampling);
  double rounding = 0;
  for (std::size_t i = 0; i < printed.size(); ++i) {
    out.log_ratio += printed[i].weight * std::log(printed[i].se / expected[i]);
    rounding += std::pow(printed[i].weight * printed[i].rounding / printed[i].se, 2);
  }
  const double variance = sampling == Sampling::one_pool ? of_one_pool(printed, ours, replications)
                                                         : of_new_points(printed, ours, replications);
  out.error = {std::sqrt(variance + rounding), static_cast<double>(ours.front().size()) - 1};
  return out;
}

} // namespace results
