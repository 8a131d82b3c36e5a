#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/multiclass/methods/bayes_rule.hpp"
#include "datasets/simulated/ruping2004.hpp"
#include "datasets/simulated/wang2008.hpp"
#include "datasets/simulated/wu2010.hpp"
#include "tests/support/catch.hpp"

using core::StreamAxes;
using core::Vector;
using datasets::ruping2004::TwoNormals;
using datasets::wang2008::Example1;
using datasets::wang2008::Example2;
using datasets::wu2010::Example;
using datasets::wu2010::probabilities;
using datasets::wu2010::Simulated;

namespace {

Example1 example1(Example1::Disk disk, Example1::Flip flip, double rate) {
  Example1 example;
  example.disk = disk;
  example.flip = flip;
  example.flip_rate = rate;
  return example;
}

/// Share of labels of the whole replicate that disagree with the side of the disk.
double flipped(const core::Draw& draw) {
  double count = 0;
  for (const core::Sample* sample : {&draw.train, &draw.test}) {
    for (Eigen::Index i = 0; i < sample->size(); ++i) count += (sample->x(i, 0) >= 0) != (sample->y(i) > 0);
  }
  return count / static_cast<double>(draw.train.size() + draw.test.size());
}

} // namespace

TEST_CASE("Example 1 lies in the unit disk and has exactly 20% of its labels flipped", "[datasets]") {
  const int replicate = GENERATE(range(0, 5));
  const auto draw = Example1{}.draw(StreamAxes{1, "example1", replicate});
  CHECK(draw.train.size() == 100);
  CHECK(draw.test.size() == 900);
  CHECK(draw.tune.size() == 0);
  CHECK(draw.train.x.rowwise().squaredNorm().maxCoeff() <= 1);
  CHECK(flipped(draw) == Approx(0.2).margin(1e-12));
}

