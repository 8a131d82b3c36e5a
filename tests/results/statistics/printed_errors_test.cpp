#include "results/statistics/printed_errors.hpp"

#include <cmath>
#include <vector>

#include "core/random/stream.hpp"
#include "results/statistics/agreement.hpp"
#include "tests/support/catch.hpp"

using namespace results;

TEST_CASE("the expected error of one pool is that within pools, that of new points has the pools' spread",
          "[printed_errors][oracle]") {
  // variances within 2 and 8, of the means 12.5; 2 replicates a pool, 9 replications
  const PooledReplicates ours{{{1, 3}, {5, 9}}};
  CHECK(expected_errors(ours, 9, Sampling::one_pool)[0] == Approx(std::sqrt(5. / 9)));
  CHECK(expected_errors(ours, 9, Sampling::new_points)[0] == Approx(std::sqrt((5 + (12.5 - 5. / 2)) / 9)));
}

TEST_CASE("weights of a contrast cancel what all printed errors share", "[printed_errors][oracle]") {
  const PooledReplicates ours{{{1, 3, 4}, {5, 9, 7}, {2, 2, 6}}, {{2, 6, 8}, {10, 18, 14}, {4, 4, 12}}};
  std::vector<PrintedError> printed{{0.2, 0, -1}, {0.4, 0, 1}};
  for (const Sampling sampling : {Sampling::new_points, Sampling::one_pool})
    CHECK(compare_errors(printed, ours, 100, sampling).log_ratio == Approx(0).margin(1e-12));
  printed[1].se = 0.4 * std::exp(0.5);
  CHECK(compare_errors(printed, ours, 100, Sampling::one_pool).log_ratio == Approx(0.5));
}

TEST_CASE("a coarsely printed error is known less well", "[printed_errors]") {
  const PooledReplicates ours{{{1, 3, 4}, {5, 9, 7}, {2, 2, 6}}};
  const auto error = [&](double rounding) {
    return compare_errors({{0.2, rounding, 1}}, ours, 100, Sampling::one_pool).error.se;
  };
  CHECK(std::pow(error(0.1), 2) - std::pow(error(0), 2) == Approx(0.25));
}

namespace {

constexpr std::size_t cells = 4, pools = 16, divisions = 60;
constexpr double own = 1, within = 1, common = 0.7;

std::vector<double> correlated(core::Stream& stream, double sd) {
  const double all = std::sqrt(common) * stream.normal();
  std::vector<double> out;
  for (std::size_t i = 0; i < cells; ++i) out.push_back(sd * (all + std::sqrt(1 - common) * stream.normal()));
  return out;
}

/// [cell][replicate] of a pool whose spread is its own.
std::vector<std::vector<double>> of_a_pool(core::Stream& stream, std::size_t n) {
  const double spread = within * std::exp(0.1 * stream.normal());
  const std::vector<double> centre = correlated(stream, own);
  std::vector<std::vector<double>> out(cells);
  for (std::size_t r = 0; r < n; ++r) {
    const std::vector<double> one = correlated(stream, spread);
    for (std::size_t i = 0; i < cells; ++i) out[i].push_back(centre[i] + one[i]);
  }
  return out;
}

double error_of(const std::vector<double>& values) {
  return std::sqrt(covariance(values, values) / static_cast<double>(values.size()));
}

/// The standard errors that a study of 100 replications prints.
std::vector<PrintedError> study(core::Stream& stream, Sampling sampling) {
  std::vector<std::vector<double>> values(cells);
  if (sampling == Sampling::one_pool) values = of_a_pool(stream, 100);
  for (int r = 0; r < 100 && sampling == Sampling::new_points; ++r) {
    const auto one = of_a_pool(stream, 1);
    for (std::size_t i = 0; i < cells; ++i) values[i].push_back(one[i].front());
  }
  std::vector<PrintedError> out;
  for (std::size_t i = 0; i < cells; ++i) out.push_back({error_of(values[i]), 0, 1. / cells});
  return out;
}

struct Rejections {
  int right = 0, wrong = 0; ///< of 200 studies, by the sampling that was used and by the other
};

Rejections rejections(Sampling used) {
  core::Stream stream = core::StreamAxes{11, "printed errors", used == Sampling::one_pool}.stream("tables");
  const Sampling other = used == Sampling::one_pool ? Sampling::new_points : Sampling::one_pool;
  Rejections out;
  for (int s = 0; s < 200; ++s) {
    PooledReplicates ours(cells);
    for (std::size_t k = 0; k < pools; ++k) {
      const auto pool = of_a_pool(stream, divisions);
      for (std::size_t i = 0; i < cells; ++i) ours[i].push_back(pool[i]);
    }
    const std::vector<PrintedError> printed = study(stream, used);
    out.right += std::abs(compare_errors(printed, ours, 100, used).z()) > 1.96;
    out.wrong += std::abs(compare_errors(printed, ours, 100, other).z()) > 1.96;
  }
  return out;
}

} // namespace

TEST_CASE("printed errors of either sampling are rejected at the level by it, and mostly by the other",
          "[printed_errors][manufactured]") {
  for (const Sampling used : {Sampling::new_points, Sampling::one_pool}) {
    const Rejections found = rejections(used);
    INFO(found.right << " and " << found.wrong);
    CHECK(found.right <= 20); // 10 are expected
    CHECK(found.wrong >= 80);
  }
}

TEST_CASE("on new points the error of a printed error is that of squared deviations, by the delta method",
          "[printed_errors][oracle]") {
  const std::vector<std::vector<double>> pool_values{{1, 3, 4}, {5, 9, 7}, {2, 2, 6}};
  double mean = 0, within = 0;
  std::vector<double> means;
  for (const auto& one : pool_values) {
    means.push_back((one[0] + one[1] + one[2]) / 3);
    mean += means.back() / 3;
    within += covariance(one, one) / 3;
  }
  const double variance = within + std::max(covariance(means, means) - within / 3, 0.0);
  std::vector<double> squares, of_pools;
  for (const auto& one : pool_values) {
    double sum = 0;
    for (const double value : one) {
      squares.push_back((value - mean) * (value - mean) / variance);
      sum += squares.back();
    }
    of_pools.push_back(sum / 3);
  }
  // log s is half of log s^2, whose variance over R values is that of a squared deviation over R.
  const double theirs = covariance(squares, squares) / 4 / 100, ours = covariance(of_pools, of_pools) / 3 / 4;
  const ErrorRatio ratio = compare_errors({{0.2, 0, 1}}, {pool_values}, 100, Sampling::new_points);
  CHECK(ratio.error.se == Approx(std::sqrt(theirs + ours)));
  CHECK(ratio.error.df == 2);
}
