#include "results/statistics/pools.hpp"

#include <cmath>
#include <vector>

#include "core/random/stream.hpp"
#include "results/statistics/agreement.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

/// Four pools whose means have the variance S, of which W is due to the divisions.
PooledNumber number(double difference, double S, double W, double p, double rounding = 0) {
  return {difference,
          {.pools = 4, .of_means = S, .of_divisions = W, .of_replicates = 100 * W},
          {p, 99},
          rounding};
}

} // namespace

TEST_CASE("the error of one pool has the pools' own deviation, that of new points has not",
          "[pools][oracle]") {
  const PooledNumber one = number(5, 16, 7, 3, 2);
  CHECK(one.error(Sampling::new_points).se == Approx(std::sqrt(16 / 4. + 9 + 4)));
  CHECK(one.error(Sampling::one_pool).se == Approx(std::sqrt(16 / 4. + 9 + 9 + 4)));
  CHECK(std::abs(one.z(Sampling::one_pool)) < std::abs(one.z(Sampling::new_points)));
}

TEST_CASE("the degrees of freedom are those of the pools, and fewer where divisions are taken off",
          "[pools][oracle]") {
  // P(|T| > 2) at 3 degrees of freedom, 1 - 2 (atan(2 / sqrt(3)) + 2 sqrt(3) / 7) / pi, is 0.139326
  CHECK(two_sided(number(2 * std::sqrt(20.), 16, 0, 0).z(Sampling::one_pool)) ==
        Approx(0.139326).epsilon(1e-5));
  CHECK(number(1, 16, 7, 3).error(Sampling::one_pool).df == 3);
  CHECK(number(1, 16, 7, 0).error(Sampling::one_pool).df == Approx(3 * std::pow(13. / 20, 2)));
  CHECK(number(1, 16, 7, 0).error(Sampling::new_points).df == 3);
}

TEST_CASE("pools that differ by less than their divisions do not differ", "[pools][degenerate]") {
  const PooledNumber one = number(5, 16, 20, 3);
  CHECK(one.error(Sampling::one_pool).se == Approx(std::sqrt(16 / 4. + 9)));
  CHECK(one.error(Sampling::one_pool).df >= 1);
}

TEST_CASE("fewer than two degrees of freedom are no ground for a verdict", "[pools][degenerate]") {
  const PooledNumber few = number(1, 16, 7, 0), enough = number(1, 16, 0, 0);
  CHECK(few.error(Sampling::one_pool).df < 2);
  CHECK(std::isnan(few.z(Sampling::one_pool)));
  CHECK(verdict_by(few.z(Sampling::one_pool)) == Verdict::cannot_tell);
  CHECK(joint_test({few, enough}, {{}, {few.ours}}, Sampling::one_pool).df == Approx(1));
}

TEST_CASE("a number is correlated with itself, whatever its errors", "[pools][oracle]") {
  const PooledNumber one = number(5, 16, 7, 3);
  for (const Sampling sampling : {Sampling::new_points, Sampling::one_pool})
    CHECK(correlation(one, one, one.ours, sampling) == Approx(1));
}

TEST_CASE("what two numbers share cancels in their paired difference", "[pools][oracle]") {
  const PooledNumber a = number(5, 16, 4, 3), b = number(4, 16, 4, 3);
  const PoolVariance none{.pools = 4, .of_means = 0, .of_divisions = 0, .of_replicates = 0};
  const PooledNumber same = paired(a, b, none, a.ours), apart = paired(a, b, none, none);
  CHECK(same.difference == 1);
  CHECK(same.published.se == Approx(0).margin(1e-12));
  CHECK(apart.published.se == Approx(std::sqrt(18.)));
}

namespace {

/// A study in the manner of Table 1: twelve cells whose pools and divisions are correlated, ours of 16 pools
/// and the paper's of one, with 100 divisions each. The same expectation is behind both.
class Tables {
 public:
  explicit Tables(core::Stream& stream) : stream_(stream) {}

  /// p of the block, by each way of sampling.
  std::vector<double> p() {
    std::vector<std::vector<double>> means(cells);
    for (std::size_t pool = 0; pool < pools; ++pool) {
      const std::vector<double> one = mean_of_a_pool();
      for (std::size_t i = 0; i < cells; ++i) means[i].push_back(one[i]);
    }
    const std::vector<double> theirs = mean_of_a_pool();
    std::vector<PooledNumber> numbers(cells);
    std::vector<std::vector<PoolVariance>> shared(cells, std::vector<PoolVariance>(cells));
    for (std::size_t i = 0; i < cells; ++i) {
      double ours = 0;
      for (const double one : means[i]) ours += one / pools;
      for (std::size_t j = 0; j <= i; ++j)
        shared[i][j] = {pools, covariance(means[i], means[j]), (i == j ? 1 : common) * division * division,
                        (i == j ? 1 : common) * 100 * division * division};
      numbers[i] = {ours - theirs[i], shared[i][i], {division, 99}, 0};
    }
    return {joint_test(numbers, shared, Sampling::new_points).p,
            joint_test(numbers, shared, Sampling::one_pool).p};
  }

 private:
  static constexpr std::size_t pools = 16, cells = 12;
  static constexpr double division = 0.002, own = 0.006, common = 0.8;

  std::vector<double> correlated(double sd) {
    const double all = std::sqrt(common) * stream_.normal();
    std::vector<double> out;
    for (std::size_t i = 0; i < cells; ++i)
      out.push_back(sd * (all + std::sqrt(1 - common) * stream_.normal()));
    return out;
  }

  std::vector<double> mean_of_a_pool() {
    const std::vector<double> pool = correlated(own), divisions = correlated(division);
    std::vector<double> out;
    for (std::size_t i = 0; i < cells; ++i) out.push_back(pool[i] + divisions[i]);
    return out;
  }

  core::Stream& stream_;
};

} // namespace

TEST_CASE(
    "a faithful table of one pool is rejected at the level by one pool's errors, and mostly by the others",
    "[pools][manufactured]") {
  core::Stream stream = core::StreamAxes{7, "pools", 0}.stream("tables");
  Tables tables(stream);
  int rejected = 0, rejected_as_new = 0;
  constexpr int studies = 200;
  for (int i = 0; i < studies; ++i) {
    const std::vector<double> p = tables.p();
    rejected_as_new += p[0] < 0.05;
    rejected += p[1] < 0.05;
  }
  INFO(rejected << " and " << rejected_as_new);
  CHECK(rejected <= 20); // 10 are expected, 20 are beyond three of their standard deviations
  CHECK(rejected_as_new >= studies / 2);
}
