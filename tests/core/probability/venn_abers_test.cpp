#include "core/probability/scaling/venn_abers.hpp"

#include <cmath>

#include "core/random/stream.hpp"
#include "tests/core/oracles/fixture.hpp"
#include "tests/support/catch.hpp"

using core::IsotonicFit;
using core::score_levels;
using core::Vector;
using core::VennAbersFit;
using core::VennAbersPair;

namespace {

struct Calibrated {
  Vector score, y;
};

Calibrated calibrated(int n, int places, double slope, int number) {
  core::Stream stream("venn-abers " + std::to_string(number));
  Calibrated out{Vector(n), Vector(n)};
  for (int i = 0; i < n; ++i) {
    const double z = stream.uniform();
    out.score(i) = std::floor(places * z);
    out.y(i) = stream.uniform() < 0.5 + slope * (z - 0.5) ? 1 : -1;
  }
  return out;
}

/// The value at the score of the isotonic regression with one more point there.
double refitted(const Calibrated& data, double score, double label) {
  const Eigen::Index n = data.score.size();
  Vector scores(n + 1), y(n + 1);
  scores << data.score, score;
  y << data.y, label;
  return IsotonicFit(score_levels(scores, y))(score);
}

void check_against_refits(const Calibrated& data, int places) {
  const VennAbersFit fit(score_levels(data.score, data.y));
  for (double z = -1; z <= places; z += 0.5) {
    const VennAbersPair pair = fit(z);
    CAPTURE(z);
    CHECK(pair.p1 == refitted(data, z, 1));
    CHECK(pair.p0 == refitted(data, z, -1));
  }
}

} // namespace

TEST_CASE("Venn-Abers gives what two refits at every point give", "[venn_abers][oracle]") {
  int number = 0;
  for (const double slope : {-1.0, 0.0, 1.0})
    for (const int places : {1, 3, 12})
      for (const int n : {1, 2, 3, 5, 8, 30})
        for (int repeat = 0; repeat < 3; ++repeat) {
          CAPTURE(slope, places, n, repeat);
          check_against_refits(calibrated(n, places, slope, ++number), places);
        }
}

TEST_CASE("scores 1, 2, 3, 4 of classes 0, 0, 1, 1 have the pair 0 and 1 at 2.5",
          "[venn_abers][manufactured]") {
  Vector score(4), y(4);
  score << 1, 2, 3, 4;
  y << -1, -1, 1, 1;
  const VennAbersFit fit(score_levels(score, y));
  CHECK(fit(2.5).p0 == 0);
  CHECK(fit(2.5).p1 == 1);
  CHECK(fit(2.5).merged() == 0.5);
  CHECK(fit(0).p0 == 0);
  CHECK(fit(0).p1 == 1.0 / 3);
  CHECK(fit(5).p0 == 2.0 / 3);
  CHECK(fit(5).p1 == 1);
}

TEST_CASE("one class and all ties give the rule of succession", "[venn_abers][degenerate]") {
  const Vector same = Vector::Constant(4, 2);
  for (const double label : {-1.0, 1.0}) {
    const VennAbersFit fit(score_levels(same, Vector::Constant(4, label)));
    CHECK(fit(2).merged() == Approx(label > 0 ? 5.0 / 6 : 1.0 / 6));
  }
  Vector y(4);
  y << 1, -1, -1, -1;
  const VennAbersPair pair = VennAbersFit(score_levels(same, y))(2);
  CHECK(pair.p0 == 0.2);
  CHECK(pair.p1 == 0.4);
}

TEST_CASE("classes and scores reversed reverse the merged probability", "[venn_abers]") {
  const Calibrated data = calibrated(50, 20, 0.8, 99);
  const VennAbersFit fit(score_levels(data.score, data.y)), other(score_levels(-data.score, -data.y));
  for (double z = -1; z <= 20; z += 0.25)
    CHECK(fit(z).merged() + other(-z).merged() == Approx(1).margin(1e-15));
}

TEST_CASE("the merged probability is never 0 or 1, and rises with the score", "[venn_abers]") {
  const Calibrated data = calibrated(200, 1000, 1, 7);
  const VennAbersFit fit(score_levels(data.score, data.y));
  double last = 0;
  for (double z = -2; z < 1003; z += 0.5) {
    const double merged = fit(z).merged();
    CHECK((merged > 0 && merged < 1));
    CHECK(merged >= last);
    last = merged;
  }
}

