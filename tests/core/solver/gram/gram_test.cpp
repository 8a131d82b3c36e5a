#include "core/solver/gram/gram.hpp"

#include <Eigen/Dense>
#include <algorithm>

#include "core/solver/gram/columns.hpp"
#include "core/solver/margin/elbow_factor.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using namespace core;
using core::ElbowFactor;
using core::Matrix;
using core::Vector;

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
  CHECK((full_product(held, a) - matrix * a).cwiseAbs().maxCoeff() <= 1e-12);
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

TEST_CASE("columns: every number of columns is summed, repeated ones as often as they stand", "[columns]") {
  const Matrix gram = tests::gaussian_gram(tests::example1(9, 1));
  std::vector<Eigen::Index> index;
  std::vector<double> step;
  Vector expected = Vector::Ones(9);
  for (Eigen::Index k = 0; k < 11; ++k) {
    Vector sum = Vector::Ones(9);
    core::add_columns(gram, index, step, sum);
    CHECK((sum - expected).cwiseAbs().maxCoeff() < 1e-13);
    index.push_back((5 * k) % 9);
    step.push_back(0.5 - static_cast<double>(k));
    expected += step.back() * gram.col(index.back());
  }
}

TEST_CASE("columns: both products are K a, the extended one also where its terms cancel", "[columns]") {
  const Matrix gram = tests::gaussian_gram(tests::example2(12, 2));
  Vector a = Vector::Zero(12);
  for (Eigen::Index i = 0; i < 12; i += 2) a(i) = 1 - 0.3 * static_cast<double>(i);
  const Vector expected = gram * a;
  CHECK((core::gram_times(gram, a) - expected).cwiseAbs().maxCoeff() < 1e-14);
  CHECK((core::gram_times_extended(gram, a) - expected).cwiseAbs().maxCoeff() < 1e-14);

  Matrix huge(3, 3);
  huge << 1e18, 1, -1e18, 1, 1, 1, -1e18, 1, 1e18;
  const Vector ones = Vector::Ones(3);
  CHECK(core::gram_times_extended(huge, ones) == Vector((Vector(3) << 1, 3, 1).finished()));
}

namespace {

// [d; nu] of [K_EE 1; 1' 0][d; nu] = right, by a dense factorisation.
Vector solve_elbow(const Matrix& gram, const std::vector<Eigen::Index>& members, const Vector& right) {
  const auto m = static_cast<Eigen::Index>(members.size());
  Matrix kkt = Matrix::Ones(m + 1, m + 1);
  kkt(m, m) = 0;
  for (Eigen::Index k = 0; k < m; ++k)
    for (Eigen::Index l = 0; l < m; ++l) kkt(k, l) = gram(members[k], members[l]);
  return kkt.fullPivLu().solve(right);
}

void check_against_dense(ElbowFactor& factor, const Matrix& gram, Eigen::Index outsider) {
  const auto m = static_cast<Eigen::Index>(factor.size());
  Vector gradient(gram.rows()), right(m + 1);
  for (Eigen::Index i = 0; i < gram.rows(); ++i) gradient(i) = std::sin(static_cast<double>(3 * i + 1));
  for (Eigen::Index k = 0; k < m; ++k) right(k) = -gradient(factor.members()[k]);
  right(m) = 0;
  Vector expected = solve_elbow(gram, factor.members(), right);
  auto found = factor.equalising_step(gradient);
  const double scale = 1 + expected.cwiseAbs().maxCoeff();
  for (Eigen::Index k = 0; k < m; ++k) CHECK(found[k] == Approx(expected(k)).margin(1e-8 * scale));

  right(m) = 0.7;
  expected = solve_elbow(gram, factor.members(), right);
  found = factor.equalising_step(gradient, 0.7);
  for (Eigen::Index k = 0; k < m; ++k) CHECK(found[k] == Approx(expected(k)).margin(1e-8 * scale));

  for (Eigen::Index k = 0; k < m; ++k) right(k) = -gram(factor.members()[k], outsider);
  right(m) = -1;
  expected = solve_elbow(gram, factor.members(), right);
  found = factor.compensation(outsider);
  for (Eigen::Index k = 0; k < m; ++k) CHECK(found[k] == Approx(expected(k)).margin(1e-8));
}

} // namespace

