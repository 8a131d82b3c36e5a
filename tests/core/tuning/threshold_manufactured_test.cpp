#include "core/tuning/threshold.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using namespace core;

namespace {

Vector scores(std::initializer_list<double> values) {
  Vector out(static_cast<Eigen::Index>(values.size()));
  std::copy(values.begin(), values.end(), out.begin());
  return out;
}

} // namespace

TEST_CASE("threshold: costs are the shares of the classes, so that refusing all and taking all cost the same",
          "[threshold][manufactured]") {
  const Labels y = scores({1, -1, -1, -1});
  const ErrorCosts costs(y);
  CHECK(costs.share() == 0.25);
  CHECK(costs.log_odds() == Approx(std::log(1.0 / 3)));
  const Vector score = scores({0.5, 0.1, 0.2, 0.3});
  CHECK(doubled_cost(score, y, 10, costs) == 2 * 3);
  CHECK(doubled_cost(score, y, -10, costs) == 2 * 3);
  CHECK(doubled_cost(score, y, 0.4, costs) == 0);
  CHECK(doubled_cost(score, y, 0.5, costs) == 3);
}

TEST_CASE("threshold: it is the point of the best gap nearest to the anchor, clear of the scores",
          "[threshold][manufactured]") {
  const Labels y = scores({1, -1, -1, -1});
  const Vector score = scores({0.5, 0.1, 0.2, 0.3});
  CHECK(best_threshold(score, y, ErrorCosts(y), 0.41).value == 0.41);
  CHECK(best_threshold(score, y, ErrorCosts(y), 2).value == Approx(0.498));
  CHECK(best_threshold(score, y, ErrorCosts(y), -2).value == Approx(0.302));
  CHECK(best_threshold(score, y, ErrorCosts(y), 0.41).loss == 0);
}

TEST_CASE("threshold: no place of a fine grid costs less", "[threshold][oracle]") {
  tests::Dice dice(7);
  for (int trial = 0; trial < 20; ++trial) {
    Vector score(60);
    Labels y(60);
    for (Eigen::Index i = 0; i < 60; ++i) {
      y(i) = dice.uniform() < 0.25 ? 1 : -1;
      score(i) = std::round(4 * (dice.normal() + y(i))) / 4;
    }
    y.head(2) << 1, -1;
    const ErrorCosts costs(y);
    const Threshold best = best_threshold(score, y, costs, costs.log_odds());
    const double n = 60;
    CHECK(best.loss * n * n * 2 == Approx(static_cast<double>(doubled_cost(score, y, best.value, costs))));
    double nearest = infinity;
    for (double place = -8.0625; place < 8; place += 0.125) {
      const double loss = static_cast<double>(doubled_cost(score, y, place, costs)) / (2 * n * n);
      CHECK(loss >= best.loss - 1e-12);
      if (loss <= best.loss + 1e-12) nearest = std::min(nearest, std::abs(place - costs.log_odds()));
    }
    CHECK(std::abs(best.value - costs.log_odds()) <= nearest + 0.13);
    CHECK(best_threshold(score, y, costs, ThresholdGrid{costs.log_odds()}).loss >= best.loss - 1e-12);
  }
}

TEST_CASE("threshold: scores that a solver cannot tell apart are one score", "[threshold][degenerate]") {
  // A thousand negatives and thirty positives pile up at -1 but for rounding, the positives a little higher.
  Vector score(1100);
  Labels y = Labels::Constant(1100, -1);
  for (Eigen::Index i = 0; i < 1100; ++i) score(i) = i < 1070 ? -1 + 1e-10 * static_cast<double>(i % 7) : 0.5;
  y.head(30).setConstant(1);
  score.head(30).array() += 1e-9;
  y.tail(20).setConstant(1);
  const ErrorCosts costs(y);
  const Threshold best = best_threshold(score, y, costs, -0.2);
  CHECK(best.value == -0.2);
  CHECK(best.loss == Approx((30 * 1050.0 + 10 * 50.0 + 0) / 1100 / 1100));
}

TEST_CASE(
    "threshold: where deciding all alike is best it lies beside all scores, at the anchor where that is",
    "[threshold][degenerate]") {
  const Labels y = scores({1, -1});
  CHECK(best_threshold(scores({1, 1}), y, ErrorCosts(y), 3).value == 3);
  CHECK(best_threshold(scores({1, 1}), y, ErrorCosts(y), -3).value == -3);
  const Threshold wrong = best_threshold(scores({-1, 1}), y, ErrorCosts(y), 0);
  CHECK(wrong.loss == Approx(0.25));
  CHECK(std::abs(wrong.value) > 1);
}
