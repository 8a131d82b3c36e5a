#include "core/solver/columns.hpp"

#include <vector>

namespace core {

using Eigen::Index;

void add_columns(const Matrix& gram, std::span<const Index> index, std::span<const double> step,
                 Vector& sum) {
  double* const out = sum.data();
  const Index n = gram.rows();
  const double* const data = gram.data();
  std::size_t k = 0;
  for (; k + 4 <= index.size(); k += 4) {
    const double s0 = step[k], s1 = step[k + 1], s2 = step[k + 2], s3 = step[k + 3];
    const double *c0 = data + index[k] * n, *c1 = data + index[k + 1] * n;
    const double *c2 = data + index[k + 2] * n, *c3 = data + index[k + 3] * n;
    for (Index i = 0; i < n; ++i) out[i] = (((out[i] + s0 * c0[i]) + s1 * c1[i]) + s2 * c2[i]) + s3 * c3[i];
  }
  for (; k < index.size(); ++k) {
    const double s = step[k];
    const double* const c = data + index[k] * n;
    for (Index i = 0; i < n; ++i) out[i] += s * c[i];
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
