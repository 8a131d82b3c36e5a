#include <Eigen/Cholesky>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/solver/parametric/elbow.hpp"
#include "core/solver/parametric/vector_loops.hpp"
#include "core/solver/triangle_loops.hpp"
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

// What jumps ask of a rich elbow: points that come together, how near it is to singular, and their loops.

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
