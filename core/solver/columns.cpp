#include "core/solver/columns.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "core/solver/parametric/vector_loops.hpp"

namespace core {

using Eigen::Index;

void add_columns(const Matrix& gram, std::span<const Index> index, std::span<const double> step,
                 Vector& sum) {
  // A few columns at a time: their addresses stay on the stack.
  constexpr std::size_t most = 64;
  std::array<const double*, most> columns;
  for (std::size_t begin = 0; begin < index.size(); begin += most) {
    const std::size_t count = std::min(most, index.size() - begin);
    for (std::size_t k = 0; k < count; ++k) columns[k] = gram.data() + index[begin + k] * gram.rows();
    loops::add_columns(gram.rows(), {static_cast<Index>(count), columns.data(), step.data() + begin},
                       sum.data());
  }
}

Vector gram_times(const Matrix& gram, const Vector& a) {
  std::vector<Index> index;
  std::vector<double> step;
  index.reserve(static_cast<std::size_t>(a.size()));
  step.reserve(static_cast<std::size_t>(a.size()));
  for (Index i = 0; i < a.size(); ++i)
    if (a(i) != 0) {
      index.push_back(i);
      step.push_back(a(i));
    }
  Vector product = Vector::Zero(gram.rows());
  add_columns(gram, index, step, product);
  return product;
}

Vector summed_by_row(const Vector& a, const std::vector<Index>& rows, Index n) {
  Vector out = Vector::Zero(n);
  for (Index i = 0; i < a.size(); ++i) out(rows[static_cast<std::size_t>(i)]) += a(i);
  return out;
}

Vector gram_times_extended(const Matrix& gram, const Vector& a) {
  Vector product(gram.rows());
  for (Index i = 0; i < gram.rows(); ++i) {
    const double* const k_i = gram.data() + i * gram.rows();
    long double sum = 0;
    for (Index j = 0; j < a.size(); ++j) sum += static_cast<long double>(k_i[j]) * a(j);
    product(i) = static_cast<double>(sum);
  }
  return product;
}

} // namespace core
