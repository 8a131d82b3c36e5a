#include "core/solver/elastic_net/face_system.hpp"

#include "core/kernel/kernel.hpp"
#include "core/solver/elastic_net/face_products.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using namespace core;

namespace {

/// M'WM - M'w w'M / sum(w) + ridge R on a face, from its definition.
Matrix system_of(const ElasticNetProblem& problem, const FaceModel& model) {
  const Matrix m = problem.columns(Eigen::all, model.face);
  const Vector& w = model.weights;
  Matrix system = m.transpose() * w.asDiagonal() * m;
  system -= (m.transpose() * w) * (m.transpose() * w).transpose() / w.sum();
  if (problem.ridge == Ridge::plain)
    system.diagonal().array() += model.ridge;
  else
    system += model.ridge * m(model.face, Eigen::all);
  return system;
}

Vector uniform(Eigen::Index size, double low, double high, std::uint64_t seed) {
  tests::Dice dice(seed);
  Vector out(size);
  for (double& value : out) value = low + (high - low) * dice.uniform();
  return out;
}

/// Of the right side that a chosen step, in the place of k, has, the share that the system's step leaves, at
/// their largest.
double rest(const ElasticNetProblem& problem, FaceSystem& solver, const FaceModel& chosen) {
  const Matrix system = system_of(problem, chosen);
  const Vector downhill = system * chosen.downhill;
  const Vector found = solver.step({chosen.face, chosen.weights, downhill, chosen.ridge});
  return (downhill - system * found).lpNorm<Eigen::Infinity>() / downhill.lpNorm<Eigen::Infinity>();
}

/// Steps with weights that go from all alike to far apart, on faces of all columns and of every third.
void check_steps(const ElasticNetProblem& problem) {
  FaceSystem solver(problem);
  const Eigen::Index n = problem.columns.rows(), p = problem.columns.cols();
  for (const Eigen::Index stride : {1, 3}) {
    std::vector<Eigen::Index> face;
    for (Eigen::Index j = 0; j < p; j += stride) face.push_back(j);
    for (const double spread : {0.0, 0.01, 0.1, 0.5, 0.999}) {
      CAPTURE(n, p, stride, spread);
      const Vector weights = uniform(n, 1 - spread, 1 + spread, 5) / static_cast<double>(n);
      const Vector chosen = uniform(static_cast<Eigen::Index>(face.size()), -1, 1, 6);
      CHECK(rest(problem, solver, {face, weights, chosen, 0.01}) < 2e-3);
      // Weights and ridge both by one factor: as near as can be.
      const Vector half = weights / 2;
      CHECK(rest(problem, solver, {face, half, chosen, 0.005}) < 2e-3);
    }
  }
}

} // namespace

TEST_CASE("Newton's steps on a face: what is left of the right side is small, whatever was solved before",
          "[elastic_net][manufactured]") {
  const Sample plane = tests::example1(90, 3);
  tests::Dice dice(4);
  const auto normal = [&] { return dice.normal(); };
  const Matrix tall = Matrix::NullaryExpr(90, 40, normal), wide = Matrix::NullaryExpr(60, 300, normal);
  const Matrix gram = Kernel{Kernel::Shape::gaussian, 1}.gram(plane.x);
  Matrix repeated = tall;
  repeated.rightCols(20) = repeated.leftCols(20);
  repeated.col(7).setConstant(2);
  for (const Matrix* columns : {&tall, &wide, &gram, static_cast<const Matrix*>(&repeated)})
    check_steps({*columns, plane.y, 0.5, Ridge::plain});
  check_steps({gram, plane.y, 0.5, Ridge::kernel});
}

TEST_CASE("products with the columns of a face are those of the columns, whatever their number and length",
          "[elastic_net][manufactured]") {
  tests::Dice dice(7);
  for (Eigen::Index n = 1; n <= 34; ++n) {
    const Matrix m = Matrix::NullaryExpr(n, 24, [&] { return static_cast<double>(dice.below(100)); });
    for (Eigen::Index size = 0; size <= 9; ++size) {
      std::vector<Eigen::Index> face;
      for (Eigen::Index k = 0; k < size; ++k) face.push_back((7 * k + 3) % 24);
      const Matrix columns = m(Eigen::all, face);
      const Vector d = Vector::LinSpaced(size, -4, static_cast<double>(size) - 5), v = m.col(1);
      // Whole numbers: every order of adding has the same bits.
      CHECK(times(m, face, d) == columns * d);
      CHECK(transposed_times(m, face, v) == columns.transpose() * v);
    }
  }
}
