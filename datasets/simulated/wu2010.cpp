#include "datasets/simulated/wu2010.hpp"

#include <cmath>
#include <numbers>

#include "core/elementary/functions.hpp"
#include "core/settings/parameter.hpp"

namespace datasets::wu2010 {
namespace {

using core::Stream;
using core::Vector;
using Eigen::Index;

constexpr double spread = 0.7;

int classes_of(Example example) {
  return example == Example::four ? 5 : 3;
}

/// p proportional to exp f.
Vector softmax(Vector f) {
  f.array() -= f.maxCoeff();
  for (double& v : f) v = core::exp(v);
  return f / f.sum();
}

double corner(int k, int classes, bool first) {
  const double angle = 2 * std::numbers::pi * k / classes;
  return first ? core::cos(angle) : core::sin(angle);
}

Vector of_normals(int classes, double x1, double x2) {
  Vector f(classes);
  for (int k = 1; k <= classes; ++k) {
    const double u = x1 - corner(k, classes, true), v = x2 - corner(k, classes, false);
    f(k - 1) = -(u * u + v * v) / (2 * spread * spread);
  }
  return softmax(f);
}

Vector of_quadratics(double x1, double x2) {
  const double q = 0.1 * x1 * x1 - 0.05 * x2 * x2 + 0.1;
  return softmax((Vector(3) << -x1 + q, -0.2 * x1 * x1 + 0.1 * x2 * x2 - 0.2, x1 + q).finished());
}

double normal_density(double x) {
  return core::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi);
}

/// Phi(-x), 0 <= x <= 10: by the series of Phi about 0, from 2.5 on by Laplace's continued fraction.
double normal_tail(double x) {
  if (x < 2.5) {
    double term = x, sum = x;
    for (int k = 1; k < 100; ++k) sum += term *= x * x / (2 * k + 1);
    return 0.5 - normal_density(x) * sum;
  }
  double fraction = x;
  for (int k = 200; k > 0; --k) fraction = x + k / fraction;
  return normal_density(x) / fraction;
}

/// Phi^-1(T_2(t)). T_2(-|t|) = 1 / (b (b + |t|)), b = sqrt(2 + t^2): the smaller tail keeps its digits, the
/// other is its mirror.
double normal_of_t2(double t) {
  const double size = std::abs(t), b = std::sqrt(2 + t * t), tail = 1 / (b * (b + size));
  double x = 0;
  for (int k = 0; k < 100; ++k) {
    // Newton's method from the left, where the tail is convex: it rises to the solution.
    const double step = (normal_tail(x) - tail) / normal_density(x);
    x += step;
    if (std::abs(step) < 1e-15 * (1 + x)) break;
  }
  return t < 0 ? -x : x;
}

Vector of_t_scores(double x1, double x2) {
  const double root = 5 * std::sqrt(3.0);
  return softmax(
      (Vector(3) << normal_of_t2(-root * x1 + 5 * x2), normal_of_t2(-root * x1 - 5 * x2), 0).finished());
}

/// A class, 0-based, drawn with these probabilities.
Index drawn(const Vector& p, double u) {
  Index k = 0;
  for (double sum = p(0); k + 1 < p.size() && u >= sum; sum += p(k)) ++k;
  return k;
}

void point_on_disc(Stream& stream, Eigen::Ref<Eigen::RowVectorXd> x) {
  do {
    x(0) = 10 * (2 * stream.uniform() - 1);
    x(1) = 10 * (2 * stream.uniform() - 1);
  } while (x.squaredNorm() > 100);
}

core::Sample sample(Example example, std::int64_t n, Stream stream) {
  const int K = classes_of(example);
  core::Sample out{core::Matrix(n, 2), core::Labels(n)};
  out.classes = K;
  core::Matrix truth(n, K);
  Eigen::RowVectorXd x(2);
  for (Index i = 0; i < n; ++i) {
    const bool is_normal = example == Example::one || example == Example::four;
    if (is_normal) {
      const int y = static_cast<int>(stream.below(static_cast<std::uint64_t>(K))) + 1;
      const double u = stream.normal(), v = stream.normal();
      x << corner(y, K, true) + spread * u, corner(y, K, false) + spread * v;
      out.y(i) = y;
    } else if (example == Example::two) {
      x(0) = 3 * (2 * stream.uniform() - 1);
      x(1) = 6 * (2 * stream.uniform() - 1);
    } else {
      point_on_disc(stream, x);
    }
    const Vector p = probabilities(example, x(0), x(1));
    if (!is_normal) out.y(i) = static_cast<double>(drawn(p, stream.uniform()) + 1);
    out.x.row(i) = x;
    truth.row(i) = p.transpose();
  }
  out.truth = core::Probabilities::of_classes(truth);
  return out;
}

/// The labels of a sample of which x is there.
void label(Example example, core::Sample& sample, Stream stream) {
  core::Matrix truth(sample.x.rows(), sample.classes);
  for (Index i = 0; i < sample.x.rows(); ++i) {
    const Vector p = probabilities(example, sample.x(i, 0), sample.x(i, 1));
    sample.y(i) = static_cast<double>(drawn(p, stream.uniform()) + 1);
    truth.row(i) = p.transpose();
  }
  sample.truth = core::Probabilities::of_classes(truth);
}

/// side x side points over the range of x.
core::Sample lattice_over(Example example, const core::Matrix& x, Index side, Stream stream) {
  core::Sample out{core::Matrix(side * side, 2), core::Labels(side * side)};
  out.classes = classes_of(example);
  const Vector first = Vector::LinSpaced(side, x.col(0).minCoeff(), x.col(0).maxCoeff()),
               second = Vector::LinSpaced(side, x.col(1).minCoeff(), x.col(1).maxCoeff());
  for (Index i = 0; i < side; ++i)
    for (Index j = 0; j < side; ++j) out.x.row(i * side + j) << first(i), second(j);
  label(example, out, stream);
  return out;
}

} // namespace

