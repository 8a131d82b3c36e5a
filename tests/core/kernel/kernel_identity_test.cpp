#include <cmath>

#include "core/kernel/kernel.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using core::Kernel;
using core::Matrix;

namespace {

const Kernel kLinear{};
const Kernel kGaussian{Kernel::Shape::gaussian, 0.7};

} // namespace

TEST_CASE("kernel: entries are the formulas, whatever the place of the pair", "[kernel]") {
  for (const Eigen::Index n : {1, 2, 5, 8}) {
    const Matrix x = tests::example1(n, 1).x, z = tests::example2(7, 2).x;
    const Matrix linear = kLinear.cross_gram(x, z), gaussian = kGaussian.cross_gram(x, z);
    REQUIRE(linear.rows() == n);
    REQUIRE(linear.cols() == 7);
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index j = 0; j < 7; ++j) {
        CHECK(linear(i, j) == Approx(x.row(i).dot(z.row(j))).epsilon(1e-14).margin(1e-15));
        const double distance = (x.row(i) - z.row(j)).squaredNorm();
        CHECK(gaussian(i, j) == Approx(std::exp(-distance / (0.7 * 0.7))).epsilon(1e-14));
      }
  }
}

TEST_CASE("kernel: a Gram matrix is exactly symmetric and has the bits of the cross-Gram matrix",
          "[kernel]") {
  for (const Eigen::Index n : {1, 2, 9, 24}) {
    const Matrix x = tests::example2(n, 3).x;
    for (const Kernel& kernel : {kLinear, kGaussian}) {
      const Matrix gram = kernel.gram(x);
      CHECK(gram == gram.transpose());
      CHECK(gram == kernel.cross_gram(x, x));
    }
  }
}

TEST_CASE("kernel: equal observations have equal rows and the Gaussian of a point with itself is one",
          "[kernel]") {
  for (const Eigen::Index n : {2, 7, 12}) {
    Matrix x = tests::example1(n, 4).x;
    x.row(n - 1) = x.row(0);
    for (const Kernel& kernel : {kLinear, kGaussian}) {
      const Matrix gram = kernel.gram(x);
      CHECK(gram.row(n - 1) == gram.row(0));
    }
    CHECK(kGaussian.gram(x).diagonal() == core::Vector::Ones(n));
    CHECK(kGaussian.gram(x)(0, n - 1) == 1);
  }
}

TEST_CASE("kernel: the far Gaussian fades to nothing, never to nan", "[kernel][degenerate]") {
  Matrix x(3, 1);
  x << 0, 1e3, 1e200;
  const Matrix gram = kGaussian.gram(x);
  CHECK(gram.allFinite());
  CHECK(gram(0, 1) <= 1e-300);
  CHECK(gram(0, 2) <= 1e-300);
}

TEST_CASE("kernel: a bandwidth that is not positive and samples of different inputs are refused",
          "[kernel]") {
  const Matrix x = Matrix::Zero(2, 2);
  CHECK_THROWS_AS((Kernel{Kernel::Shape::gaussian, 0}.gram(x)), std::logic_error);
  CHECK_THROWS_AS(kLinear.cross_gram(x, Matrix::Zero(2, 3)), std::logic_error);
}
