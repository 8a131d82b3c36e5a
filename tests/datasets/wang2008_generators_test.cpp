#include <cmath>

#include "datasets/simulated/wang2008.hpp"
#include "tests/support/catch.hpp"

using core::StreamAxes;
using datasets::wang2008::Example1;
using datasets::wang2008::Example2;

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