TEST_CASE("Example 1 is uniform on the disk: the squared radius is uniform on [0, 1]", "[datasets]") {
  Example1 example;
  example.sizes = {1, 20'000, 0};
  const auto draw = example.draw(StreamAxes{2, "disk", 0});
  const auto squared = draw.test.x.rowwise().squaredNorm();
  CHECK(squared.mean() == Approx(0.5).margin(4 * 0.2887 / std::sqrt(20'000)));
  CHECK(draw.test.x.col(0).mean() == Approx(0).margin(4 * 0.5 / std::sqrt(20'000)));
}

TEST_CASE("the readings of Example 1 flip the share of labels their definition gives", "[datasets]") {
  const StreamAxes axes{3, "readings", 0};
  const auto share = [&](Example1::Flip flip) {
    Example1 example = example1(Example1::Disk::uniform, flip, 0.2);
    example.sizes = {1, 49'999, 0};
    return flipped(example.draw(axes));
  };
  const double margin = 4 * std::sqrt(0.2 * 0.8 / 50'000);
  CHECK(share(Example1::Flip::bernoulli) == Approx(0.2).margin(margin));
  CHECK(share(Example1::Flip::replace_once) == Approx(1 - std::exp(-0.2)).margin(margin));
  CHECK(share(Example1::Flip::replace_toggle) == Approx((1 - std::exp(-0.4)) / 2).margin(margin));
}

TEST_CASE("the polar reading has a uniform radius", "[datasets]") {
  Example1 example = example1(Example1::Disk::polar, Example1::Flip::exact, 0.2);
  example.sizes = {1, 20'000, 0};
  const auto draw = example.draw(StreamAxes{4, "polar", 0});
  CHECK(draw.test.x.rowwise().norm().mean() == Approx(0.5).margin(4 * 0.2887 / std::sqrt(20'000)));
}

namespace {

/// The points of both parts with label and p, in an order that no division of them matters to.
std::vector<std::vector<double>> points_of(const core::Draw& draw) {
  std::vector<std::vector<double>> points;
  for (const core::Sample* sample : {&draw.train, &draw.test})
    for (Eigen::Index i = 0; i < sample->size(); ++i)
      points.push_back({sample->x(i, 0), sample->x(i, 1), sample->y(i), sample->truth.positive()(i)});
  std::sort(points.begin(), points.end());
  return points;
}

} // namespace

TEMPLATE_TEST_CASE("replicates of one pool divide the same points, labels and p anew", "[datasets]", Example1,
                   Example2) {
  TestType example;
  const auto draw = [&](std::int32_t replicate) { return example.draw(StreamAxes{7, "pool", replicate}); };
  CHECK(points_of(draw(0)) != points_of(draw(1)));
  const auto fresh = points_of(draw(0));
  example.pool.shared = true;
  const auto first = draw(0), second = draw(1), again = draw(0);
  CHECK(points_of(first) == points_of(second));
  CHECK(points_of(first) != fresh);
  CHECK(first.train.x != second.train.x);
  CHECK(first.train.x == again.train.x);
}

TEST_CASE("a study names a pool by its number, and pools of two numbers share no point", "[datasets]") {
  const auto drawn = [](std::int64_t number) {
    core::Parameters p;
    for (const auto& [key, size] : {std::pair{"n_train", 20}, {"n_test", 30}, {"n_tune", 0}})
      p.set(key, std::int64_t{size});
    p.set("sd", 0.1);
    p.set("pool", std::string("one"));
    p.set("pool_number", number);
    return points_of(datasets::wang2008::build_example2(p)->draw(StreamAxes{8, "pools", 0}));
  };
  const auto one = drawn(1), two = drawn(2);
  CHECK(one == drawn(1));
  std::vector<std::vector<double>> common;
  std::set_intersection(one.begin(), one.end(), two.begin(), two.end(), std::back_inserter(common));
  CHECK(common.empty());
}

TEST_CASE("the entropies of p are the Bayes values of both examples", "[datasets][oracle]") {
  const auto entropy = [](const datasets::Source& source) {
    const auto p = source.draw(StreamAxes{5, "bayes", 0})
                       .test.truth.positive()
                       .array()
                       .max(1e-300)
                       .min(1 - 1e-16)
                       .eval();
    return -(p * p.log() + (1 - p) * (1 - p).log()).mean();
  };
  Example1 first;
  first.sizes = {1, 100, 0};
  CHECK(entropy(first) == Approx(0.500402).margin(1e-6));
  Example2 second;
  second.sizes = {1, 200'000, 0};
  CHECK(entropy(second) == Approx(0.100679).margin(0.002)); // by quadrature
}

TEST_CASE("in Example 2 p(x) is the density ratio the labels were drawn from", "[datasets]") {
  Example2 example;
  example.sizes = {1, 100'000, 0};
  const auto test = example.draw(StreamAxes{6, "ratio", 0}).test;
  double expected = 0, positive = 0, variance = 0;
  for (Eigen::Index i = 0; i < test.size(); ++i) {
    if (test.truth.positive()(i) < 0.2 || test.truth.positive()(i) > 0.8) continue;
    expected += test.truth.positive()(i);
    variance += test.truth.positive()(i) * (1 - test.truth.positive()(i));
    positive += test.y(i) > 0;
  }
  CHECK(positive == Approx(expected).margin(4 * std::sqrt(variance)));
}

TEST_CASE("equal axes draw equal bits, another replicate draws others, a tuning sample disturbs nothing",
          "[datasets][reproducibility]") {
  Example2 plain, tuned;
  tuned.sizes.tune = 50;
  const StreamAxes axes{7, "same", 0};
  CHECK(plain.draw(axes).train.x == plain.draw(axes).train.x);
  CHECK(plain.draw(axes).train.x != plain.draw(StreamAxes{7, "same", 1}).train.x);
  CHECK(plain.draw(axes).test.x == tuned.draw(axes).test.x);
  CHECK(tuned.draw(axes).tune.size() == 50);
}

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
