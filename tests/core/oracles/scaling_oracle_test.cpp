#include "core/probability/scaling/beta.hpp"
#include "core/probability/scaling/counts.hpp"
#include "core/probability/scaling/softmax.hpp"
#include "tests/core/oracles/fixture.hpp"
#include "tests/support/catch.hpp"

using namespace core;
using tests::fixture;

namespace {

/// One column of a fixture as numbers.
Vector column(const std::string& name, std::size_t place) {
  const auto rows = fixture(name);
  Vector out(static_cast<Eigen::Index>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) out(static_cast<Eigen::Index>(i)) = std::stod(rows[i][place]);
  return out;
}

Estimate scaled(const Calibration& by) {
  return by.probability(column("scalings.csv", 0), column("scaling_sample.csv", 0),
                        column("scaling_sample.csv", 1));
}

double farthest(const Calibration& by, std::size_t place) {
  return (scaled(by).probability.positive() - column("scalings.csv", place)).cwiseAbs().maxCoeff();
}

} // namespace

TEST_CASE("the counted and the closed-form scalings are those written in R", "[scaling][oracle][fixture]") {
  REQUIRE(column("scaling_sample.csv", 0).size() == 90);
  CHECK(farthest(SoftmaxScaling(), 1) < 1e-11);
  CHECK(farthest(ZeroOneScaling(), 2) < 1e-11);
  ZeroOneScaling clipped;
  clipped.reading = ZeroOneScaling::Reading::clipped;
  CHECK(farthest(clipped, 3) < 1e-11);
  CHECK(farthest(ClippedScaling(), 4) < 1e-11);
  BinnedScaling bins;
  CHECK(farthest(bins, 5) < 1e-11);
  CHECK(farthest(bins, 6) > 1e-2);
  bins.bins = 50;
  CHECK(farthest(bins, 6) < 1e-11);
}

TEST_CASE("the beta maps and their N are those of R's pbeta, qbeta and exhaustive search",
          "[scaling][oracle][fixture]") {
  const auto totals = fixture("scaling_totals.csv");
  BetaScaling beta;
  CHECK(farthest(beta, 7) < 1e-9);
  CHECK(scaled(beta).facts.at("beta_total_positive") == std::stod(totals[0][1]));
  CHECK(scaled(beta).facts.at("beta_total_negative") == std::stod(totals[1][1]));
  beta.reading = BetaScaling::Reading::membership;
  CHECK(farthest(beta, 7) > 0.1);
  CHECK(farthest(beta, 8) < 1e-9);
  CHECK(farthest(SingleBetaScaling(), 9) < 1e-4);
  CHECK(scaled(SingleBetaScaling()).facts.at("beta_total") == Approx(std::stod(totals[2][1])).epsilon(1e-3));
}
