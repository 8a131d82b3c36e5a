#include "core/solver/columns.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using core::Matrix;
using core::Vector;

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
