#include "core/metric/calibration_scores.hpp"

#include <cmath>

#include "core/contract.hpp"
#include "core/metric/metric.hpp"
#include "core/random/stream.hpp"
#include "tests/core/oracles/fixture.hpp"
#include "tests/support/catch.hpp"

using core::Vector;

namespace {

Vector column(std::initializer_list<double> values) {
  Vector out(static_cast<Eigen::Index>(values.size()));
  std::copy(values.begin(), values.end(), out.begin());
  return out;
}

/// So many points of one probability, some of them positive.
struct Group {
  double q;
  int points, positives;
};

struct Judged {
  Vector q, y;
};

Judged judged(std::initializer_list<Group> groups) {
  std::vector<double> q, y;
  for (const Group& group : groups)
    for (int i = 0; i < group.points; ++i) {
      q.push_back(group.q);
      y.push_back(i < group.positives ? 1 : -1);
    }
  return {Eigen::Map<Vector>(q.data(), q.size()), Eigen::Map<Vector>(y.data(), y.size())};
}

/// Probabilities on a grid, and labels that follow their squares.
Judged drawn(int n, int places) {
  core::Stream stream("calibration scores");
  Judged out{Vector(n), Vector(n)};
  for (int i = 0; i < n; ++i) {
    out.q(i) = std::floor(stream.uniform() * places) / places;
    out.y(i) = stream.uniform() < out.q(i) * out.q(i) ? 1 : -1;
  }
  return out;
}

double auc_by_pairs(const Judged& data) {
  double wins = 0, pairs = 0;
  for (Eigen::Index i = 0; i < data.q.size(); ++i)
    for (Eigen::Index j = 0; j < data.q.size(); ++j)
      if (data.y(i) > 0 && data.y(j) < 0) {
        ++pairs;
        wins += data.q(i) > data.q(j) ? 1 : data.q(i) == data.q(j) ? 0.5 : 0;
      }
  return wins / pairs;
}

} // namespace

TEST_CASE("AUC is the share of pairs in order, ties one half", "[metric][oracle]") {
  for (const int places : {2, 4, 1000}) {
    const Judged data = drawn(150, places);
    CAPTURE(places);
    CHECK(core::auc(data.q, data.y) == Approx(auc_by_pairs(data)).epsilon(1e-14));
  }
  CHECK(core::auc(column({1, 2, 3, 4}), column({-1, -1, 1, 1})) == 1);
  CHECK(core::auc(column({1, 2, 3, 4}), column({1, 1, -1, -1})) == 0);
  CHECK(core::auc(column({2, 2, 2}), column({1, -1, -1})) == 0.5);
  CHECK(core::auc(column({-core::infinity, 0, core::infinity}), column({-1, 1, 1})) == 1);
  CHECK(std::isnan(core::auc(column({1, 2}), column({1, 1}))));
}

TEST_CASE("AUC: that of scikit-learn", "[metric][oracle][fixture]") {
  const auto rows = tests::fixture("calibrator_sample.csv");
  Vector score(static_cast<Eigen::Index>(rows.size())), y(score.size());
  for (Eigen::Index i = 0; i < score.size(); ++i) {
    score(i) = std::stod(rows[static_cast<std::size_t>(i)][0]);
    y(i) = std::stod(rows[static_cast<std::size_t>(i)][1]);
  }
  CHECK(core::auc(score, y) == Approx(std::stod(tests::fixture("calibrator_auc.csv")[0][0])).epsilon(1e-14));
}

TEST_CASE("AUC is of the log-odds, which tell apart what rounds to 1", "[metric]") {
  core::Estimate estimate;
  estimate.probability = core::Probabilities(column({1, 1}), column({50, 60}));
  core::Draw draw;
  draw.test.y = column({-1, 1});
  CHECK(core::metric("auc").value(estimate, draw) == 1);
}

