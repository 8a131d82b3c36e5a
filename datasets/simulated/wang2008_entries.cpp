#include <array>

#include "datasets/simulated/wang2008.hpp"

// What a config may say about the two examples.
namespace datasets::wang2008 {
namespace {

using core::Kind;
using core::ParameterSpec;

constexpr double many = 1e6;

std::vector<ParameterSpec> size_parameters() {
  return {{.key = "n_train",
           .kind = Kind::integer,
           .fallback = std::int64_t{100},
           .meaning = "training points",
           .good = std::int64_t{50},
           .bad = std::int64_t{0},
           .least = 1,
           .most = many},
          {.key = "n_test",
           .kind = Kind::integer,
           .fallback = std::int64_t{900},
           .meaning = "test points",
           .good = std::int64_t{200},
           .bad = std::int64_t{0},
           .least = 1,
           .most = many},
          {.key = "n_tune",
           .kind = Kind::integer,
           .fallback = std::int64_t{0},
           .meaning = "points of an independent sample for the tuning_set criterion",
           .good = std::int64_t{100},
           .bad = std::int64_t{-1},
           .least = 0,
           .most = many}};
}

Sizes sizes(const core::Parameters& p) {
  return {p.integer("n_train"), p.integer("n_test"), p.integer("n_tune")};
}

Example1::Flip flip(const std::string& word) {
  if (word == "bernoulli") return Example1::Flip::bernoulli;
  if (word == "replace_once") return Example1::Flip::replace_once;
  if (word == "replace_toggle") return Example1::Flip::replace_toggle;
  return Example1::Flip::exact;
}

} // namespace

core::Entry example1_entry() {
  auto parameters = size_parameters();
  parameters.push_back({.key = "disk",
                        .kind = Kind::text,
                        .fallback = std::string("uniform"),
                        .meaning = "uniform on the disk as printed, or radius and angle uniform (forensic)",
                        .good = std::string("polar"),
                        .bad = std::string("square"),
                        .words = {"uniform", "polar"}});
  parameters.push_back({.key = "flip",
                        .kind = Kind::text,
                        .fallback = std::string("exact"),
                        .meaning = "how labels are chosen to be flipped; exact as printed",
                        .good = std::string("bernoulli"),
                        .bad = std::string("none"),
                        .words = {"exact", "bernoulli", "replace_once", "replace_toggle"}});
  parameters.push_back({.key = "flip_rate",
                        .kind = Kind::real,
                        .fallback = 0.2,
                        .meaning = "share of labels flipped",
                        .good = 0.173,
                        .bad = 1.5,
                        .least = 0,
                        .most = 1});
  return {"wang2008/example1",
          "Example 1",
          "Wang, Shen & Liu (2008), section 5.1",
          "a unit disk split by a line, 20% of the labels flipped; p is .8 or .2",
          1,
          std::move(parameters)};
}

core::Entry example2_entry() {
  auto parameters = size_parameters();
  parameters.push_back({.key = "sd",
                        .kind = Kind::real,
                        .fallback = 0.1,
                        .meaning = "standard deviation of the noise",
                        .good = 0.3,
                        .bad = 0.0,
                        .least = 1e-6,
                        .most = 1e6});
  return {"wang2008/example2",
          "Example 2",
          "Wang, Shen & Liu (2008), section 5.1",
          "two mirrored sine bands, nearly separable",
          1,
          std::move(parameters)};
}

std::unique_ptr<Source> build_example1(const core::Parameters& p) {
  auto example = std::make_unique<Example1>();
  example->sizes = sizes(p);
  example->disk = p.text("disk") == "polar" ? Example1::Disk::polar : Example1::Disk::uniform;
  example->flip = flip(p.text("flip"));
  example->flip_rate = p.real("flip_rate");
  return example;
}

std::unique_ptr<Source> build_example2(const core::Parameters& p) {
  auto example = std::make_unique<Example2>();
  example->sizes = sizes(p);
  example->sd = p.real("sd");
  return example;
}

} // namespace datasets::wang2008
