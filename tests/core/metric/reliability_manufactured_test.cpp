#include <cmath>

#include "core/metric/reliability.hpp"
#include "core/random/stream.hpp"
#include "tests/support/catch.hpp"

using core::ReliabilityBin;
using core::Vector;

namespace {

Vector vector_of(std::initializer_list<double> values) {
  Vector out(static_cast<Eigen::Index>(values.size()));
  std::copy(values.begin(), values.end(), out.begin());
  return out;
}

} // namespace

TEST_CASE("a reliability diagram is the one computed by hand", "[metric][reliability][manufactured]") {
  const Vector q = vector_of({0.02, 0.06, 0.25, 0.25, 0.25, 0.25, 0.97}),
               y = vector_of({-1, -1, 1, -1, -1, -1, 1});
  const auto bins = core::reliability(q, y);
  REQUIRE(bins.size() == 10);
  CHECK(bins[0].count == 2);
  CHECK(bins[0].mean_predicted == Approx(0.04));
  CHECK(bins[0].share_of_positives == 0);
  CHECK(bins[0].standard_error == 0);
  CHECK(bins[2].count == 4);
  CHECK(bins[2].mean_predicted == 0.25);
  CHECK(bins[2].share_of_positives == 0.25);
  CHECK(bins[2].standard_error == Approx(std::sqrt(0.25 * 0.75 / 4)));
  CHECK(bins[9].count == 1);
  CHECK(bins[9].share_of_positives == 1);
  for (const std::size_t k : {1U, 3U, 4U, 5U, 6U, 7U, 8U}) {
    CHECK(bins[k].count == 0);
    CHECK(std::isnan(bins[k].share_of_positives));
  }
}

TEST_CASE("a probability on an edge belongs to the bin above it, and one to the last",
          "[metric][reliability][degenerate]") {
  for (const std::int64_t bins : {1, 2, 3, 7, 10, 20, 40})
    for (std::int64_t k = 0; k <= bins; ++k) {
      CAPTURE(bins, k);
      const double edge = static_cast<double>(k) / static_cast<double>(bins);
      const auto diagram = core::reliability(vector_of({edge}), vector_of({1}), bins);
      for (std::int64_t b = 0; b < bins; ++b)
        CHECK(diagram[static_cast<std::size_t>(b)].count == (b == std::min(k, bins - 1) ? 1 : 0));
      CHECK(diagram.front().from == 0);
      CHECK(diagram.back().to == 1);
    }
}

TEST_CASE("labels drawn at the stated probabilities lie within the errors, inverted ones do not",
          "[metric][reliability][manufactured]") {
  core::Stream stream("reliability");
  const Eigen::Index n = 20'000;
  Vector q(n), y(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    q(i) = stream.uniform();
    y(i) = stream.uniform() < q(i) ? 1 : -1;
  }
  std::int64_t points = 0;
  for (const ReliabilityBin& bin : core::reliability(q, y)) {
    points += bin.count;
    CHECK(std::abs(bin.share_of_positives - bin.mean_predicted) < 4 * bin.standard_error);
  }
  CHECK(points == n);
  const ReliabilityBin wrong = core::reliability(q, -y).front();
  CHECK(std::abs(wrong.share_of_positives - wrong.mean_predicted) > 40 * wrong.standard_error);
}

TEST_CASE("no points make ten empty bins", "[metric][reliability][degenerate]") {
  const auto bins = core::reliability(Vector(0), Vector(0));
  REQUIRE(bins.size() == 10);
  for (const ReliabilityBin& bin : bins) CHECK(bin.count == 0);
}

TEST_CASE("what is no probability, or has no label, is a broken promise", "[metric][reliability][checker]") {
  CHECK_THROWS_AS(core::reliability(vector_of({1.01}), vector_of({1})), std::logic_error);
  CHECK_THROWS_AS(core::reliability(vector_of({std::nan("")}), vector_of({1})), std::logic_error);
  CHECK_THROWS_AS(core::reliability(vector_of({0.5}), vector_of({1, 1})), std::logic_error);
}
