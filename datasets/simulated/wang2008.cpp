#include "datasets/simulated/wang2008.hpp"

#include <cmath>
#include <numbers>
#include <string>

#include "core/elementary/functions.hpp"
#include "core/loss/logistic.hpp"
#include "core/settings/parameter.hpp"

namespace datasets::wang2008 {
namespace {

using core::Sample;
using core::Stream;
using core::Vector;

Sample rows(const Sample& all, std::span<const std::int64_t> chosen) {
  const auto m = static_cast<Eigen::Index>(chosen.size());
  Sample out{core::Matrix(m, all.x.cols()), Vector(m)};
  Vector truth(m);
  for (Eigen::Index i = 0; i < m; ++i) {
    const auto from = chosen[static_cast<std::size_t>(i)];
    out.x.row(i) = all.x.row(from);
    out.y(i) = all.y(from);
    truth(i) = all.truth.positive()(from);
  }
  out.truth = std::move(truth);
  return out;
}

/// No replicate has such a number, so that no split shares a stream with a pool.
constexpr std::int32_t all_replicates = -1;

/// What the train + test points of a replicate are drawn from.
Stream points(const Pool& pool, const core::StreamAxes& axes) {
  if (!pool.shared) return axes.stream("sample");
  return core::StreamAxes{axes.seed, axes.data, all_replicates}.stream("pool " + std::to_string(pool.number));
}

/// The paper's protocol: train + test points are generated together, then randomly divided.
template <class Generate>
core::Draw divided(const Sizes& sizes, const Pool& pool, const core::StreamAxes& axes, Generate generate) {
  Stream sample = points(pool, axes), split = axes.stream("split"), tune = axes.stream("tune");
  const Sample all = generate(sizes.train + sizes.test, sample);
  const auto order = split.permutation(sizes.train + sizes.test);
  const std::span<const std::int64_t> chosen(order);
  const auto n = static_cast<std::size_t>(sizes.train);
  return {rows(all, chosen.first(n)), generate(sizes.tune, tune), rows(all, chosen.subspan(n))};
}

void point_on_disk(Example1::Disk disk, Stream& stream, Eigen::Ref<Eigen::RowVectorXd> x) {
  if (disk == Example1::Disk::polar) {
    const double radius = stream.uniform(), angle = 2 * std::numbers::pi * stream.uniform();
    x << radius * core::cos(angle), radius * core::sin(angle);
    return;
  }
  do {
    x << 2 * stream.uniform() - 1, 2 * stream.uniform() - 1;
  } while (x.squaredNorm() > 1);
}

void flip_labels(const Example1& example, Stream& stream, Vector& y) {
  const auto n = static_cast<std::int64_t>(y.size());
  const auto count = std::llround(example.flip_rate * static_cast<double>(n));
  std::vector<int> flips(static_cast<std::size_t>(n), 0);
  switch (example.flip) {
    case Example1::Flip::exact: {
      const auto order = stream.permutation(n);
      for (std::int64_t k = 0; k < count; ++k)
        flips[static_cast<std::size_t>(order[static_cast<std::size_t>(k)])] = 1;
      break;
    }
    case Example1::Flip::bernoulli:
      for (int& flip : flips) flip = stream.uniform() < example.flip_rate ? 1 : 0;
      break;
    case Example1::Flip::replace_once:
      for (std::int64_t k = 0; k < count; ++k) flips[stream.below(flips.size())] = 1;
      break;
    case Example1::Flip::replace_toggle:
      for (std::int64_t k = 0; k < count; ++k) flips[stream.below(flips.size())] ^= 1;
      break;
  }
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    if (flips[static_cast<std::size_t>(i)] == 1) y(i) = -y(i);
  }
}

} // namespace

core::Draw Example1::draw(const core::StreamAxes& axes) const {
  return divided(sizes, pool, axes, [this](std::int64_t n, Stream& stream) {
    Sample sample{core::Matrix(n, 2), Vector(n)};
    Vector truth(n);
    Eigen::RowVectorXd x(2);
    for (Eigen::Index i = 0; i < n; ++i) {
      point_on_disk(disk, stream, x);
      sample.x.row(i) = x;
      sample.y(i) = x(0) >= 0 ? 1 : -1;
      truth(i) = x(0) >= 0 ? 0.8 : 0.2;
    }
    sample.truth = std::move(truth);
    flip_labels(*this, stream, sample.y);
    return sample;
  });
}

