#include "datasets/encoding/standardise.hpp"

#include <cmath>

#include "datasets/encoding/genes.hpp"
#include "tests/support/catch.hpp"

using datasets::encoding::standardisation_of;

TEST_CASE("standardised columns have mean 0 and variance 1 with divisor n - 1", "[datasets]") {
  const core::Matrix x = (core::Matrix(4, 2) << 1, 1e6, 2, 2e6, 4, -1e6, 9, 3e6).finished();
  const core::Matrix z = standardisation_of(x).applied_to(x);
  for (Eigen::Index j = 0; j < 2; ++j) {
    CHECK(z.col(j).mean() == Approx(0).margin(1e-15));
    CHECK(z.col(j).squaredNorm() / 3 == Approx(1));
  }
}

TEST_CASE("a constant column becomes 0 and stays finite where it is not constant", "[datasets]") {
  const core::Matrix x = core::Matrix::Constant(3, 1, 0.1);
  const auto by = standardisation_of(x);
  CHECK(by.applied_to(x) == core::Matrix::Zero(3, 1));
  CHECK(by.applied_to(core::Matrix::Constant(1, 1, 1.1))(0, 0) == Approx(1));
  CHECK(
      standardisation_of(core::Matrix::Constant(1, 1, 5)).applied_to(core::Matrix::Constant(1, 1, 5))(0, 0) ==
      0);
}

TEST_CASE("genes are limited to [100, 16000] and kept where they vary strictly more than 5-fold and by 500",
          "[datasets]") {
  // ratio 5 exactly; difference 500 exactly; both beyond; beyond only before the limits
  const core::Matrix x = (core::Matrix(2, 4) << 200, 100, -50, 20, 1000, 600, 20000, 90).finished();
  CHECK(datasets::encoding::varying_genes(x) == std::vector<Eigen::Index>{2});
  CHECK(datasets::encoding::filtered_genes(x) == (core::Matrix(2, 1) << 2, std::log10(16000.0)).finished());
}

TEST_CASE(
    "a part that differs by less than squares can tell is taken for constant, and stays finite elsewhere",
    "[datasets][degenerate]") {
  core::Matrix x(3, 1), other(2, 1);
  x << 0, 1e-200, 2e-200;
  other << 1, 1e100;
  const auto by = standardisation_of(x);
  CHECK(by.scale(0) == 1);
  CHECK(by.applied_to(x).cwiseAbs().maxCoeff() <= 2e-200);
  CHECK(by.applied_to(other).allFinite());
}
