#include "core/solver/loops/cholesky.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/solver/loops/product_loops.hpp"
#include "core/solver/loops/vector_loops.hpp"

namespace core {

using Eigen::Index;

namespace {

// What is smaller keeps the order of sums that its stored results have.
constexpr Index by_panels = 128;

// A panel and what is transposed of it stay in the second cache.
constexpr Index panel = 48;

} // namespace

Cholesky::Cholesky(Matrix a) : l_(std::move(a)) {
  is_positive_ = l_.rows() < by_panels ? Eigen::LLT<Eigen::Ref<Matrix>>(l_).info() == Eigen::Success
                                       : factorised_by_panels();
}

bool Cholesky::factorised_by_panels() {
  const Index n = l_.rows();
  Matrix rows, negative; // of the panel below its triangle, a column each
  for (Index begin = 0; begin < n; begin += panel) {
    const Index end = std::min(n, begin + panel), width = end - begin;
    if (!factorised(begin, end)) return false;
    if (end == n) break;
    rows = l_.block(end, begin, n - end, width).transpose();
    negative = -rows;
    loops::add_lower_products({width, n - end, width, rows.data()}, negative.data(),
                              {n, l_.data() + end * n + end});
  }
  return true;
}

/// The columns of a panel, of which all that columns before it have to say is said.
bool Cholesky::factorised(Index begin, Index end) {
  const Index n = l_.rows();
  std::vector<const double*> before;
  std::vector<double> coefficients;
  for (Index j = begin; j < end; ++j) {
    before.clear();
    coefficients.clear();
    for (Index k = begin; k < j; ++k) {
      before.push_back(l_.col(k).data() + j);
      coefficients.push_back(-l_(j, k));
    }
    auto column = l_.col(j).tail(n - j);
    loops::add_columns(n - j, {j - begin, before.data(), coefficients.data()}, column.data());
    const double pivot = column(0);
    if (!(pivot > 0)) return false;
    column *= 1 / std::sqrt(pivot);
    column(0) = std::sqrt(pivot);
  }
  return true;
}

Vector Cholesky::solve(const Vector& b) const {
  Vector x = b;
  l_.triangularView<Eigen::Lower>().solveInPlace(x);
  l_.triangularView<Eigen::Lower>().adjoint().solveInPlace(x);
  return x;
}

} // namespace core