Vector probabilities(Example example, double x1, double x2) {
  switch (example) {
    case Example::two:
      return of_quadratics(x1, x2);
    case Example::three:
      return of_t_scores(x1, x2);
    case Example::one:
    case Example::four:
      break;
  }
  return of_normals(classes_of(example), x1, x2);
}

core::Draw Simulated::draw(const core::StreamAxes& axes) const {
  core::Draw out{
      sample(example, n_train, axes.stream("sample")), sample(example, n_tune, axes.stream("tune")), {}};
  const auto side = static_cast<Index>(std::sqrt(static_cast<double>(n_test)));
  out.test = test_points == TestPoints::drawn ? sample(example, n_test, axes.stream("test"))
                                              : lattice_over(example, out.train.x, side, axes.stream("test"));
  return out;
}

// What a config may say about the examples.
namespace {

struct Described {
  const char *id, *label, *meaning;
  std::int64_t n;
};

const Described& described(Example example) {
  static const Described all[] = {
      {"wu2010/example1", "Example 1", "three normal classes at the corners of a triangle", 400},
      {"wu2010/example2", "Example 2", "three classes, log-odds quadratic in two inputs", 100},
      {"wu2010/example3", "Example 3", "three classes on a disc, log-odds linear but for a transform", 600},
      {"wu2010/example4", "Example 4", "five normal classes at the corners of a pentagon", 1000}};
  return all[static_cast<std::size_t>(example)];
}

constexpr double many = 1e6;

const auto test_points =
    core::word<TestPoints>("test_points", "drawn, or a square lattice over the training sample",
                           {{"drawn", TestPoints::drawn}, {"lattice", TestPoints::lattice}})
        .or_else(TestPoints::drawn);

core::Parameter<std::int64_t> n_train(Example example) {
  return core::integer("n_train", "training points").in(1, many).or_else(described(example).n);
}
core::Parameter<std::int64_t> n_test(Example example) {
  return core::integer("n_test", "test points").in(1, many).or_else(10 * described(example).n);
}
core::Parameter<std::int64_t> n_tune(Example example) {
  return core::integer("n_tune", "points of an independent sample for the tuning_set criterion")
      .in(0, many)
      .or_else(described(example).n);
}

} // namespace

core::Entry entry(Example example) {
  const Described& at = described(example);
  return {at.id,      at.label, "Wu, Zhang & Liu (2010), section 5.1",
          at.meaning, 1,        {n_train(example), n_test(example), n_tune(example), test_points}};
}

std::unique_ptr<Source> build(Example example, const core::Parameters& p) {
  auto out = std::make_unique<Simulated>();
  out->example = example;
  out->n_train = n_train(example).of(p);
  out->n_test = n_test(example).of(p);
  out->n_tune = n_tune(example).of(p);
  out->test_points = test_points.of(p);
  return out;
}

std::vector<std::string> classes(Example example) {
  std::vector<std::string> names;
  for (int k = 1; k <= classes_of(example); ++k) names.push_back(std::to_string(k));
  return names;
}

} // namespace datasets::wu2010
