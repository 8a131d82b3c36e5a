#include "core/multiclass/machine/tie_factor.hpp"

#include <algorithm>
#include <cmath>

namespace core {

using Eigen::Index;

bool TieFactor::append(const Vector& products) {
  // The square of what is new in a row, as a share of its own: below it solutions lose all digits.
  constexpr double nothing = 1e-13;
  if (size_ == L_.rows()) L_.conservativeResize(2 * size_ + 8, 2 * size_ + 8);
  row_ = products.head(size_ + 1);
  forward(row_.data());
  const double left = products(size_) - row_.head(size_).squaredNorm();
  if (!(left > nothing * products(size_))) return false;
  L_.row(size_).head(size_) = row_.head(size_).transpose();
  L_(size_, size_) = std::sqrt(left);
  ++size_;
  return true;
}

/// Without its row L has one entry above the diagonal in every later column; a rotation of each column and
/// the next one takes it away.
void TieFactor::remove(Index row) {
  const Index last = size_ - 1, stride = L_.rows();
  double* all = L_.data();
  for (Index q = 0; q <= last; ++q) {
    double* column = all + q * stride;
    const Index from = std::max(row, q - 1);
    std::copy(column + from + 1, column + size_, column + from);
  }
  for (Index c = row; c < last; ++c) {
    double* left = all + c * stride;
    double* right = left + stride;
    const double length = std::sqrt(left[c] * left[c] + right[c] * right[c]), cosine = left[c] / length,
                 sine = right[c] / length;
    for (Index i = c; i < last; ++i) {
      const double a = left[i], b = right[i];
      left[i] = cosine * a + sine * b;
      right[i] = cosine * b - sine * a;
    }
  }
  size_ = last;
}

void TieFactor::forward(double* b) const {
  for (Index j = 0; j < size_; ++j) {
    const double* column = L_.data() + j * L_.rows();
    const double value = b[j] /= column[j];
    for (Index i = j + 1; i < size_; ++i) b[i] -= value * column[i];
  }
}

void TieFactor::backward(double* b) const {
  for (Index j = size_ - 1; j >= 0; --j) {
    const double* column = L_.data() + j * L_.rows();
    const Index below = size_ - j - 1;
    const double sum =
        Eigen::Map<const Vector>(column + j + 1, below).dot(Eigen::Map<const Vector>(b + j + 1, below));
    b[j] = (b[j] - sum) / column[j];
  }
}

} // namespace core