core::Draw Example2::draw(const core::StreamAxes& axes) const {
  return divided(sizes, pool, axes, [this](std::int64_t n, Stream& stream) {
    Sample sample{core::Matrix(n, 2), Vector(n)};
    Vector truth(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      const double y = stream.uniform() < 0.5 ? 1 : -1;
      const double x1 = 2 * std::numbers::pi * stream.uniform();
      const double x2 = y * (core::sin(x1) + 1 + sd * stream.normal());
      sample.x.row(i) << x1, x2;
      sample.y(i) = y;
      truth(i) = core::sigmoid_as_printed(2 * x2 * (core::sin(x1) + 1) / (sd * sd));
    }
    sample.truth = std::move(truth);
    return sample;
  });
}

// What a config may say about the two examples.
namespace {

using Disk = Example1::Disk;
using Flip = Example1::Flip;

constexpr double many = 1e6;

const auto n_train = core::integer("n_train", "training points").in(1, many).or_else(100);
const auto n_test = core::integer("n_test", "test points").in(1, many).or_else(900);
const auto n_tune = core::integer("n_tune", "points of an independent sample for the tuning_set criterion")
                        .in(0, many)
                        .or_else(0);

const auto pool =
    core::word<bool>("pool",
                     "new points in each replicate, or one pool of them that each replicate divides anew",
                     {{"fresh", false}, {"one", true}})
        .or_else(false);
const auto pool_number = core::integer("pool_number", "which pool; different numbers are independent pools")
                             .in(1, many)
                             .or_else(1)
                             .only_with(pool, true);

const auto disk =
    core::word<Disk>("disk", "uniform on the disk as printed, or radius and angle uniform (forensic)",
                     {{"uniform", Disk::uniform}, {"polar", Disk::polar}})
        .or_else(Disk::uniform);
const auto flip = core::word<Flip>("flip", "how labels are chosen to be flipped; exact as printed",
                                   {{"exact", Flip::exact},
                                    {"bernoulli", Flip::bernoulli},
                                    {"replace_once", Flip::replace_once},
                                    {"replace_toggle", Flip::replace_toggle}})
                      .or_else(Flip::exact);
const auto flip_rate = core::real("flip_rate", "share of labels flipped").in(0, 1).or_else(0.2);

const auto sd = core::real("sd", "standard deviation of the noise").in(1e-6, 1e6).or_else(0.1);

Sizes sizes(const core::Parameters& p) {
  return {n_train.of(p), n_test.of(p), n_tune.of(p)};
}

Pool pool_of(const core::Parameters& p) {
  return {pool.of(p), pool_number.of(p, 1)};
}

} // namespace

core::Entry example1_entry() {
  return {"wang2008/example1",
          "Example 1",
          "Wang, Shen & Liu (2008), section 5.1",
          "a unit disk split by a line, 20% of the labels flipped; p is .8 or .2",
          1,
          {n_train, n_test, n_tune, pool, pool_number, disk, flip, flip_rate}};
}

core::Entry example2_entry() {
  return {"wang2008/example2",
          "Example 2",
          "Wang, Shen & Liu (2008), section 5.1",
          "two mirrored sine bands, nearly separable",
          1,
          {n_train, n_test, n_tune, pool, pool_number, sd}};
}

std::unique_ptr<Source> build_example1(const core::Parameters& p) {
  auto example = std::make_unique<Example1>();
  example->sizes = sizes(p);
  example->pool = pool_of(p);
  example->disk = disk.of(p);
  example->flip = flip.of(p);
  example->flip_rate = flip_rate.of(p);
  return example;
}

std::unique_ptr<Source> build_example2(const core::Parameters& p) {
  auto example = std::make_unique<Example2>();
  example->sizes = sizes(p);
  example->pool = pool_of(p);
  example->sd = sd.of(p);
  return example;
}

} // namespace datasets::wang2008
