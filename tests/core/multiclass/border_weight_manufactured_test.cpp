#include <algorithm>
#include <numeric>

#include "core/contract.hpp"
#include "core/elementary/functions.hpp"
#include "core/probability/multiclass/border_volumes.hpp"
#include "core/probability/multiclass/weight_grid.hpp"
#include "core/random/stream.hpp"
#include "tests/support/catch.hpp"

using core::border_volumes;
using core::BorderVolumes;
using core::GridPoint;
using core::log_probability_of_shares;
using core::Matrix;
using core::solid_angle;
using core::Stream;
using core::UserError;
using core::Vector;
using core::weight_grid;
using core::WeightGrid;
using Eigen::Index;

namespace {

Vector random_theta(Index K, double spread, Stream& stream) {
  Vector theta(K);
  for (Index k = 0; k < K; ++k) theta(k) = spread * stream.normal();
  return theta;
}

/// h_k by inclusion and exclusion: sum over sets T of the others of (-1)^|T| r_k / (r_k + sum_T r).
double by_inclusion_and_exclusion(const Vector& theta, Index k) {
  const Index K = theta.size();
  double sum = 0;
  for (unsigned set = 0; set < 1u << K; ++set) {
    if (set >> k & 1u) continue;
    double rate = core::exp(-theta(k)), sign = 1;
    for (Index j = 0; j < K; ++j)
      if (set >> j & 1u) rate += core::exp(-theta(j)), sign = -sign;
    sum += sign * core::exp(-theta(k)) / rate;
  }
  return sum;
}

/// h_k = integral over u in (0, 1) of prod over j != k of (1 - u^(p_k / p_j)), by the midpoint rule.
double by_integral(const Vector& theta, Index k) {
  constexpr int cells = 20'000;
  double sum = 0;
  for (int c = 0; c < cells; ++c) {
    const double u = core::log((c + 0.5) / cells);
    double product = 1;
    for (Index j = 0; j < theta.size(); ++j)
      if (j != k) product *= 1 - core::exp(u * core::exp(theta(k) - theta(j)));
    sum += product;
  }
  return sum / cells;
}

} // namespace

TEST_CASE("shares of the simplex: the subset recursion is the integral and inclusion-exclusion",
          "[manufactured][multiclass]") {
  Stream stream("shares");
  for (const Index K : {2, 3, 5, 8}) {
    const Vector theta = random_theta(K, 0.7, stream);
    const BorderVolumes at = border_volumes(theta);
    CHECK(at.share.sum() == Approx(1).epsilon(1e-13));
    for (Index k = 0; k < K; ++k) {
      CAPTURE(K, k);
      CHECK(at.share(k) == Approx(by_inclusion_and_exclusion(theta, k)).epsilon(1e-10));
      CHECK(at.share(k) == Approx(by_integral(theta, k)).margin(1e-3));
    }
  }
}

TEST_CASE("shares of the simplex: three classes have the paper's closed form", "[manufactured][multiclass]") {
  const double p1 = 0.2, p2 = 0.3, p3 = 0.5;
  const Vector theta = (Vector(3) << core::log(p1), core::log(p2), core::log(p3)).finished();
  CHECK(border_volumes(theta).share(2) == Approx(p3 * p3 * (p2 * p3 + p1 * p3 + 2 * p1 * p2) /
                                                 ((p1 + p3) * (p2 + p3) * (p1 * p2 + p1 * p3 + p2 * p3)))
                                              .epsilon(1e-13));
}

