#include "core/metric/metric.hpp"

#include <cmath>

#include "core/loss/logistic.hpp"
#include "core/metric/reliability.hpp"
#include "core/random/stream.hpp"
#include "tests/support/catch.hpp"

using core::Matrix;
using core::Probabilities;
using core::ReliabilityBin;
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
  Vector p(4), y(4);
  p << 0.6, 0.4, 0.55, 0.3;
  y << 1, -1, -1, 1; // the classes overlap, so that a slope exists
  const Sample test{Vector::LinSpaced(4, 0, 1), y, p};
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

namespace {

Matrix rows(std::initializer_list<std::initializer_list<double>> values) {
  Matrix out(static_cast<Eigen::Index>(values.size()), static_cast<Eigen::Index>(values.begin()->size()));
  Eigen::Index i = 0;
  for (const auto& row : values) {
    Eigen::Index j = 0;
    for (const double value : row) out(i, j++) = value;
    ++i;
  }
  return out;
}

Vector vec(std::initializer_list<double> values) {
  return Vector::Map(values.begin(), static_cast<Eigen::Index>(values.size()));
}

/// Labels 1, 3 of three classes with their true p.
Sample three_classes() {
  return {Matrix::Zero(2, 1), vec({1, 3}), Probabilities::of_classes(rows({{0.5, 0.3, 0.2}, {0, 0.5, 0.5}})),
          3};
}

} // namespace

TEST_CASE("of K classes every metric is the number computed by hand", "[metric]") {
  const Sample test = three_classes();
  const auto q = Probabilities::of_classes(rows({{0.6, 0.2, 0.2}, {0.25, 0.25, 0.5}}));
  CHECK(core::l1(q, test) == Approx((0.2 + 0.5) / 2));
  CHECK(core::l2(q, test) == Approx((0.02 + 0.125) / 2));
  CHECK(core::egkl(q, test) ==
        Approx((0.5 * std::log(0.5 / 0.6) + 0.3 * std::log(0.3 / 0.2) + 0.5 * std::log(2)) / 2));
  CHECK(core::gkl(q, test) - core::gkl(test.truth, test) == Approx(core::egkl(q, test)));
  CHECK(core::cre(q, test) == Approx(-(std::log(0.6) + std::log(0.5)) / 2));
  CHECK(core::log_likelihood(q, test) == Approx(std::log(0.6) + std::log(0.5)));
  CHECK(core::mse(q, test) == Approx((0.16 + 0.04 + 0.04 + 0.0625 + 0.0625 + 0.25) / 4));
  CHECK(core::test_error(q, test) == 0);
  const double first = 0.5 * std::log(0.5 / 0.6), others = 0.5 * std::log(0.5 / 0.4) + std::log(1 / 0.75);
  CHECK(core::egkl_as_coded(q, test) == Approx(3 * first / 2));
  CHECK(core::gkl_as_coded(q, test) == Approx(3 * (first + others) / 2));
}

TEST_CASE("t classes level at the top share the point, and the wrong one is a whole error",
          "[metric][degenerate]") {
  Sample test = three_classes();
  const auto level = Probabilities::of_classes(rows({{0.4, 0.4, 0.2}, {0.4, 0.4, 0.2}}));
  CHECK(core::test_error(level, test) == Approx((0.5 + 1) / 2));
  const double third = 1.0 / 3;
  CHECK(core::test_error(Probabilities::of_classes(rows({{third, third, third}, {1, 0, 0}})), test) ==
        Approx((2.0 / 3 + 1) / 2));
}

TEST_CASE("as coded one of level classes is taken: the first, or the one that wins most pairs",
          "[metric][degenerate]") {
  const Sample test = three_classes(); // the first class, then the third
  core::Estimate estimate;
  estimate.probability = Probabilities::of_classes(rows({{0.4, 0.4, 0.2}, {0.2, 0.4, 0.4}}));
  CHECK(core::test_error_first(estimate.probability, test) == 0.5);
  CHECK(core::test_error_voted(estimate, test) == 0.5);
  estimate.voted = test.y;
  CHECK(core::test_error_voted(estimate, test) == 0);
  estimate.voted = vec({2, 2});
  CHECK(core::test_error_voted(estimate, test) == 1);
  CHECK(core::test_error_first(estimate.probability, test) == 0.5);
}

