#include "core/solver/parametric/elbow.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "core/solver/parametric/vector_loops.hpp"
#include "core/types.hpp"
#include "tests/core/parametric/levels/every_loop.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/elbows.hpp"
#include "tests/support/margin_samples.hpp"

using core::Elbow;
using core::Matrix;
using core::Vector;
using tests::add;
using tests::rich_gram;
using tests::saddle_solution;

namespace loops = core::loops;

namespace {

/// The residual of an answer to the saddle system, in units of what makes it up.
double residual(const Matrix& gram, const Elbow& elbow, const Vector& rhs, const Vector& x, double shift) {
  const Matrix k = gram(elbow.points(), elbow.points());
  const Vector r = k * x + Vector::Constant(x.size(), shift) - rhs;
  return r.cwiseAbs().maxCoeff() / (x.cwiseAbs().sum() * elbow.lift() + std::abs(shift) + 1);
}

Eigen::Index position_of(const Elbow& elbow, Eigen::Index k) {
  return std::find(elbow.points().begin(), elbow.points().end(), k) - elbow.points().begin();
}

} // namespace

TEST_CASE("elbow: growing to most of the points and shrinking again, it solves the saddle system",
          "[parametric][manufactured]") {
  const auto seed = static_cast<std::uint64_t>(GENERATE(1, 2, 3));
  CAPTURE(seed);
  const Eigen::Index n = 120;
  const Matrix gram = rich_gram(n, seed);
  Elbow elbow(gram);
  tests::Dice dice(seed);
  Vector load(n); // a right side that stays with its points, as along a path
  for (double& v : load) v = dice.sign();
  Eigen::Index richest = 0;
  bool was_poor_again = false;
  for (int step = 0; step < 600; ++step) {
    const bool grows = dice.uniform() < (step % 300 < 200 ? 0.95 : 0.05);
    const auto k = static_cast<Eigen::Index>(dice.below(n));
    const Eigen::Index at = position_of(elbow, k);
    if (grows && at == elbow.size()) add(elbow, k);
    if (!grows && elbow.size() > 1) elbow.remove(dice.below(static_cast<int>(elbow.size())));
    richest = std::max(richest, elbow.size());
    was_poor_again = was_poor_again || (richest > 80 && elbow.size() < 8);
    const auto m = elbow.size();
    if (m == 0) continue;
    const bool foreign = step % 7 == 0;
    Vector rhs = Vector::Zero(core::loops::padded(m));
    for (Eigen::Index j = 0; j < m; ++j) rhs[j] = foreign ? dice.normal() : load[elbow.point(j)];
    const Vector expected = saddle_solution(gram, elbow, rhs, 0.7);
    const auto solved = elbow.solve(rhs.data(), 0.7);
    const double size = expected.cwiseAbs().maxCoeff();
    REQUIRE(std::abs(solved.shift - expected[0]) <= 1e-9 * (1 + size));
    REQUIRE((rhs.head(m) - expected.tail(m)).cwiseAbs().maxCoeff() <= 1e-9 * (1 + size));
    REQUIRE(solved.largest == rhs.cwiseAbs().maxCoeff());
    REQUIRE(solved.magnitude >= solved.largest);
    REQUIRE(rhs.tail(rhs.size() - m).isZero(0));
  }
  CHECK(richest > 80);
  CHECK(was_poor_again);
}

TEST_CASE("elbow: it answers with a residual of rounding even where it is ill-conditioned",
          "[parametric][degenerate]") {
  const Eigen::Index n = 110;
  core::Sample sample = tests::awkward("generic", n, 4, 5);
  for (Eigen::Index i = 1; i < n; i += 2) // twins but for a hair
    sample.x.row(i) = sample.x.row(i - 1).array() + 1e-5;
  const Matrix gram = tests::gaussian_gram(sample, 0.3);
  Elbow elbow(gram);
  tests::Dice dice(7);
  for (Eigen::Index k = 0; k < n; ++k)
    if (elbow.independence(k) > 1e-13) elbow.append();
  REQUIRE(elbow.size() > 80);
  for (int step = 0; step < 40; ++step) {
    elbow.remove(dice.below(static_cast<int>(elbow.size())));
    const auto k = static_cast<Eigen::Index>(dice.below(static_cast<int>(n)));
    if (position_of(elbow, k) == elbow.size() && elbow.independence(k) > 1e-13) elbow.append();
    const auto m = elbow.size();
    Vector rhs = Vector::Zero(core::loops::padded(m));
    for (Eigen::Index j = 0; j < m; ++j) rhs[j] = dice.sign();
    const Vector right = rhs.head(m);
    const auto solved = elbow.solve(rhs.data(), 0);
    REQUIRE(residual(gram, elbow, right, rhs.head(m), solved.shift) <= 1e-14);
  }
}

TEST_CASE("elbow: a duplicate is dependent on a rich one too, and its shares say on whom",
          "[parametric][degenerate]") {
  core::Sample sample = tests::awkward("generic", 90, 10, 3);
  sample.x.row(85) = sample.x.row(17);
  const Matrix gram = tests::gaussian_gram(sample);
  Elbow elbow(gram);
  for (Eigen::Index k = 0; k < 80; ++k) add(elbow, k);
  CHECK(std::abs(elbow.independence(85)) < 1e-13);
  CHECK(elbow.shares()[17] == Approx(1));
  CHECK(elbow.shares().head(80).cwiseAbs().sum() == Approx(1).epsilon(1e-6));
  CHECK(elbow.independence(84) > 1e-6);
  elbow.remove(17);
  CHECK(elbow.point(17) == 18);
  CHECK(elbow.independence(85) > 1e-6);
}

