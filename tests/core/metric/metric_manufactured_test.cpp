#include <cmath>

#include "core/loss/logistic.hpp"
#include "core/metric/metric.hpp"
#include "tests/support/catch.hpp"

using core::Sample;
using core::Vector;

namespace {

Vector pair(double a, double b) {
  Vector v(2);
  v << a, b;
  return v;
}

Sample two_points(double p0, double p1, double y0, double y1) {
  return {pair(0, 1), pair(y0, y1), pair(p0, p1)};
}

} // namespace

TEST_CASE("GKL and CRE are the numbers computed by hand", "[metric]") {
  const Sample test = two_points(0.8, 0.2, 1, 1);
  const Vector q = pair(0.5, 0.25);
  CHECK(core::gkl(q, test) == Approx(-(std::log(0.5) + 0.2 * std::log(0.25) + 0.8 * std::log(0.75)) / 2));
  CHECK(core::cre(q, test) == Approx(-(std::log(0.5) + std::log(0.25)) / 2));
}

TEST_CASE("GKL less CRE is what the labels differ from their p, whatever is estimated", "[metric]") {
  const auto gap = [](const Vector& q, const Sample& test) {
    return core::metric("gkl_minus_cre").value({q, {}}, {test, {}, test});
  };
  const Vector q = pair(0.7, 0.1);
  // log-odds of q times (label in {0, 1} less p), averaged
  const double by_hand = ((1 - 0.8) * std::log(0.7 / 0.3) + (0 - 0.2) * std::log(0.1 / 0.9)) / 2;
  CHECK(gap(q, two_points(0.8, 0.2, 1, -1)) == Approx(by_hand));
  CHECK(gap(pair(0.5, 0.5), two_points(0.8, 0.2, 1, -1)) == Approx(0).margin(1e-15));
}

TEST_CASE("the true p is the minimiser of GKL", "[metric]") {
  const Sample test = two_points(0.8, 0.3, 1, -1);
  const double best = core::gkl(test.truth, test);
  for (const double d : {-0.05, 0.05}) CHECK(core::gkl(pair(0.8 + d, 0.3), test) > best);
}

TEST_CASE("certainty in the wrong label is infinitely bad, in the right one free", "[metric][degenerate]") {
  CHECK(std::isinf(core::cre(pair(0, 0.5), two_points(1, 1, 1, 1))));
  CHECK(core::cre(pair(1, 0), two_points(1, 0, 1, -1)) == 0);
  CHECK(core::gkl(pair(1, 0), two_points(1, 0, 1, -1)) == 0);
}

TEST_CASE("what rounds to 0 or 1 has the loss of its log-odds, what does not the same bits as without",
          "[metric][degenerate]") {
  const auto loss = [](double f, double y) {
    return core::cre({pair(core::sigmoid(f), 0.5), pair(f, 0)}, two_points(1, 1, y, 1)) * 2 - std::log(2);
  };
  CHECK(core::sigmoid(40) == 1);
  CHECK(loss(40, -1) == Approx(40).epsilon(1e-14));
  CHECK(loss(40, 1) == Approx(0).margin(1e-15));
  CHECK(core::sigmoid(-800) == 0);
  CHECK(loss(-800, 1) == Approx(800).epsilon(1e-14));
  for (double f = 10; f < 60; f += 0.125) {
    CAPTURE(f);
    CHECK(loss(f, -1) == Approx(f + std::log1p(std::exp(-f))).epsilon(1e-9));
    CHECK(loss(-f, 1) == Approx(loss(f, -1)).epsilon(1e-9));
  }
  for (double f = -15; f < 15; f += 0.5) {
    const core::Vector q = pair(core::sigmoid(f), 0.25), log_odds = pair(f, std::log(1. / 3));
    const Sample test = two_points(0.3, 0.9, -1, 1);
    CHECK(core::cre({q, log_odds}, test) == core::cre(q, test));
    CHECK(core::gkl({q, log_odds}, test) == core::gkl(q, test));
  }
  const core::Vector q = pair(1, 0), unbounded = pair(core::infinity, -core::infinity);
  CHECK(core::cre({q, unbounded}, two_points(1, 0, 1, -1)) == 0);
  CHECK(std::isinf(core::cre({q, unbounded}, two_points(1, 0, -1, -1))));
}

TEST_CASE("a probability of one half is half an error", "[metric]") {
  CHECK(core::test_error(pair(0.5, 0.9), two_points(1, 1, 1, -1)) == Approx(0.75));
  CHECK(core::error_percent({pair(0.5, 0.9), {}}, two_points(1, 1, 1, -1)) == Approx(75));
}

TEST_CASE("every listed metric has a name, a meaning and a finite value at the truth",
          "[metric][conformance]") {
  const Sample test = two_points(0.6, 0.4, 1, -1);
  const core::Draw draw{test, {}, test};
  for (const auto& row : core::metrics()) {
    CAPTURE(row.id);
    CHECK_FALSE(row.meaning.empty());
    CHECK(&core::metric(row.id) == &row);
    CHECK(std::isfinite(row.value({test.truth, {}}, draw)));
  }
}

TEST_CASE("the mean squared error of p against labels coded 0 and 1", "[metric]") {
  CHECK(core::mse(pair(0.5, 0.9), two_points(1, 1, 1, -1)) == Approx((0.25 + 0.81) / 2));
  CHECK(core::mse(pair(1, 0), two_points(1, 1, 1, -1)) == 0);
  CHECK(core::mse(pair(1, 0), two_points(1, 1, -1, 1)) == 1);
}

TEST_CASE("the mean cross entropy of a fold is shared out over the rows of all folds", "[metric]") {
  const Sample two = two_points(1, 1, 1, -1);
  core::Draw draw{two, {}, two};
  const double per_row = core::cre(pair(0.5, 0.9), two);
  CHECK(core::mcre(pair(0.5, 0.9), draw) == Approx(per_row / 2));
  draw.tune = two;
  CHECK(core::mcre(pair(0.5, 0.9), draw) == Approx(per_row / 3));
}
