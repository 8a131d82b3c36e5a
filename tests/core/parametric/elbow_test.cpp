#include "core/solver/parametric/elbow.hpp"

#include <Eigen/LU>

#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using core::Elbow;
using core::Matrix;
using core::Vector;

namespace {

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

void add(Elbow& elbow, Eigen::Index k) {
  elbow.independence(k);
  elbow.append();
}

Eigen::Index position_of(const Elbow& elbow, Eigen::Index k) {
  return std::find(elbow.points().begin(), elbow.points().end(), k) - elbow.points().begin();
}

Matrix rich_gram(Eigen::Index n, std::uint64_t seed) {
  return tests::gaussian_gram(tests::awkward("generic", n, 10, seed));
}

} // namespace

TEST_CASE("elbow: growing and shrinking across the change of representation, it solves the saddle system",
          "[parametric][manufactured]") {
  const auto seed = static_cast<std::uint64_t>(GENERATE(1, 2, 3));
  CAPTURE(seed);
  const Eigen::Index n = 120;
  const Matrix gram = rich_gram(n, seed);
  Elbow elbow(gram);
  tests::Dice dice(seed);
  Vector load(n); // a right side that stays with its points, as along a path
  for (double& v : load) v = dice.sign();
  bool was_large = false, was_small_again = false;
  for (int step = 0; step < 600; ++step) {
    const bool grows = dice.uniform() < (step % 300 < 200 ? 0.95 : 0.05);
    const auto k = static_cast<Eigen::Index>(dice.below(n));
    const Eigen::Index at = position_of(elbow, k);
    if (grows && at == elbow.size()) add(elbow, k);
    if (!grows && elbow.size() > 1) elbow.remove(dice.below(static_cast<int>(elbow.size())));
    was_large = was_large || elbow.is_large();
    was_small_again = was_small_again || (was_large && !elbow.is_large());
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
  CHECK(was_large);
  CHECK(was_small_again);
}

TEST_CASE("elbow: a large one answers with a residual of rounding even where it is ill-conditioned",
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
  REQUIRE(elbow.is_large());
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

TEST_CASE("elbow: a duplicate is dependent on a large one too, and its shares say on whom",
          "[parametric][degenerate]") {
  core::Sample sample = tests::awkward("generic", 90, 10, 3);
  sample.x.row(85) = sample.x.row(17);
  const Matrix gram = tests::gaussian_gram(sample);
  Elbow elbow(gram);
  for (Eigen::Index k = 0; k < 80; ++k) add(elbow, k);
  REQUIRE(elbow.is_large());
  CHECK(std::abs(elbow.independence(85)) < 1e-13);
  CHECK(elbow.shares()[17] == Approx(1));
  CHECK(elbow.shares().head(80).cwiseAbs().sum() == Approx(1).epsilon(1e-6));
  CHECK(elbow.independence(84) > 1e-6);
  elbow.remove(17);
  CHECK(elbow.point(17) == 18);
  CHECK(elbow.independence(85) > 1e-6);
}

TEST_CASE("elbow: it is taken anew from its points in either representation, and not where they depend",
          "[parametric][degenerate]") {
  core::Sample sample = tests::awkward("generic", 100, 10, 4);
  sample.x.row(99) = sample.x.row(0);
  const Matrix gram = tests::gaussian_gram(sample);
  for (const int m : {10, 80}) {
    Elbow grown(gram), taken(gram);
    for (Eigen::Index k = 0; k < m; ++k) add(grown, k);
    REQUIRE(taken.take(grown.points()));
    CHECK(taken.is_large() == (m == 80));
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