TEST_CASE("a decision value level with a calibration value is taken for it", "[venn_abers][degenerate]") {
  Vector f(4), y(4);
  f << -1, 1, 1, 1;
  y << -1, 1, -1, 1;
  core::Matrix at(3, 1);
  at << 1 - 5e-11, 1, 1 + 5e-11;
  const auto estimate = core::VennAbersScaling().probability(at, f, y);
  const Vector p = estimate.probability.positive();
  CHECK(p(0) == p(1));
  CHECK(p(2) == p(1));
  CHECK(p(1) == Approx((3.0 / 4) / (1 - 2.0 / 4 + 3.0 / 4)));
  CHECK(estimate.facts.at("venn_abers_width") == Approx(0.25));
}

TEST_CASE("the pairs among a hundred thousand scores are those of refits", "[venn_abers]") {
  const Calibrated data = calibrated(100'000, 1'000'000, 0.6, 3);
  const VennAbersFit fit(score_levels(data.score, data.y));
  for (const double z : {10.5, 250'000.5, 500'000.5, 900'000.5}) {
    CHECK(fit(z).p1 == refitted(data, z, 1));
    CHECK(fit(z).p0 == refitted(data, z, -1));
  }
}

namespace {

core::VennAbersScaling cross(bool keeps_pairs = false) {
  core::VennAbersScaling out;
  out.variant = core::VennAbersScaling::Variant::cross;
  out.keeps_pairs = keeps_pairs;
  return out;
}

/// Every third score in a column of its own, not a number elsewhere.
core::Matrix apart(const Vector& score) {
  core::Matrix out = core::Matrix::Constant(score.size(), 3, std::nan(""));
  for (Eigen::Index i = 0; i < score.size(); ++i) out(i, i % 3) = score(i);
  return out;
}

} // namespace

TEST_CASE("cross Venn-Abers merges the predictors of its folds as the authors' package's pairs are merged",
          "[venn_abers][oracle][fixture]") {
  const auto rows = tests::fixture("calibrator_sample.csv"), answers = tests::fixture("cross_venn_abers.csv");
  Vector score(static_cast<Eigen::Index>(rows.size())), y(score.size());
  for (Eigen::Index i = 0; i < score.size(); ++i) {
    score(i) = std::stod(rows[static_cast<std::size_t>(i)][0]);
    y(i) = std::stod(rows[static_cast<std::size_t>(i)][1]);
  }
  REQUIRE(answers.size() == 42);
  for (const auto& answer : answers) {
    const core::Matrix at = core::Matrix::Constant(1, 3, std::stod(answer[0]));
    const auto estimate = cross(true).probability(at, apart(score), y);
    CHECK(estimate.probability.positive()(0) == Approx(std::stod(answer[1])).epsilon(1e-12));
    const double p0 = estimate.series.at("venn_abers.p0")[0], p1 = estimate.series.at("venn_abers.p1")[0];
    CHECK(p1 / (1 - p0 + p1) == Approx(std::stod(answer[1])).epsilon(1e-12));
    CHECK(p0 <= p1);
  }
}

TEST_CASE("cross Venn-Abers of one fold is the inductive predictor, and reads each fold's own values",
          "[venn_abers]") {
  const Calibrated data = calibrated(40, 15, 0.7, 5);
  const core::Matrix at = Vector::LinSpaced(31, -1, 16);
  const auto one = cross().probability(at, data.score, data.y);
  const auto inductive = core::VennAbersScaling().probability(at, data.score, data.y);
  CHECK(one.probability.positive() == inductive.probability.positive());
  CHECK(inductive.series.empty());
  core::Matrix moved = at.replicate(1, 3), shifted = apart(data.score);
  const Vector expected = cross().probability(moved, shifted, data.y).probability.positive();
  moved.col(1).array() += 100, shifted.col(1).array() += 100;
  CHECK((cross().probability(moved, shifted, data.y).probability.positive() - expected).norm() < 1e-14);
  CHECK(cross().reads(40).by_fold);
  CHECK_FALSE(core::VennAbersScaling().reads(40).by_fold);
}
