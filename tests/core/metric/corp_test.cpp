#include "core/metric/corp.hpp"

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"
#include "core/probability/scaling/isotonic.hpp"
#include "core/random/stream.hpp"
#include "core/sample/quantile.hpp"
#include "tests/support/catch.hpp"

using core::Vector;

namespace {

/// A value of the isotonic regression at one probability, and its chance.
struct Chance {
  double value, chance;
};

/// All that a sample of the points can say at q(at), by going through every choice of points and labels.
std::vector<Chance> all_values(const Vector& q, Eigen::Index at) {
  const auto m = static_cast<int>(q.size());
  std::vector<Chance> out;
  const int choices = static_cast<int>(std::pow(m, m)), labels = 1 << m;
  for (int choice = 0; choice < choices; ++choice)
    for (int label = 0; label < labels; ++label) {
      Vector drawn(m), y(m);
      double chance = std::pow(1.0 / m, m);
      for (int k = 0, left = choice; k < m; ++k, left /= m) {
        drawn(k) = q(left % m);
        y(k) = (label >> k) % 2 == 1 ? 1 : -1;
        chance *= y(k) > 0 ? drawn(k) : 1 - drawn(k);
      }
      const bool is_reached = drawn.minCoeff() <= q(at) && q(at) <= drawn.maxCoeff();
      if (is_reached) out.push_back({core::IsotonicFit(core::score_levels(drawn, y))(q(at)), chance});
    }
  std::sort(out.begin(), out.end(), [](const Chance& a, const Chance& b) { return a.value < b.value; });
  return out;
}

/// The chance of at most this value.
double chance_up_to(const std::vector<Chance>& values, double most) {
  double all = 0, below = 0;
  for (const Chance& each : values) {
    all += each.chance;
    if (each.value <= most + 1e-9) below += each.chance;
  }
  return below / all;
}

Vector of(std::initializer_list<double> values) {
  Vector out(static_cast<Eigen::Index>(values.size()));
  std::copy(values.begin(), values.end(), out.begin());
  return out;
}

} // namespace

TEST_CASE("a quantile by selection is that of the values sorted", "[metric][corp][oracle]") {
  core::Stream stream("quantiles");
  for (const std::size_t n : {1, 2, 3, 10, 101}) {
    std::vector<double> values(n);
    for (double& value : values) value = std::floor(20 * stream.uniform());
    std::vector<double> sorted = values;
    std::sort(sorted.begin(), sorted.end());
    for (const double share : {0.0, 0.05, 0.5, 0.77, 0.95, 1.0}) {
      CAPTURE(n, share);
      CHECK(core::quantile_by_selection(values, share) == core::quantile(sorted, share));
    }
  }
}

TEST_CASE("CORP bands are the quantiles over all samples that calibration allows",
          "[metric][corp][manufactured]") {
  const Vector q = of({0.1, 0.35, 0.6, 0.9}), y = of({-1, 1, -1, 1});
  const auto curve = core::corp_curve(q, y, core::Stream("corp"), 40'000);
  REQUIRE(curve.size() == 4);
  for (Eigen::Index j = 0; j < 4; ++j) {
    CAPTURE(j);
    const auto values = all_values(q, j);
    const core::CorpPoint& point = curve[static_cast<std::size_t>(j)];
    // The ends are where the exact distribution passes 5 and 95 %, up to the error of 40,000 draws.
    CHECK(chance_up_to(values, point.low) > 0.045);
    CHECK(chance_up_to(values, point.low - 1e-6) < 0.055);
    CHECK(chance_up_to(values, point.high) > 0.945);
    CHECK(chance_up_to(values, point.high - 1e-6) < 0.955);
  }
}

TEST_CASE("a CORP curve is the isotonic regression of the labels, and its stream decides its bands",
          "[metric][corp]") {
  const Vector q = of({0.2, 0.2, 0.7, 0.7, 0.9}), y = of({-1, 1, -1, -1, 1}), w = of({1, 1, 2, 1, 1});
  const auto curve = core::corp_curve(q, {y, w}, core::Stream("a"), 200);
  REQUIRE(curve.size() == 3);
  CHECK(curve[0].recalibrated == 0.2); // 1 of 5 by weight, with the next level
  CHECK(curve[1].recalibrated == 0.2);
  CHECK(curve[2].recalibrated == 1);
  CHECK(curve[1].weight == 3);
  const auto again = core::corp_curve(q, {y, w}, core::Stream("a"), 200),
             other = core::corp_curve(q, {y, w}, core::Stream("b"), 200);
  CHECK(again[1].high == curve[1].high);
  CHECK((other[0].low != curve[0].low || other[1].low != curve[1].low || other[1].high != curve[1].high ||
         other[0].high != curve[0].high));
}

TEST_CASE("nine in ten recalibrated values lie in their CORP bands where labels are drawn by q",
          "[metric][corp][manufactured]") {
  core::Stream stream("calibrated labels");
  double outside = 0;
  constexpr int times = 100;
  for (int t = 0; t < times; ++t) {
    Vector q(100), y(100);
    for (Eigen::Index i = 0; i < 100; ++i) {
      q(i) = stream.uniform();
      y(i) = stream.uniform() < q(i) ? 1 : -1;
    }
    outside += core::share_outside(core::corp_curve(q, y, core::Stream(std::to_string(t)), 200)) / times;
  }
  CHECK(outside > 0.04);
  CHECK(outside < 0.14);
}

TEST_CASE("CORP bands of 0, of 1 and of one point are no wider than chance", "[metric][corp][degenerate]") {
  const auto sure = core::corp_curve(of({0, 0, 1, 1}), of({-1, -1, 1, 1}), core::Stream("sure"), 100);
  CHECK((sure[0].low == 0 && sure[0].high == 0 && sure[1].low == 1 && sure[1].high == 1));
  CHECK(core::share_outside(sure) == 0);
  CHECK(core::share_outside(core::corp_curve(of({0, 1}), of({1, 1}), core::Stream("wrong"), 100)) == 0.5);
  const auto one = core::corp_curve(of({0.5}), of({1}), core::Stream("one"), 100);
  CHECK((one[0].low == 0 && one[0].high == 1));
  CHECK(core::corp_resamples(1) == 1000);
  CHECK(core::corp_resamples(1'000'000) == 100);
}