TEST_CASE(
    "shares of the simplex: the Jacobian is that of differences, symmetric, with constants as null space",
    "[manufactured][multiclass]") {
  Stream stream("jacobian");
  for (const Index K : {2, 3, 5, 8}) {
    const Vector theta = random_theta(K, 1, stream);
    const BorderVolumes at = border_volumes(theta);
    CHECK((at.jacobian - at.jacobian.transpose()).cwiseAbs().maxCoeff() < 1e-14);
    CHECK(at.jacobian.rowwise().sum().cwiseAbs().maxCoeff() < 1e-14);
    for (Index l = 0; l < K; ++l) {
      Vector up = theta, down = theta;
      up(l) += 1e-5;
      down(l) -= 1e-5;
      const Vector slope = (border_volumes(up).share - border_volumes(down).share) / 2e-5;
      CHECK((slope - at.jacobian.col(l)).cwiseAbs().maxCoeff() < 1e-9);
    }
  }
}

TEST_CASE("probabilities of shares: the inverse to 1e-10, however small a probability is",
          "[manufactured][multiclass]") {
  Stream stream("inverse");
  for (const Index K : {2, 3, 5, 8}) {
    for (int repeat = 0; repeat < 50; ++repeat) {
      const Vector theta = random_theta(K, repeat < 25 ? 1 : 4, stream);
      const Vector back = log_probability_of_shares(border_volumes(theta).share);
      const Vector off = (back - theta).array() - (back - theta).mean();
      CAPTURE(K, theta.transpose());
      CHECK(off.cwiseAbs().maxCoeff() < 1e-10);
      CHECK(back.array().exp().sum() == Approx(1).epsilon(1e-12));
    }
  }
}

TEST_CASE("the weight grid: the counts of points, and solid angles that fill the simplex",
          "[manufactured][multiclass]") {
  const auto counts = [](double step, Index K) {
    const WeightGrid grid = weight_grid(step, K);
    return std::pair(grid.interior, grid.points.size());
  };
  CHECK(counts(0.1, 3) == std::pair<std::size_t, std::size_t>(36, 66));
  CHECK(counts(0.04, 3) == std::pair<std::size_t, std::size_t>(276, 351));
  CHECK(counts(0.02, 3) == std::pair<std::size_t, std::size_t>(1176, 1326));
  CHECK(counts(0.01, 3) == std::pair<std::size_t, std::size_t>(4851, 5151));
  CHECK(counts(0.1, 5) == std::pair<std::size_t, std::size_t>(126, 1001));
  CHECK(counts(0.05, 5) == std::pair<std::size_t, std::size_t>(3876, 10626));
  CHECK(solid_angle(1, 3) == 0.5);
  CHECK(solid_angle(2, 3) == Approx(1.0 / 6).epsilon(1e-13));
  CHECK(solid_angle(2, 5) == Approx(0.20978).margin(1e-5));
  CHECK(solid_angle(3, 5) == Approx(0.064677).margin(1e-6));
  CHECK(solid_angle(4, 5) == Approx(0.0097847).margin(1e-7));
  const WeightGrid grid = weight_grid(0.02, 3);
  double sum = 0;
  for (const GridPoint& point : grid.points) sum += point.weight;
  CHECK(sum == Approx(50.0 * 50 / 2).epsilon(1e-12));
}

TEST_CASE("the weight grid: a boundary point asks the interior neighbour, zeros raised at the largest's cost",
          "[manufactured][multiclass]") {
  const WeightGrid grid = weight_grid(0.1, 3);
  for (std::size_t g = 0; g < grid.points.size(); ++g) {
    const GridPoint& point = grid.points[g];
    const GridPoint& asked = grid.points[point.interior];
    CHECK(std::accumulate(point.m.begin(), point.m.end(), 0) == 10);
    CHECK(point.interior < grid.interior);
    CHECK((g < grid.interior) == (point.interior == g));
    for (std::size_t k = 0; k < 3; ++k) {
      CHECK((point.allowed >> k & 1u) == (point.m[k] > 0 ? 1u : 0u));
      if (point.m[k] == 0) CHECK(asked.m[k] == 1);
    }
  }
  CHECK_THROWS_AS(weight_grid(0.03, 3), UserError);
  CHECK_THROWS_AS(weight_grid(0.5, 3), UserError);
}
