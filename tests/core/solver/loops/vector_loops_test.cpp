#include "core/solver/loops/vector_loops.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "core/sample/types.hpp"
#include "core/solver/loops/product_loops.hpp"
#include "core/solver/loops/triangle_loops.hpp"
#include "tests/core/solver/loops/levels/every_loop.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using core::Matrix;
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

TEST_CASE("loops: products of columns are added to the lower triangle and nowhere else", "[loops][oracle]") {
  const int m = GENERATE(1, 3, 4, 21), c = GENERATE(range(1, 14)), stride = m + 2;
  CAPTURE(m, c);
  const Matrix x = noise(stride * c, 6).reshaped(stride, c), before = noise(c * c, 7).reshaped(c, c);
  Matrix out = before;
  loops::add_lower_products({m, c, stride, x.data()}, out.data());
  const Matrix products = x.topRows(m).transpose() * x.topRows(m);
  for (int k = 0; k < c; ++k)
    for (int j = 0; j < c; ++j) {
      if (j < k) CHECK(out(j, k) == before(j, k));
      if (j >= k) CHECK(std::abs(out(j, k) - before(j, k) - products(j, k)) < 1e-13);
    }
}

TEST_CASE("loops: products of two panels are added to a lower triangle in a larger matrix",
          "[loops][oracle]") {
  const int m = GENERATE(1, 4, 21), c = GENERATE(range(1, 14)), rows = c + 3;
  CAPTURE(m, c);
  const Matrix x = noise(m * c, 6).reshaped(m, c), y = noise(m * c, 8).reshaped(m, c),
               before = noise(rows * c, 7).reshaped(rows, c);
  Matrix out = before;
  loops::add_lower_products({m, c, m, x.data()}, y.data(), {rows, out.data()});
  const Matrix products = x.transpose() * y;
  for (int k = 0; k < c; ++k)
    for (int j = 0; j < rows; ++j) {
      const double added = j >= k && j < c ? products(j, k) : 0;
      CHECK(std::abs(out(j, k) - before(j, k) - added) < 1e-13);
    }
}

TEST_CASE("loops: products of columns with two others are added, rows beyond the last unread",
          "[loops][oracle]") {
  const int m = GENERATE(1, 3, 4, 21), c = GENERATE(range(0, 9)), stride = m + 2;
  CAPTURE(m, c);
  const Matrix x = noise(stride * c, 6).reshaped(stride, c);
  const Vector first = noise(m, 8), second = noise(m, 9), before = noise(c, 7);
  Vector of_first = before, of_second = before;
  loops::add_two_products({m, c, stride, x.data()}, {first.data(), second.data()},
                          {of_first.data(), of_second.data()});
  const Vector one = x.topRows(m).transpose() * first, other = x.topRows(m).transpose() * second;
  for (int j = 0; j < c; ++j) {
    CHECK(std::abs(of_first(j) - before(j) - one(j)) < 1e-13);
    CHECK(std::abs(of_second(j) - before(j) - other(j)) < 1e-13);
  }
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

namespace {

bool has(const char* level) {
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
  return std::string(level) == "x86-64-v4" ? __builtin_cpu_supports("x86-64-v4")
                                           : __builtin_cpu_supports("x86-64-v3");
#else
  return false && level;
#endif
}

bool same_bits(const std::vector<double>& s, const std::vector<double>& t) {
  return std::equal(s.begin(), s.end(), t.begin(), t.end(), [](double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  });
}

} // namespace

TEST_CASE("loops: every x86-64 level that this machine has returns the same bits", "[parametric][bits]") {
  for (const int n : {1, 3, 4, 7, 8, 9, 12, 17, 31, 64, 77, 100, 133})
    for (int seed = 0; seed < 3; ++seed) {
      CAPTURE(n, seed);
      const std::vector<double> plain = tests::every_loop_default(n, seed);
      REQUIRE(plain.size() > 8U);
      REQUIRE(same_bits(plain, tests::every_loop_dispatched(n, seed)));
      if (has("x86-64-v3")) REQUIRE(same_bits(plain, tests::every_loop_v3(n, seed)));
      if (has("x86-64-v4")) REQUIRE(same_bits(plain, tests::every_loop_v4(n, seed)));
    }
  if (has("x86-64-v3"))
    WARN("compared with default: x86-64-v3" << (has("x86-64-v4") ? " x86-64-v4" : ""));
  else
    WARN("SKIPPED: the further levels of the loops are not in this program, or not on this processor");
}

TEST_CASE("loops: one bit of difference is seen", "[parametric][bits]") {
  const std::vector<double> plain = tests::every_loop_default(17, 1);
  std::vector<double> other = plain;
  other.back() = std::bit_cast<double>(std::bit_cast<std::uint64_t>(other.back()) ^ 1U);
  CHECK_FALSE(same_bits(plain, other));
  CHECK_FALSE(same_bits(plain, tests::every_loop_default(17, 2)));
}

TEST_CASE("loops: the level in use is the highest that this machine has", "[parametric]") {
  const std::string expected = has("x86-64-v4") ? "x86-64-v4" : has("x86-64-v3") ? "x86-64-v3" : "default";
  CHECK(core::loops::level() == expected);
}

TEST_CASE("loops: wrong signs are those of the scalar formula, each once and in order",
          "[parametric][oracle]") {
  const int n = GENERATE(range(1, 30));
  CAPTURE(n);
  tests::Dice dice(static_cast<std::uint64_t>(n));
  Vector side = Vector::Zero(loops::padded(n)), r = Vector::Constant(side.size(), -9), slope = r;
  std::vector<std::ptrdiff_t> expected, found(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) {
    side[i] = dice.below(3) - 1;
    r[i] = dice.below(5) - 2;
    slope[i] = dice.below(5) - 2;
    if (side[i] * (r[i] + 0.5 * slope[i]) < -0.5) expected.push_back(i);
  }
  const loops::Residuals at{side.data(), r.data(), slope.data()};
  found.resize(static_cast<std::size_t>(loops::wrong_signs(n, at, {0.5, 0.5}, found.data())));
  CHECK(found == expected);
}

TEST_CASE("loops: several right sides at once have the bits that each has alone", "[parametric][bits]") {
  const int m = GENERATE(1, 4, 7, 30, 65), count = GENERATE(1, 2, 3, 4);
  CAPTURE(m, count);
  tests::Dice dice(9);
  const auto ld = loops::padded(m + 4);
  Matrix rows = Matrix::Zero(ld, ld), right = Matrix::Zero(ld, count); // a column is a row of the triangle
  Vector inverse = Vector::Zero(ld);
  for (int k = 0; k < m; ++k) {
    inverse[k] = dice.uniform(0.5, 1);
    for (int j = k; j < m; ++j) rows(j, k) = dice.uniform(-1, 1);
    for (int b = 0; b < count; ++b) right(k, b) = dice.normal();
  }
  const loops::Triangle triangle{m, ld, rows.data(), inverse.data()};
  Matrix alone = right, at_once = right;
  std::vector<double*> columns;
  for (int b = 0; b < count; ++b) {
    columns.push_back(at_once.col(b).data());
    loops::solve_transposed(triangle, alone.col(b).data());
  }
  loops::solve_transposed(triangle, count, columns.data());
  CHECK(at_once == alone);
  rows.diagonal().head(m) = inverse.head(m).cwiseInverse();
  const Matrix back = rows.topLeftCorner(m, m).triangularView<Eigen::Lower>() * at_once.topRows(m);
  CHECK((back - right.topRows(m)).cwiseAbs().maxCoeff() <= 1e-12 * (1 + at_once.cwiseAbs().maxCoeff()));
}