TEST_CASE("a class without probability costs nothing where it does not occur and everything where it does",
          "[metric][degenerate]") {
  const Sample test = three_classes();
  CHECK(std::isfinite(core::egkl(Probabilities::of_classes(rows({{0.5, 0.3, 0.2}, {0, 0.5, 0.5}})), test)));
  CHECK(std::isinf(core::egkl(Probabilities::of_classes(rows({{0.5, 0.5, 0}, {0, 0.5, 0.5}})), test)));
  CHECK(core::egkl(test.truth, test) == 0);
}

TEST_CASE("two classes as two columns are two classes, with every bit of every metric", "[metric]") {
  const Vector p = vec({0.3, 0.9, 0.5, 0.6}), q = vec({0.35, 0.7, 0.5, 0.8});
  const Sample one{Matrix::Zero(4, 1), vec({1, -1, 1, 1}), p};
  Sample other = one;
  other.truth = Probabilities::of_classes(Probabilities(p).matrix());
  for (const auto& row : core::metrics()) {
    CAPTURE(row.id);
    const core::Draw draw{one, {}, one}, same{other, {}, other};
    CHECK(row.value({q, {}}, draw) ==
          row.value({Probabilities::of_classes(Probabilities(q).matrix()), {}}, same));
  }
}

TEST_CASE("a probability that rounds to 0 has the logarithm that travels with it, of K classes too",
          "[metric][degenerate]") {
  const auto bare = Probabilities::of_classes(rows({{0, 1, 0}}));
  const auto known = Probabilities::of_classes(rows({{0, 1, 0}}), rows({{-800, 0, -900}}));
  const Sample test{Matrix::Zero(1, 1), vec({1}), {}, 3};
  CHECK(std::isinf(core::cre(bare, test)));
  CHECK(core::cre(known, test) == 800);
  CHECK(std::isinf(core::cre(known.as_rounded(), test)));
  CHECK(core::cre(known.at(std::vector<Eigen::Index>{0}), test) == 800);
}

TEST_CASE("a score decides where there is no probability, and 0 is half an error", "[metric]") {
  core::Estimate decided;
  decided.score = vec({2, -1, 0, -3});
  const Sample test{Matrix::Zero(4, 1), vec({1, 1, 1, -1})};
  CHECK(core::test_error(decided, test) == Approx(1.5 / 4));
}

TEST_CASE("asking K classes for the probability of the positive one is a mistake of the program",
          "[metric]") {
  CHECK_THROWS_AS(Probabilities::of_classes(rows({{0.2, 0.3, 0.5}})).positive(), std::logic_error);
}

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

TEST_CASE("the interval of a share has a width where all labels agree, and holds the share",
          "[metric][reliability][manufactured]") {
  CHECK(core::wilson_interval(8, 8).low == Approx(0.675592).epsilon(1e-5)); // n / (n + z^2)
  CHECK(core::wilson_interval(8, 8).high == 1);
  CHECK(core::wilson_interval(0, 2).low == 0);
  CHECK(core::wilson_interval(0, 2).high == Approx(0.657620).epsilon(1e-5));
  CHECK(core::wilson_interval(0, 0).low == 0);
  CHECK(core::wilson_interval(0, 0).high == 1);
  for (const int n : {1, 2, 8, 1000})
    for (int k = 0; k <= n; k += n > 8 ? 100 : 1) {
      CAPTURE(n, k);
      const auto interval = core::wilson_interval(k, n), mirrored = core::wilson_interval(n - k, n);
      const double share = static_cast<double>(k) / n;
      CHECK((0 <= interval.low && interval.low <= share && share <= interval.high && interval.high <= 1));
      CHECK(interval.high - interval.low > 0);
      CHECK(interval.low == Approx(1 - mirrored.high).margin(1e-12));
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
