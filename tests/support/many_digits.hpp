#pragma once
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <vector>

#include "core/sample/types.hpp"

// Arithmetic of a hundred decimal digits, in which sums of products of doubles of ordinary size are exact.
namespace tests {

using ManyDigits = boost::multiprecision::number<boost::multiprecision::cpp_bin_float_100::backend_type,
                                                 boost::multiprecision::et_off>;

using Digits = std::vector<ManyDigits>;

inline Digits digits_of(const core::Vector& v) {
  return {v.begin(), v.end()};
}

/// matrix x v.
inline Digits times(const core::Matrix& matrix, const Digits& v) {
  Digits out(static_cast<std::size_t>(matrix.rows()), ManyDigits(0));
  for (Eigen::Index i = 0; i < matrix.rows(); ++i)
    for (Eigen::Index j = 0; j < matrix.cols(); ++j)
      out[static_cast<std::size_t>(i)] += ManyDigits(matrix(i, j)) * v[static_cast<std::size_t>(j)];
  return out;
}

inline ManyDigits dot(const Digits& v, const Digits& w) {
  ManyDigits sum = 0;
  for (std::size_t i = 0; i < v.size(); ++i) sum += v[i] * w[i];
  return sum;
}

/// log(1 + exp(-z)).
inline ManyDigits logistic_loss(const ManyDigits& z) {
  return z > 0 ? ManyDigits(log1p(exp(-z))) : ManyDigits(log1p(exp(z)) - z);
}

/// H(t) = -t log t - (1 - t) log(1 - t), 0 <= t <= 1.
inline ManyDigits binary_entropy(const ManyDigits& t) {
  const ManyDigits rest = 1 - t;
  return -(t > 0 ? ManyDigits(t * log(t)) : ManyDigits(0)) -
         (rest > 0 ? ManyDigits(rest * log(rest)) : ManyDigits(0));
}

} // namespace tests
