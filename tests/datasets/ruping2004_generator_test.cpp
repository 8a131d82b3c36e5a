#include <cmath>

#include "datasets/simulated/ruping2004.hpp"
#include "tests/support/catch.hpp"

using core::StreamAxes;
using datasets::ruping2004::TwoNormals;

TEST_CASE("half of each part is of either class, the odd point negative", "[datasets]") {
  TwoNormals source;
  source.n_train = 31, source.n_test = 200, source.n_tune = 10;
  const auto draw = source.draw({1, "halves", 0});
  CHECK(draw.train.size() == 31);
  CHECK(draw.train.y.sum() == -1);
  CHECK(draw.test.y.sum() == 0);
  CHECK(draw.tune.y.sum() == 0);
  CHECK(draw.train.x.cols() == 1);
}

TEST_CASE("the classes are N(0, 1) and N(2, 1)", "[datasets]") {
  TwoNormals source;
  source.n_test = 40'000;
  const auto test = source.draw({2, "laws", 0}).test;
  const double error = 4 / std::sqrt(20'000);
  for (const double label : {-1.0, 1.0}) {
    double sum = 0, squares = 0, count = 0;
    for (Eigen::Index i = 0; i < test.size(); ++i) {
      if (test.y(i) != label) continue;
      const double off = test.x(i, 0) - (label > 0 ? 2 : 0);
      sum += off, squares += off * off, ++count;
    }
    CHECK(sum / count == Approx(0).margin(error));
    CHECK(squares / count == Approx(1).margin(std::sqrt(2) * error));
  }
}

TEST_CASE("p(x) is the density ratio of the two laws, and the labels follow it", "[datasets]") {
  TwoNormals source;
  source.n_test = 40'000;
  const auto test = source.draw({3, "ratio", 0}).test;
  double expected = 0, variance = 0, positive = 0;
  for (Eigen::Index i = 0; i < test.size(); ++i) {
    const double x = test.x(i, 0), p = test.truth.positive()(i);
    const double one = std::exp(-(x - 2) * (x - 2) / 2), other = std::exp(-x * x / 2);
    CHECK(p == Approx(one / (one + other)).epsilon(1e-12));
    if (p < 0.6 || p > 0.9) continue;
    expected += p, variance += p * (1 - p), positive += test.y(i) > 0;
  }
  CHECK(positive == Approx(expected).margin(4 * std::sqrt(variance)));
}

TEST_CASE("the size of one part changes no point of another", "[datasets][reproducibility]") {
  TwoNormals plain, sized;
  sized.n_test = 10, sized.n_tune = 50;
  const StreamAxes axes{4, "parts", 0};
  CHECK(plain.draw(axes).train.x == sized.draw(axes).train.x);
  CHECK(plain.draw(axes).test.x.topRows(10) == sized.draw(axes).test.x);
  CHECK(plain.draw(axes).train.x != plain.draw({4, "parts", 1}).train.x);
}
