#include "core/probability/scaling/isotonic.hpp"

#include <algorithm>
#include <cmath>

#include "core/random/stream.hpp"
#include "tests/support/catch.hpp"

using core::IsotonicFit;
using core::score_levels;
using core::Vector;

namespace {

struct Scored {
  Vector score, y;
};

/// Scores on a grid of `places`, so that many are tied where it is coarse.
Scored scored(int n, int places, const char* name) {
  core::Stream stream(name);
  Scored out{Vector(n), Vector(n)};
  for (int i = 0; i < n; ++i) {
    const double z = stream.uniform();
    out.score(i) = std::floor(places * z);
    out.y(i) = stream.uniform() < z ? 1 : -1;
  }
  return out;
}

/// The value at a level by definition: the greatest over the first levels of the least over the last ones of
/// the shares of positives between them.
double by_definition(const std::vector<core::ScoreLevel>& levels, std::size_t at) {
  double greatest = 0;
  for (std::size_t first = 0; first <= at; ++first) {
    double least = 1, points = 0, positives = 0;
    for (std::size_t last = first; last < levels.size(); ++last) {
      points += static_cast<double>(levels[last].points);
      positives += static_cast<double>(levels[last].positives);
      if (last >= at) least = std::min(least, positives / points);
    }
    greatest = std::max(greatest, least);
  }
  return greatest;
}

} // namespace

TEST_CASE("isotonic regression is the greatest of the least shares, to the last bit", "[isotonic][oracle]") {
  for (const int places : {2, 5, 40, 1000})
    for (const int n : {1, 2, 3, 10, 60}) {
      const Scored data = scored(n, places, "isotonic");
      const IsotonicFit fit(score_levels(data.score, data.y));
      CAPTURE(places, n);
      CHECK(core::is_isotonic_minimum(fit.levels(), fit.values()));
      for (std::size_t j = 0; j < fit.values().size(); ++j)
        CHECK(fit.values()[j] == by_definition(fit.levels(), j));
    }
}

TEST_CASE("the check of the minimum refuses values that are not", "[isotonic][degenerate]") {
  Vector score(4), y(4);
  score << 1, 2, 3, 4;
  y << 1, -1, -1, 1;
  const auto levels = score_levels(score, y);
  CHECK(core::is_isotonic_minimum(levels, {1.0 / 3, 1.0 / 3, 1.0 / 3, 1}));
  CHECK_FALSE(core::is_isotonic_minimum(levels, {0.5, 0.5, 0.5, 0.5})); // pools too much
  CHECK_FALSE(core::is_isotonic_minimum(levels, {1, 0, 0, 1}));         // falls
  CHECK_FALSE(core::is_isotonic_minimum(levels, {0.5, 0.5, 0, 1}));
  CHECK_FALSE(core::is_isotonic_minimum(levels, {0.3, 0.3, 0.3, 1}));
  CHECK_FALSE(core::is_isotonic_minimum(levels, {1.0 / 3, 1.0 / 3, 1.0 / 3}));
}

TEST_CASE("scores that already rise with the classes keep their shares", "[isotonic][manufactured]") {
  Vector score(10), y(10);
  score << 1, 1, 2, 2, 2, 3, 3, 3, 3, 4;
  y << -1, -1, 1, -1, -1, 1, -1, 1, -1, 1;
  const IsotonicFit fit(score_levels(score, y));
  CHECK(fit.values() == std::vector<double>{0, 1.0 / 3, 0.5, 1});
  CHECK(fit.blocks() == 4);
  CHECK(fit(1.5) == Approx(1.0 / 6));
  CHECK(fit(-100) == 0);
  CHECK(fit(100) == 1);
}

TEST_CASE("ties are pooled before anything else, whatever their order", "[isotonic][degenerate]") {
  Vector score(4), y(4);
  score << 1, 1, 1, 1;
  y << 1, -1, -1, -1;
  for (int turn = 0; turn < 4; ++turn) {
    std::rotate(y.data(), y.data() + 1, y.data() + 4);
    const IsotonicFit fit(score_levels(score, y));
    CHECK(fit.values() == std::vector<double>{0.25});
    CHECK(fit(0) == 0.25);
    CHECK(fit(2) == 0.25);
  }
}

TEST_CASE("one class, two points and perfect separation", "[isotonic][degenerate]") {
  const Vector score = Vector::LinSpaced(6, -1, 1);
  for (const double label : {-1.0, 1.0}) {
    const IsotonicFit fit(score_levels(score, Vector::Constant(6, label)));
    CHECK(fit.blocks() == 1);
    CHECK(fit(0.3) == (label > 0 ? 1 : 0));
  }
  Vector two(2), rising(2);
  two << 0, 1;
  rising << -1, 1;
  CHECK(IsotonicFit(score_levels(two, rising))(0.25) == 0.25);
  CHECK(IsotonicFit(score_levels(two, -rising))(0.25) == 0.5);
  const Vector y = score.unaryExpr([](double z) { return z > 0 ? 1.0 : -1.0; });
  const IsotonicFit fit(score_levels(score, y));
  for (Eigen::Index i = 0; i < 6; ++i) CHECK(fit(score(i)) == (y(i) > 0 ? 1 : 0));
}

