#include <Eigen/Core>

#include "core/random/stream.hpp"
#include "core/solver/gram/columns.hpp"
#include "tests/support/catch.hpp"

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