TEST_CASE("elbow factor: its steps are those of a dense solve after any sequence of entries and exits",
          "[elbow][oracle]") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    tests::Dice dice(seed);
    const core::Sample sample = tests::example1(24, seed);
    const Matrix gram = tests::gaussian_gram(sample, 0.4);
    ElbowFactor factor(gram);
    for (int step = 0; step < 60; ++step) {
      const Eigen::Index j = dice.below(23);
      const auto& members = factor.members();
      const auto at = std::find(members.begin(), members.end(), j);
      if (at == members.end())
        REQUIRE(factor.append(j));
      else
        factor.remove(static_cast<std::size_t>(at - members.begin()));
      if (factor.size() > 0) check_against_dense(factor, gram, 23);
    }
  }
}

TEST_CASE("elbow factor: its steps are those of a dense solve while it grows to sixty points and shrinks",
          "[elbow][oracle]") {
  const core::Sample sample = tests::example1(61, 3);
  const Matrix gram = tests::gaussian_gram(sample, 0.2);
  ElbowFactor factor(gram);
  for (Eigen::Index j = 0; j < 60; ++j) {
    if (!factor.append(j)) continue;
    check_against_dense(factor, gram, 60);
  }
  for (std::size_t k = 0; factor.size() > 1; k += 7) {
    factor.remove(k % factor.size());
    check_against_dense(factor, gram, 60);
  }
}

TEST_CASE("elbow factor: one taken over goes on as the other would, whatever it was before", "[elbow]") {
  const core::Sample sample = tests::example1(61, 3);
  const Matrix gram = tests::gaussian_gram(sample, 0.2);
  for (const Eigen::Index before : {0, 5, 60})
    for (const Eigen::Index taken : {0, 1, 30, 60}) {
      CAPTURE(before, taken);
      ElbowFactor factor(gram), other(gram);
      for (Eigen::Index j = 0; j < before; ++j) factor.append(59 - j);
      for (Eigen::Index j = 0; j < taken; ++j) other.append(j);
      factor.take(other);
      REQUIRE(factor.members() == other.members());
      if (factor.size() > 0) check_against_dense(factor, gram, 60);
      for (Eigen::Index j = 0; j < 60; j += 3)
        if (j >= taken) factor.append(j);
      check_against_dense(factor, gram, 60);
    }
}

TEST_CASE("elbow factor: points in the affine hull of the elbow are kept out", "[elbow][degenerate]") {
  core::Sample sample = tests::example2(12, 5);
  sample.x.row(1) = sample.x.row(0);
  const Matrix linear = tests::linear_gram(sample), gaussian = tests::gaussian_gram(sample);
  ElbowFactor plane(linear), curved(gaussian);
  CHECK(plane.append(0));
  CHECK_FALSE(plane.append(1)); // a duplicate
  CHECK(plane.append(2));
  CHECK(plane.append(3));
  for (Eigen::Index j = 4; j < 12; ++j) CHECK_FALSE(plane.append(j)); // three points span the plane
  CHECK(curved.append(0));
  CHECK_FALSE(curved.append(1));
  for (Eigen::Index j = 2; j < 12; ++j) CHECK(curved.append(j));
}

TEST_CASE("elbow factor: a kernel of zeros has an elbow of one", "[elbow][degenerate]") {
  const Matrix gram = Matrix::Zero(3, 3);
  ElbowFactor factor(gram);
  CHECK(factor.append(2));
  CHECK_FALSE(factor.append(0));
  CHECK(factor.compensation(0)[0] == Approx(-1));
}