TEST_CASE("decision values that rounding has parted are one, and their order is nothing",
          "[isotonic][degenerate]") {
  Vector f(4), y(4);
  f << 1 - 3e-11, 1, 1 + 3e-11, 2;
  y << 1, -1, -1, 1;
  const Vector at = Vector::Constant(1, 1);
  for (int turn = 0; turn < 3; ++turn) {
    std::rotate(y.data(), y.data() + 1, y.data() + 3);
    const auto estimate = core::IsotonicScaling().probability(at, f, y);
    CHECK(estimate.probability.positive()(0) == 1.0 / 3);
    CHECK(estimate.facts.at("isotonic_blocks") == 2);
  }
}

TEST_CASE("a rising map of the scores moves no value of a level", "[isotonic]") {
  const Scored data = scored(80, 30, "a rising map");
  const Vector cubes = data.score.array().cube();
  CHECK(IsotonicFit(score_levels(data.score, data.y)).values() ==
        IsotonicFit(score_levels(cubes, data.y)).values());
}

TEST_CASE("the probabilities of isotonic regression rise with the score", "[isotonic]") {
  const Scored data = scored(200, 1000, "rising");
  const IsotonicFit fit(score_levels(data.score, data.y));
  double last = 0;
  for (double z = -5; z < 1005; z += 0.37) {
    CHECK(fit(z) >= last);
    last = fit(z);
  }
}

TEST_CASE("rising scores have the values that each has alone", "[isotonic]") {
  const Scored data = scored(200, 60, "rising scores");
  const IsotonicFit fit(score_levels(data.score, data.y, 1));
  std::vector<double> scores;
  for (double z = -5; z < 65; z += 0.37) scores.insert(scores.end(), {z, z});
  const std::vector<double> together = fit.at_rising(scores);
  REQUIRE(together.size() == scores.size());
  for (std::size_t i = 0; i < scores.size(); ++i) CHECK(together[i] == fit(scores[i]));
}

TEST_CASE("the ends of isotonic regression are as fitted, or those of the rule of succession", "[isotonic]") {
  Vector f(4), y(4);
  f << 1, 2, 3, 4;
  y << -1, -1, 1, 1;
  core::IsotonicScaling scaling;
  const Vector clipped = scaling.probability(f, f, y).probability.positive();
  CHECK(clipped == Vector(Eigen::Vector4d(1.0 / 6, 1.0 / 6, 5.0 / 6, 5.0 / 6)));
  scaling.ends = core::IsotonicScaling::Ends::exact;
  CHECK(scaling.probability(f, f, y).probability.positive() == Vector(Eigen::Vector4d(0, 0, 1, 1)));
}

TEST_CASE("centred isotonic regression stands at the mean score of each block, and is linear between",
          "[isotonic][manufactured]") {
  Vector score(5), y(5);
  score << 1, 2, 3, 3, 5;
  y << -1, 1, -1, -1, 1; // blocks: 0 at 1, a third at 8/3, 1 at 5
  const IsotonicFit pooled(score_levels(score, y));
  const core::CentredIsotonicFit centred(pooled);
  CHECK(pooled.blocks() == 3);
  CHECK(centred(8.0 / 3) == Approx(1.0 / 3));
  CHECK(centred(1 + (8.0 / 3 - 1) / 2) == Approx(1.0 / 6));
  CHECK(centred(2) == Approx(0.2));
  CHECK(pooled(2) == Approx(1.0 / 3));
  CHECK(centred(4.3) == Approx(1.0 / 3 + (4.3 - 8.0 / 3) / (5 - 8.0 / 3) * 2 / 3));
  CHECK(centred(1) == 0);
  CHECK(centred(-7) == 0);
  CHECK(centred(5) == 1);
  CHECK(centred(90) == 1);
}

TEST_CASE(
    "centred isotonic regression has the blocks' values, rises strictly between the ends, and is level "
    "where one block is all",
    "[isotonic]") {
  const Scored data = scored(300, 90, "centred");
  const IsotonicFit pooled(score_levels(data.score, data.y));
  const core::CentredIsotonicFit centred(pooled);
  REQUIRE(pooled.blocks() > 4);
  double last = centred(-1);
  CHECK(last == pooled.values().front());
  CHECK(centred(91) == pooled.values().back());
  for (double z = 0; z <= 90; z += 0.5) {
    const double value = centred(z);
    CHECK((value > last || value == pooled.values().front() || value == pooled.values().back()));
    last = value;
  }
  const core::CentredIsotonicFit level(
      IsotonicFit(score_levels(data.score, Vector::Constant(300, -1).eval())));
  CHECK(level(45) == 0);
}

TEST_CASE("the centred variant of the scaling is that fit, clipped as the pooled one is", "[isotonic]") {
  const Scored data = scored(60, 20, "centred scaling");
  core::IsotonicScaling scaling;
  scaling.variant = core::IsotonicScaling::Variant::centred;
  const core::Matrix at = Vector::LinSpaced(43, -1, 21);
  const Vector p = scaling.probability(at, data.score, data.y).probability.positive();
  const core::CentredIsotonicFit fit(IsotonicFit(score_levels(data.score, data.y)));
  for (Eigen::Index i = 0; i < p.size(); ++i)
    CHECK(p(i) == std::clamp(fit(at(i, 0)), 1.0 / 62, 1 - 1.0 / 62));
}