TEST_CASE("elbow: it is taken anew from its points, and not where they depend", "[parametric][degenerate]") {
  core::Sample sample = tests::awkward("generic", 100, 10, 4);
  sample.x.row(99) = sample.x.row(0);
  const Matrix gram = tests::gaussian_gram(sample);
  for (const int m : {10, 80}) {
    Elbow grown(gram), taken(gram);
    for (Eigen::Index k = 0; k < m; ++k) add(grown, k);
    REQUIRE(taken.take(grown.points()));
    Vector x = Vector::Zero(core::loops::padded(m)), z = x;
    x.head(m) = z.head(m) = sample.y.head(m);
    CHECK(grown.solve(x.data(), 0.1).shift == Approx(taken.solve(z.data(), 0.1).shift));
    CHECK((x - z).cwiseAbs().maxCoeff() <= 1e-10);
  }
  const Matrix ones = Matrix::Ones(100, 100);
  Elbow singular(ones);
  std::vector<Eigen::Index> all;
  for (Eigen::Index k = 0; k < 70; ++k) all.push_back(k);
  CHECK_FALSE(singular.take(all));
}

TEST_CASE("elbow: after any coming and going of few points it solves the saddle system",
          "[parametric][manufactured]") {
  const auto seed = static_cast<std::uint64_t>(GENERATE(range(1, 12)));
  CAPTURE(seed);
  const core::Sample sample = tests::example1(40, seed);
  const Matrix gram = tests::gaussian_gram(sample, 0.3);
  Elbow elbow(gram);
  tests::Dice dice(seed);
  std::vector<bool> inside(40, false);
  for (int step = 0; step < 200; ++step) {
    const auto k = static_cast<Eigen::Index>(dice.below(40));
    if (!inside[k]) {
      if (elbow.independence(k) < 1e-10) continue;
      elbow.append();
    } else {
      for (Eigen::Index j = 0; j < elbow.size(); ++j)
        if (elbow.point(j) == k) {
          elbow.remove(j);
          break;
        }
    }
    inside[k] = !inside[k];
    const auto m = elbow.size();
    if (m == 0) continue;
    Vector rhs = Vector::Zero(core::loops::padded(m));
    for (Eigen::Index j = 0; j < m; ++j) rhs[j] = dice.normal();
    const Vector right = rhs.head(m);
    const auto solved = elbow.solve(rhs.data(), 0.7);
    REQUIRE(residual(gram, elbow, right, rhs.head(m), solved.shift) <= 1e-14);
    REQUIRE(std::abs(rhs.sum() - 0.7) <= 1e-11 * (1 + rhs.cwiseAbs().sum()));
  }
}

TEST_CASE("elbow: a copy, and one that held other points before, has the bits of one that did not",
          "[parametric][identity]") {
  const Matrix gram = rich_gram(60, 3);
  const auto answers = [&](Elbow elbow) {
    std::vector<double> all;
    for (Eigen::Index k = 7; k < 40; ++k) {
      add(elbow, k);
      if (k % 3 == 0) elbow.remove(k % elbow.size());
      Vector rhs = Vector::Zero(core::loops::padded(elbow.size()));
      for (Eigen::Index j = 0; j < elbow.size(); ++j) rhs[j] = elbow.point(j) % 2 == 0 ? 1 : -1;
      all.push_back(elbow.solve(rhs.data(), 0.3).shift);
      all.insert(all.end(), rhs.begin(), rhs.end());
    }
    return all;
  };
  Elbow fresh(gram), other(gram);
  for (Eigen::Index k = 0; k < 50; ++k) add(other, k);
  Vector rhs = Vector::Ones(core::loops::padded(50));
  rhs.tail(rhs.size() - 50).setZero();
  other.solve(rhs.data(), 1);
  other.clear();
  const std::vector<double> expected = answers(fresh);
  CHECK(answers(other) == expected);
  Elbow assigned(gram);
  for (Eigen::Index k = 50; k < 60; ++k) add(assigned, k);
  assigned = fresh;
  CHECK(answers(assigned) == expected);
}

TEST_CASE("elbow: a duplicate, and a p+2nd point of a linear kernel, are dependent",
          "[parametric][degenerate]") {
  core::Sample sample = tests::example1(12, 5);
  sample.x.row(3) = sample.x.row(1);
  const Matrix linear = tests::linear_gram(sample), gaussian = tests::gaussian_gram(sample);
  Elbow twins(gaussian), plane(linear);
  CHECK(twins.independence(1) > 0.1);
  twins.append();
  CHECK(std::abs(twins.independence(3)) < 1e-14);
  CHECK(twins.shares()[0] == Approx(1));
  CHECK(twins.independence(2) > 1e-6);
  for (const Eigen::Index k : {0, 1, 2}) {
    CHECK(plane.independence(k) > 1e-6);
    plane.append();
  }
  for (const Eigen::Index k : {4, 5, 6}) {
    CHECK(std::abs(plane.independence(k)) < 1e-14);
    CHECK(plane.shares().head(3).sum() == Approx(1));
  }
}

TEST_CASE("elbow: a point that would leave the equations without a solution cannot be added",
          "[parametric][degenerate]") {
  const Matrix ones = Matrix::Ones(3, 3), indefinite{{1, 2}, {2, 1}};
  Elbow same(ones), none(indefinite);
  add(same, 0);
  CHECK(same.factor());
  CHECK(std::abs(same.independence(1)) < 1e-15);
  add(none, 0);
  CHECK(none.independence(1) < 0);
  CHECK_THROWS_AS(none.append(), std::logic_error);
}

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
  WARN("compared with default:" << (has("x86-64-v3") ? " x86-64-v3" : " nothing")
                                << (has("x86-64-v4") ? " x86-64-v4" : ""));
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
