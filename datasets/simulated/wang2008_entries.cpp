#include "core/parameter.hpp"
#include "datasets/simulated/wang2008.hpp"

// What a config may say about the two examples.
namespace datasets::wang2008 {
namespace {

using Disk = Example1::Disk;
using Flip = Example1::Flip;

constexpr double many = 1e6;

const auto n_train = core::integer("n_train", "training points").in(1, many).or_else(100);
const auto n_test = core::integer("n_test", "test points").in(1, many).or_else(900);
const auto n_tune = core::integer("n_tune", "points of an independent sample for the tuning_set criterion")
                        .in(0, many)
                        .or_else(0);

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

} // namespace

core::Entry example1_entry() {
  return {"wang2008/example1",
          "Example 1",
          "Wang, Shen & Liu (2008), section 5.1",
          "a unit disk split by a line, 20% of the labels flipped; p is .8 or .2",
          1,
          {n_train, n_test, n_tune, disk, flip, flip_rate}};
}

core::Entry example2_entry() {
  return {"wang2008/example2",
          "Example 2",
          "Wang, Shen & Liu (2008), section 5.1",
          "two mirrored sine bands, nearly separable",
          1,
          {n_train, n_test, n_tune, sd}};
}

std::unique_ptr<Source> build_example1(const core::Parameters& p) {
  auto example = std::make_unique<Example1>();
  example->sizes = sizes(p);
  example->disk = disk.of(p);
  example->flip = flip.of(p);
  example->flip_rate = flip_rate.of(p);
  return example;
}

std::unique_ptr<Source> build_example2(const core::Parameters& p) {
  auto example = std::make_unique<Example2>();
  example->sizes = sizes(p);
  example->sd = sd.of(p);
  return example;
}

} // namespace datasets::wang2008
