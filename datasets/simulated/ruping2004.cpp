#include "datasets/simulated/ruping2004.hpp"

#include "core/loss/logistic.hpp"
#include "core/settings/parameter.hpp"

namespace datasets::ruping2004 {
namespace {

/// n points, the classes by turns.
core::Sample two_normals(std::int64_t n, core::Stream stream) {
  core::Sample sample{core::Matrix(n, 1), core::Labels(n)};
  core::Vector truth(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const bool positive = i % 2 == 1;
    const double x = stream.normal() + (positive ? 2 : 0);
    sample.x(i, 0) = x;
    sample.y(i) = positive ? 1 : -1;
    truth(i) = core::sigmoid_as_printed(2 * x - 2);
  }
  sample.truth = std::move(truth);
  return sample;
}

constexpr double many = 1e6;

const auto n_train = core::integer("n_train", "training points, half of each class").in(2, many).or_else(100);
const auto n_test = core::integer("n_test", "test points, half of each class").in(1, many).or_else(900);
const auto n_tune = core::integer("n_tune", "points of an independent sample for the tuning_set criterion")
                        .in(0, many)
                        .or_else(0);

} // namespace

core::Draw TwoNormals::draw(const core::StreamAxes& axes) const {
  return {two_normals(n_train, axes.stream("sample")), two_normals(n_tune, axes.stream("tune")),
          two_normals(n_test, axes.stream("test"))};
}

core::Entry two_normals_entry() {
  return {"ruping2004/two_normals",
          "Two normals",
          "Rueping (2004), Figure 1",
          "one input, N(0, 1) in the negative and N(2, 1) in the positive half; logit p is 2 x - 2",
          1,
          {n_train, n_test, n_tune}};
}

std::unique_ptr<Source> build_two_normals(const core::Parameters& p) {
  auto example = std::make_unique<TwoNormals>();
  example->n_train = n_train.of(p);
  example->n_test = n_test.of(p);
  example->n_tune = n_tune.of(p);
  return example;
}

} // namespace datasets::ruping2004