TEST_CASE("ten points of .9 with one positive have a calibration error of .8", "[metric][manufactured]") {
  const Judged data = judged({{0.9, 10, 1}});
  CHECK(core::ece_equal_width(data.q, data.y) == Approx(0.8));
  CHECK(core::ece_equal_mass(data.q, data.y) == Approx(0.8));
}

TEST_CASE("bins of equal width and of equal mass part the points otherwise", "[metric][manufactured]") {
  const Judged data = judged({{0.01, 5, 0}, {0.02, 5, 1}, {0.03, 5, 0}, {0.04, 5, 1}});
  CHECK(core::ece_equal_width(data.q, data.y) == Approx(0.1 - 0.025));
  CHECK(core::ece_equal_mass(data.q, data.y) ==
        Approx((0.04 + 0.17 + 0.72 + 0.12 + 0.13 + 0.64) / 20)); // two a bin
}

TEST_CASE("the order of tied points moves no calibration error", "[metric][degenerate]") {
  const Judged data = drawn(97, 5);
  const Judged backwards{data.q.reverse(), data.y.reverse()};
  CHECK(core::ece_equal_mass(data.q, data.y) ==
        Approx(core::ece_equal_mass(backwards.q, backwards.y)).epsilon(1e-14));
  for (const int n : {1, 2, 9, 10, 11}) {
    const Judged few = drawn(n, 1000);
    CAPTURE(n);
    double each = 0;
    for (int i = 0; i < n; ++i) each += std::abs(few.q(i) - (few.y(i) > 0 ? 1 : 0)) / n;
    if (n <= 10) CHECK(core::ece_equal_mass(few.q, few.y) == Approx(each)); // a bin a point
  }
}

TEST_CASE("probabilities that are right have no miscalibration, sharper ones that are wrong have all of it",
          "[metric][manufactured]") {
  const Judged right = judged({{0.25, 4, 1}, {0.75, 4, 3}}), wrong = judged({{0.1, 5, 0}, {0.9, 5, 5}});
  const core::BrierParts a = core::brier_parts(right.q, right.y), b = core::brier_parts(wrong.q, wrong.y);
  CHECK(a.miscalibration == 0);
  CHECK(a.uncertainty == 0.25);
  CHECK(a.miscalibration - a.discrimination + a.uncertainty == Approx(0.1875));
  CHECK(b.miscalibration == Approx(0.01));
  CHECK(b.discrimination == Approx(0.25));
  CHECK(b.miscalibration - b.discrimination + b.uncertainty == Approx(0.01));
}

TEST_CASE("the parts make up the Brier score, and none is below 0", "[metric]") {
  for (const int places : {1, 3, 20, 1000})
    for (const int n : {1, 2, 5, 200}) {
      const Judged data = drawn(n, places);
      const core::BrierParts parts = core::brier_parts(data.q, data.y);
      CAPTURE(places, n);
      CHECK((parts.miscalibration >= 0 && parts.discrimination >= 0 && parts.uncertainty >= 0));
      CHECK(parts.miscalibration - parts.discrimination + parts.uncertainty ==
            Approx(core::mse(data.q, {{}, data.y})).margin(1e-14));
    }
}

TEST_CASE("the share of positives throughout neither errs nor discriminates", "[metric][degenerate]") {
  const Judged data = judged({{0.3, 10, 3}});
  const core::BrierParts parts = core::brier_parts(data.q, data.y);
  CHECK(parts.miscalibration == Approx(0).margin(1e-16));
  CHECK(parts.discrimination == Approx(0).margin(1e-16));
  CHECK(parts.uncertainty == Approx(0.21));
}

TEST_CASE("a metric of two classes refuses three", "[metric][degenerate]") {
  core::Draw draw;
  draw.test = {core::Matrix::Zero(1, 1), column({1}), {}, 3};
  core::Estimate estimate;
  estimate.probability = core::Probabilities::of_classes(core::Matrix::Constant(1, 3, 1.0 / 3));
  for (const core::MetricRow& row : core::calibration_metrics())
    CHECK_THROWS_AS(row.value(estimate, draw), core::UserError);
}
