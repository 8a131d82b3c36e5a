#include "core/solver/gram.hpp"

#include "core/solver/columns.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using namespace core;

namespace {

using Shape = Kernel::Shape;

std::vector<Eigen::Index> some(Eigen::Index n) {
  std::vector<Eigen::Index> points;
  for (Eigen::Index i = 0; i < n; i += 3) points.push_back((7 * i) % n);
  return points;
}

Vector sparse(Eigen::Index n, std::uint64_t seed) {
  tests::Dice dice(seed);
  Vector a(n);
  for (double& v : a) v = dice.uniform() < 0.4 ? 0 : dice.normal();
  return a;
}

/// Everything a solver asks of `held`, beside the matrix it stands for.
void check_is(const Gram& held, const Matrix& matrix) {
  const Eigen::Index n = matrix.rows();
  Vector room, sum = Vector::Ones(n);
  const Vector a = sparse(n, 5);
  const auto points = some(n);
  REQUIRE(held.rows() == n);
  for (Eigen::Index j = 0; j < n; ++j) {
    const Eigen::Map<const Vector> column(held.column(j, room), n);
    CHECK((column - matrix.col(j)).cwiseAbs().maxCoeff() <= 1e-13);
  }
  CHECK((held.diagonal() - matrix.diagonal()).cwiseAbs().maxCoeff() <= 1e-13);
  CHECK((held.block(points) - matrix(points, points)).cwiseAbs().maxCoeff() <= 1e-13);
  CHECK((sub_gram(held, points).view().block(some(5)) - Matrix(matrix(points, points))(some(5), some(5)))
            .cwiseAbs()
            .maxCoeff() <= 1e-13);
  CHECK((gram_times(held, a) - matrix * a).cwiseAbs().maxCoeff() <= 1e-12);
  CHECK((held * a - matrix * a).cwiseAbs().maxCoeff() <= 1e-12);
  CHECK((gram_times_extended(held, a) - matrix * a).cwiseAbs().maxCoeff() <= 1e-12);
  const std::vector<double> steps(points.size(), 0.7);
  add_columns(held, points, steps, sum);
  Vector expected = Vector::Ones(n);
  for (const Eigen::Index i : points) expected += 0.7 * matrix.col(i);
  CHECK((sum - expected).cwiseAbs().maxCoeff() <= 1e-12);
}

} // namespace

TEST_CASE("gram: the inputs of a linear kernel and columns on demand answer as the matrix does",
          "[gram][oracle]") {
  const auto way = GENERATE(from_range(tests::kAwkward));
  CAPTURE(way);
  const Sample sample = tests::awkward(way, 40, 3, 2);
  const Kernel linear, gaussian{Shape::gaussian, 1.3};
  check_is(Features(sample.x), linear.gram(sample.x));
  check_is(KernelColumns(linear, sample.x), linear.gram(sample.x));
  check_is(KernelColumns(gaussian, sample.x), gaussian.gram(sample.x));
  check_is(gaussian.gram(sample.x).eval(), gaussian.gram(sample.x));
}

TEST_CASE("gram: columns on demand have the bits of the matrix, also when they were forgotten", "[gram]") {
  const Sample sample = tests::example2(300, 1);
  const Kernel gaussian{Shape::gaussian, 1.3};
  const Matrix matrix = gaussian.gram(sample.x);
  const KernelColumns columns(gaussian, sample.x, 0);
  for (int round = 0; round < 2; ++round)
    for (Eigen::Index j = 0; j < 300; ++j)
      CHECK(Eigen::Map<const Vector>(columns.column(j), 300) == matrix.col(j));
  const double* first = columns.column(0);
  for (std::size_t j = 1; j < KernelColumns::fewest; ++j) columns.column(static_cast<Eigen::Index>(j));
  CHECK(columns.column(0) == first);
}

TEST_CASE("gram: products at new points are those of the matrix, and a point's bits do not depend on company",
          "[gram][oracle]") {
  const Sample sample = tests::example2(50, 1), points = tests::example2(23, 2);
  for (const Kernel& kernel : {Kernel{}, Kernel{Shape::gaussian, 1.3}}) {
    const Matrix matrix = kernel.cross_gram(points.x, sample.x);
    Matrix a(50, 2);
    a << sparse(50, 1), sparse(50, 2);
    const Matrix all = CrossGram(kernel, points.x, sample.x).times(a);
    CHECK((all - matrix * a).cwiseAbs().maxCoeff() <= 1e-12);
    CHECK((CrossGram(matrix).times(a) - matrix * a).cwiseAbs().maxCoeff() <= 1e-12);
    const Matrix few = points.x.middleRows(6, 5), one = a.col(1);
    CHECK(CrossGram(kernel, few, sample.x).times(one) == all.col(1).segment(6, 5));
  }
}
