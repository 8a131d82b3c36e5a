#include "core/solver/parametric/vector_loops.hpp"

#include <vector>

#include "core/types.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using core::Vector;
namespace loops = core::loops;

namespace {

Vector noise(Eigen::Index n, std::uint64_t seed) {
  tests::Dice dice(seed);
  Vector x(n);
  for (double& v : x) v = dice.normal();
  return x;
}

/// n values, zero in the padding.
Vector padded(const Vector& x) {
  Vector out = Vector::Zero(loops::padded(x.size()));
  out.head(x.size()) = x;
  return out;
}

} // namespace

TEST_CASE("loops: sums, inner products and largest sizes are those of Eigen at every length",
          "[parametric][oracle]") {
  const int n = GENERATE(range(1, 40));
  CAPTURE(n);
  const Vector x = padded(noise(n, 1)), z = padded(noise(n, 2));
  CHECK(loops::sum(n, x.data()) == Approx(x.sum()).margin(1e-14));
  CHECK(loops::dot(n, x.data(), z.data()) == Approx(x.dot(z)).margin(1e-14));
  CHECK(loops::largest(n, x.data()) == x.cwiseAbs().maxCoeff());
}

TEST_CASE("loops: combining columns touches n entries and no more", "[parametric][oracle]") {
  const int n = GENERATE(range(1, 80, 3)), m = GENERATE(0, 1, 2, 7);
  CAPTURE(n, m);
  const core::Matrix A = noise(n * 8, 3).reshaped(n, 8);
  std::vector<const double*> columns;
  for (int j = 0; j < m; ++j) columns.push_back(A.col(j).data());
  const Vector c = noise(8, 4);
  Vector y = noise(n + 1, 5);
  const Vector expected = y.head(n) + A.leftCols(m) * c.head(m);
  const double beyond = y[n];
  loops::add_columns(n, {m, columns.data(), c.data()}, y.data());
  CHECK((y.head(n) - expected).cwiseAbs().maxCoeff() <= 1e-14 * 10);
  CHECK(y[n] == beyond);
}

TEST_CASE("loops: products with a symmetric matrix and its rank-one update are those of Eigen",
          "[parametric][oracle]") {
  const int m = GENERATE(1, 5, 8, 13, 24);
  CAPTURE(m);
  const auto ld = loops::padded(m);
  core::Matrix A = core::Matrix::Zero(ld, ld);
  const core::Matrix root = noise(m * m, 6).reshaped(m, m);
  A.topLeftCorner(m, m) = root * root.transpose();
  const Vector x = padded(noise(m, 7));
  Vector y = Vector::Zero(ld), rows = y;
  Vector solved = x;
  const loops::Saddle saddle =
      loops::solve_saddle(m, {ld, A.data(), y.data(), rows.data()}, 0.7, solved.data());
  const Vector product = A * x, sums = A.rowwise().sum();
  const double excess = (product.sum() - 0.7) / sums.sum();
  CHECK(saddle.excess == Approx(excess));
  CHECK((solved - (product - excess * sums)).cwiseAbs().maxCoeff() <= 1e-11 * (1 + std::abs(excess)));
  CHECK(solved.sum() == Approx(0.7).epsilon(1e-9));
  CHECK(saddle.largest == solved.cwiseAbs().maxCoeff());
  CHECK(saddle.magnitude ==
        Approx(product.cwiseAbs().maxCoeff() + std::abs(excess) * sums.cwiseAbs().maxCoeff()));
  loops::product(m, ld, A.data(), x.data(), y.data());
  CHECK((y - A * x).cwiseAbs().maxCoeff() <= 1e-12);
  const core::Matrix updated = A + 0.3 * x * x.transpose();
  loops::rank_one(m, ld, 0.3, x.data(), A.data());
  CHECK((A - updated).cwiseAbs().maxCoeff() <= 1e-12);
}

TEST_CASE("loops: the first sign change is the scalar formula's, the lowest index among equals",
          "[parametric][oracle]") {
  const int seed = GENERATE(range(1, 30));
  const int n = 5 + seed;
  CAPTURE(seed);
  tests::Dice dice(static_cast<std::uint64_t>(seed));
  Vector side = Vector::Zero(loops::padded(n)), r = side, slope = side;
  for (int i = 0; i < n; ++i) {
    side[i] = dice.below(3) - 1;
    r[i] = side[i] * (dice.below(4) - 0.5);
    slope[i] = dice.below(5) - 2;
  }
  loops::First expected{loops::never, -1};
  for (int i = 0; i < n; ++i) {
    const double closing = -side[i] * slope[i];
    if (!(closing > 0.5)) continue;
    const double step = std::max(0.0, side[i] * r[i]) / closing;
    if (step < expected.step) expected = {step, i};
  }
  const loops::First found = loops::first_sign_change(n, {side.data(), r.data(), slope.data()}, 0.5);
  CHECK(found.step == expected.step);
  CHECK(found.where == expected.where);
}

TEST_CASE("loops: the first exit knows both bounds, also when they move towards each other",
          "[parametric][oracle]") {
  const Vector a = padded(Vector{{0.5, 0.5, 0.9, 0.2}}), slope = padded(Vector{{0.0, 0.1, 0.0, -1.0}});
  const Vector lower = padded(Vector::Zero(4)), upper = padded(Vector::Ones(4));
  const Vector lower_rate = padded(Vector{{1.0, 0.0, 0.0, 0.0}}),
               upper_rate = padded(Vector{{-2.0, 0.0, 0.0, 0.0}});
  const loops::Rooms rooms{a.data(),          slope.data(), lower.data(),
                           lower_rate.data(), upper.data(), upper_rate.data()};
  const loops::First fast = loops::first_exit(4, rooms, 0.9);
  CHECK(fast.where == 3);
  CHECK(fast.step == Approx(0.2));
  const loops::First closing = loops::first_exit(4, rooms, 1.5);
  CHECK(closing.where == 0);
  CHECK(closing.step == Approx(0.25));
  CHECK(loops::first_exit(4, rooms, 3).where == -1);
}
