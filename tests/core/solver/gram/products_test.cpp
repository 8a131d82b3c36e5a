#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "core/random/stream.hpp"
#include "core/solver/gram/columns.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/many_digits.hpp"
#include "tests/support/margin_samples.hpp"

using core::Matrix;
using core::Vector;
using Eigen::Index;

namespace {

Matrix normals(core::Stream& stream, Index rows, Index columns) {
  Matrix out(rows, columns);
  for (double& value : out.reshaped()) value = stream.normal();
  return out;
}

} // namespace

TEST_CASE("Eigen reckons with the caches of the house, whatever the processor has", "[determinism]") {
  CHECK(Eigen::l1CacheSize() == 32768);
  CHECK(Eigen::l2CacheSize() == 524288);
  CHECK(Eigen::l3CacheSize() == 33554432);
}

TEST_CASE("a row's products and its sum have the same bits alone, in any part and among all rows",
          "[determinism]") {
  core::Stream stream("rows of products");
  for (const Index columns : {1, 2, 4, 5, 6, 8, 9, 13, 130, 700}) {
    const Matrix x = normals(stream, 1100, columns), w = normals(stream, columns, 3);
    const Matrix products = core::row_products(x, w);
    const Vector sums = core::row_sums(x);
    CHECK((products - x * w).cwiseAbs().maxCoeff() <= 1e-12 * static_cast<double>(columns));
    CHECK((sums - x.rowwise().sum()).cwiseAbs().maxCoeff() <= 1e-12 * static_cast<double>(columns));
    for (const auto& [first, count] :
         {std::pair<Index, Index>{0, 1}, {7, 1}, {1099, 1}, {510, 2}, {511, 5}, {3, 64}, {500, 600}}) {
      CAPTURE(columns, first, count);
      const Matrix part = x.middleRows(first, count);
      CHECK(core::row_products(part, w) == products.middleRows(first, count));
      CHECK(core::row_products(part, w.col(1)) == products.middleRows(first, count).col(1));
      CHECK(core::row_sums(part) == sums.segment(first, count));
    }
  }
}

TEST_CASE("row sums and products are added up in the order that their descriptions say", "[determinism]") {
  Matrix row(1, 7);
  row << 1, 0x1p-53, 0x1p-53, 0x1p-53, 0x1p-53, 0x1p-53, 0x1p-53;
  CHECK(core::row_sums(row)(0) == 1 + 0x1p-51);     // the four together first, the last two one by one
  CHECK(core::row_sums(row.leftCols(4))(0) == 1.0); // one by one
  CHECK(core::row_products(row, Vector::Ones(7))(0) == 1.0);
}

TEST_CASE("products without rows, columns or terms are empty or zero", "[determinism][degenerate]") {
  CHECK(core::row_products(Matrix(0, 3), Matrix(3, 2)).rows() == 0);
  CHECK(core::row_products(Matrix(4, 3), Matrix(3, 0)).cols() == 0);
  CHECK(core::row_products(Matrix(4, 0), Matrix(0, 2)) == Matrix::Zero(4, 2));
}

TEST_CASE(
    "products with a linear kernel are off by no more than their rounding units, where much cancels and "
    "where not",
    "[rounding][oracle]") {
  const Index n = GENERATE(3, 40, 300), p = GENERATE(1, 7, 30);
  const double far = GENERATE(0.0, 1e3, 1e7), large = GENERATE(1.0, 1e9);
  tests::Dice dice(static_cast<std::uint64_t>(n + p));
  Matrix x(n, p);
  for (double& v : x.reshaped()) v = far + dice.normal();
  const core::Features features(x);
  const core::Gram gram(features);
  Vector a(n);
  for (double& v : a) v = large * dice.normal();
  if (far > 0) a.array() -= a.mean(); // what is far cancels
  const tests::Digits exact = tests::times(x, tests::times(x.transpose(), tests::digits_of(a)));
  const double spread = gram.diagonal().cwiseSqrt().dot(a.cwiseAbs());
  const auto check = [&](const Vector& field, double units) {
    for (Index i = 0; i < n; ++i) {
      const tests::ManyDigits off = abs(exact[static_cast<std::size_t>(i)] - tests::ManyDigits(field(i)));
      CAPTURE(n, p, far, large, i, units);
      CHECK(off <= tests::ManyDigits(core::unit_roundoff * units * std::sqrt(gram.diagonal()(i)) * spread));
    }
  };
  check(core::gram_times(gram, a), core::rounding_units(gram, a));
  check(core::gram_times_extended(gram, a), core::extended_rounding_units(gram, a));
  CHECK(core::rounding_units(gram, Vector::Zero(n)) == 0);
}

TEST_CASE("rounding units of a linear kernel follow what is left of its sums, not what went into them",
          "[rounding]") {
  tests::Dice dice(5);
  Matrix x(3000, 50);
  for (double& v : x.reshaped()) v = dice.normal();
  const core::Features features(x);
  Vector a(3000);
  for (double& v : a) v = dice.normal();
  const Vector balanced = a - x * (x.transpose() * x).ldlt().solve(x.transpose() * a);
  CHECK(core::rounding_units(core::Gram(features), balanced) < 3);
  CHECK(core::rounding_units(core::Gram(features), x.col(0)) > 10);
}
