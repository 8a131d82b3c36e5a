#include "datasets/simulated/ruping2004.hpp"

#include "core/loss/logistic.hpp"

namespace datasets::ruping2004 {
namespace {

using core::Kind;

/// n points, the classes by turns.
core::Sample two_normals(std::int64_t n, core::Stream stream) {
  core::Sample sample{core::Matrix(n, 1), core::Labels(n), core::Vector(n)};
  for (Eigen::Index i = 0; i < n; ++i) {
    const bool positive = i % 2 == 1;
    const double x = stream.normal() + (positive ? 2 : 0);
    sample.x(i, 0) = x;
    sample.y(i) = positive ? 1 : -1;
    sample.truth(i) = core::sigmoid_as_printed(2 * x - 2);
  }
  return sample;
}

core::ParameterSpec size(const std::string& key, std::int64_t fallback, const std::string& meaning,
                         std::int64_t least) {
  return {.key = key,
          .kind = Kind::integer,
          .fallback = fallback,
          .meaning = meaning,
          .good = std::int64_t{60},
          .bad = least - 1,
          .least = static_cast<double>(least),
          .most = 1e6};
}

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
          {size("n_train", 100, "training points, half of each class", 2),
           size("n_test", 900, "test points, half of each class", 1),
           size("n_tune", 0, "points of an independent sample for the tuning_set criterion", 0)}};
}

std::unique_ptr<Source> build_two_normals(const core::Parameters& p) {
  auto example = std::make_unique<TwoNormals>();
  example->n_train = p.integer("n_train");
  example->n_test = p.integer("n_test");
  example->n_tune = p.integer("n_tune");
  return example;
}

} // namespace datasets::ruping2004
