#include <algorithm>
#include <cmath>

#include "core/probability/multiclass/bayes_rule.hpp"
#include "datasets/simulated/wu2010.hpp"
#include "tests/support/catch.hpp"

using core::Vector;
using datasets::wu2010::Example;
using datasets::wu2010::probabilities;
using datasets::wu2010::Simulated;

namespace {

core::Draw drawn(Example example, std::int64_t n) {
  Simulated source;
  source.example = example;
  source.n_train = source.n_test = source.n_tune = n;
  return source.draw({2010, "wu2010 test", 0});
}

/// The mean over a sample of [y = k] - p_k in its standard errors, the largest over k.
double largest_deviation(const core::Sample& sample) {
  const core::Matrix p = sample.truth.matrix();
  double largest = 0;
  for (Eigen::Index k = 0; k < p.cols(); ++k) {
    double sum = 0, variance = 0;
    for (Eigen::Index i = 0; i < p.rows(); ++i) {
      sum += (sample.y(i) == static_cast<double>(k + 1) ? 1 : 0) - p(i, k);
      variance += p(i, k) * (1 - p(i, k));
    }
    largest = std::max(largest, std::abs(sum) / std::sqrt(variance));
  }
  return largest;
}

/// The Bayes boundaries over 200 training points, from 101 by 101 points.
std::vector<core::BoundaryLine> boundaries(Example example) {
  Simulated source;
  source.example = example;
  source.n_train = 200;
  source.n_test = 10201;
  source.test_points = datasets::wu2010::TestPoints::lattice;
  const core::Draw draw = source.draw({2010, "wu2010 test", 0});
  const auto lattice = core::lattice_of(draw.test.x);
  REQUIRE(lattice);
  return core::class_boundaries(*lattice, draw.test.truth.matrix().array().log());
}

} // namespace

TEST_CASE("Wu, Zhang & Liu's examples: labels have the frequencies of the stated probabilities",
          "[manufactured]") {
  for (const Example example : {Example::one, Example::two, Example::three, Example::four}) {
    const core::Draw draw = drawn(example, 4000);
    CAPTURE(static_cast<int>(example));
    CHECK(draw.train.classes == (example == Example::four ? 5 : 3));
    CHECK(draw.train.truth.classes() == draw.train.classes);
    CHECK((draw.train.truth.matrix().rowwise().sum().array() - 1).abs().maxCoeff() < 1e-14);
    CHECK(largest_deviation(draw.train) < 4);
    CHECK(largest_deviation(draw.tune) < 4);
    CHECK(draw.train.x != draw.test.x);
  }
}

TEST_CASE("Example 1: the posterior of normal classes at the corners of a triangle", "[manufactured]") {
  const Vector centre = probabilities(Example::one, 0, 0), right = probabilities(Example::one, 1, 0);
  for (int k = 0; k < 3; ++k) CHECK(centre(k) == Approx(1.0 / 3).epsilon(1e-13));
  CHECK(right(0) == Approx(right(1)).epsilon(1e-12));
  // |x - mu_3|^2 = 0 and |x - mu_1|^2 = 3, over 2 (.49).
  CHECK(std::log(right(2) / right(0)) == Approx(3 / 0.98).epsilon(1e-12));
}

TEST_CASE("Example 2: log-odds of the classes are the stated quadratics", "[manufactured]") {
  const Vector p = probabilities(Example::two, 1.5, -4);
  CHECK(std::log(p(2) / p(0)) == Approx(3).epsilon(1e-12));
  CHECK(std::log(p(1) / p(0)) == Approx(-0.2 * 2.25 + 1.6 - 0.2 - (-1.5 + 0.225 - 0.8 + 0.1)).epsilon(1e-12));
}

TEST_CASE("Example 3: normal scores of the t distribution, mirrored and right to its far tail",
          "[manufactured]") {
  // T_2(t) = .975 = Phi(1.959963984540054) at t^2 = 1.805 / .0975.
  const Vector p = probabilities(Example::three, 0, std::sqrt(1.805 / 0.0975) / 5);
  CHECK(std::log(p(0) / p(2)) == Approx(1.959963984540054).epsilon(1e-12));
  CHECK(std::log(p(1) / p(2)) == Approx(-1.959963984540054).epsilon(1e-12));
  // T_2(-100) = 4.999250124979e-5 = Phi(-3.890609...): the tail of Phi there is T_2's.
  const Vector far = probabilities(Example::three, 0, 20);
  const double score = std::log(far(1) / far(2));
  CHECK(std::erfc(-score / std::sqrt(2.0)) / 2 ==
        Approx(1 / (std::sqrt(10002.0) * (std::sqrt(10002.0) + 100))));
  CHECK(std::log(far(0) / far(2)) == Approx(-score).epsilon(1e-12));
}

TEST_CASE("test points on a lattice lie over the training sample, which is drawn as without",
          "[manufactured]") {
  Simulated source;
  source.n_train = 50;
  source.n_test = 130; // 11 by 11, and some left
  const core::Draw draw = source.draw({2010, "wu2010 test", 0});
  source.test_points = datasets::wu2010::TestPoints::lattice;
  const core::Draw on_lattice = source.draw({2010, "wu2010 test", 0});
  CHECK(on_lattice.train.x == draw.train.x);
  CHECK(on_lattice.test.size() == 121);
  CHECK(on_lattice.test.x.colwise().maxCoeff() == draw.train.x.colwise().maxCoeff());
  CHECK(on_lattice.test.x.colwise().minCoeff() == draw.train.x.colwise().minCoeff());
  CHECK(core::lattice_of(on_lattice.test.x));
  CHECK_FALSE(core::lattice_of(draw.test.x));
}

TEST_CASE("on the Bayes boundaries of each example the two largest true probabilities are level",
          "[manufactured]") {
  for (const auto& [example, error] :
       {std::pair(Example::one, 1e-9), std::pair(Example::two, 2e-3), std::pair(Example::four, 1e-9)}) {
    const auto lines = boundaries(example);
    CHECK(lines.size() >= 2);
    double largest = 0;
    for (const core::BoundaryLine& line : lines)
      for (const auto& [x1, x2] : line) {
        Vector p = probabilities(example, x1, x2);
        std::sort(p.begin(), p.end());
        largest = std::max(largest, p(p.size() - 1) - p(p.size() - 2));
      }
    CAPTURE(static_cast<int>(example));
    CHECK(largest <= error);
  }
}

TEST_CASE("the Bayes boundaries of Example 3 are the borders of its three sectors, to a third of a step",
          "[manufactured]") {
  const auto lines = boundaries(Example::three);
  CHECK(lines.size() == 3);
  for (const core::BoundaryLine& line : lines)
    for (const auto& [x1, x2] : line) {
      const double root = std::sqrt(3.0);
      const double off = std::min({std::abs(x2), std::abs(root * x1 - x2) / 2, std::abs(root * x1 + x2) / 2});
      CHECK(off <= 0.2 / 3);
    }
}
