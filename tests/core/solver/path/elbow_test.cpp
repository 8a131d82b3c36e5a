#include "core/solver/path/elbow.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/sample/types.hpp"
#include "core/solver/loops/vector_loops.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using core::Elbow;
using core::Matrix;
using core::Vector;

namespace loops = core::loops;

namespace {

Matrix rich_gram(Eigen::Index n, std::uint64_t seed) {
  return tests::gaussian_gram(tests::awkward("generic", n, 10, seed));
}

void add(Elbow& elbow, Eigen::Index k) {
  elbow.independence(k);
  elbow.append();
}

/// Solves [0 1'; 1 K_EE] (shift; x) = (total; rhs) by elimination.
Vector saddle_solution(const Matrix& gram, const Elbow& elbow, const Vector& rhs, double total) {
  const auto m = elbow.size();
  Matrix saddle = Matrix::Ones(m + 1, m + 1);
  saddle(0, 0) = 0;
  saddle.bottomRightCorner(m, m) = gram(elbow.points(), elbow.points());
  Vector right(m + 1);
  right << total, rhs.head(m);
  return saddle.partialPivLu().solve(right);
}

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

/// k becomes a duplicate of i.
void repeat(Matrix& gram, Eigen::Index i, Eigen::Index k) {
  gram.row(k) = gram.row(i);
  gram.col(k) = gram.col(i);
  gram(k, k) = gram(i, i);
}

void check_same_answers(const Matrix& gram, Elbow& elbow, Elbow& other) {
  const Eigen::Index m = elbow.size();
  Vector x = Vector::Zero(loops::padded(m)), y = x;
  for (Eigen::Index j = 0; j < m; ++j) x[j] = y[j] = std::sin(static_cast<double>(j * j));
  const Vector expected = saddle_solution(gram, elbow, x, 0.3);
  const double shift = elbow.solve(x.data(), 0.3).shift, size = expected.cwiseAbs().maxCoeff();
  CHECK(std::abs(shift - expected[0]) <= 1e-9 * size);
  CHECK(std::abs(other.solve(y.data(), 0.3).shift - expected[0]) <= 1e-9 * size);
  CHECK((x.head(m) - expected.tail(m)).cwiseAbs().maxCoeff() <= 1e-9 * size);
  CHECK((y.head(m) - expected.tail(m)).cwiseAbs().maxCoeff() <= 1e-9 * size);
}

} // namespace

TEST_CASE("rich elbow: points that come together are those that come one by one, without dependent ones",
          "[parametric][manufactured]") {
  const auto seed = static_cast<std::uint64_t>(GENERATE(1, 2));
  const Eigen::Index together = GENERATE(1, 3, 4, 9, 30);
  CAPTURE(seed, together);
  Matrix gram = rich_gram(120, seed);
  repeat(gram, 5, 71);  // one of the elbow
  repeat(gram, 70, 72); // one that comes with it
  Elbow batch(gram);
  for (Eigen::Index k = 0; k < 70; ++k) add(batch, k);
  Elbow one_by_one = batch;
  std::vector<Eigen::Index> points;
  for (Eigen::Index k = 70; k < 70 + together; ++k) {
    points.push_back(k);
    if (k != 71 && k != 72) add(one_by_one, k);
  }
  batch.append(points, 1e-10);
  REQUIRE(batch.points() == one_by_one.points());
  check_same_answers(gram, batch, one_by_one);
  for (Elbow* elbow : {&batch, &one_by_one}) { // and on from there as ever
    elbow->remove(70);
    elbow->remove(3);
    add(*elbow, 115);
  }
  check_same_answers(gram, batch, one_by_one);
}

TEST_CASE("rich elbow: no pivot is below the bound, which a near duplicate lowers",
          "[parametric][manufactured]") {
  Matrix gram = rich_gram(80, 4);
  repeat(gram, 78, 79);
  gram(79, 79) += 1e-6;
  Elbow elbow(gram);
  for (Eigen::Index k = 0; k < 80; ++k) {
    add(elbow, k);
    const Matrix shifted = gram(elbow.points(), elbow.points()).array() + elbow.lift();
    const Matrix factor = shifted.llt().matrixL();
    const double exact = (factor.diagonal().array().square() / shifted.diagonal().array()).minCoeff(),
                 bound = elbow.least_pivot_share();
    CHECK(bound <= exact * (1 + 1e-6));
    CHECK(bound >= exact * (1 - 1e-5)); // the squares are as good as equal
    CHECK((bound < 1e-5) == (k == 79));
  }
}
