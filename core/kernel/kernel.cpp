#include "core/kernel/kernel.hpp"

#include "core/contract.hpp"

namespace core {
namespace {

using Eigen::Index;
using Padded = Eigen::ArrayXd;

// An even length: Eigen then takes its vectorised exponential for every entry, so an entry's bits depend
// neither on its place in the column nor on the processor's choice of an exponential in the C library.
Index even(Index n) {
  return n + n % 2;
}

// One column of K: against the row z of another sample, for the rows of x from `first` on.
class Columns {
 public:
  Columns(const Kernel& kernel, const Matrix& x) : kernel_(kernel), x_(x), column_(even(x.rows())) {}

  template <class Row>
  auto operator()(const Row& z, Index first) {
    const Index n = x_.rows() - first;
    auto head = column_.head(even(n));
    head.setZero();
    for (Index k = 0; k < x_.cols(); ++k) {
      const auto inputs = x_.col(k).tail(n).array();
      if (kernel_.shape == Kernel::Shape::linear)
        head.head(n) += inputs * z(k);
      else
        head.head(n) += (inputs - z(k)).square();
    }
    if (kernel_.shape == Kernel::Shape::gaussian)
      head = (head / -(kernel_.sigma * kernel_.sigma)).exp().eval();
    return head.head(n).matrix();
  }

 private:
  const Kernel& kernel_;
  const Matrix& x_;
  Padded column_;
};

} // namespace

Matrix Kernel::cross_gram(const Matrix& x, const Matrix& z) const {
  expect(x.cols() == z.cols(), "both samples have the same inputs");
  expect(sigma > 0, "a bandwidth is positive");
  Matrix gram(x.rows(), z.rows());
  Columns column(*this, x);
  for (Index j = 0; j < z.rows(); ++j) gram.col(j) = column(z.row(j), 0);
  return gram;
}

Matrix Kernel::gram(const Matrix& x) const {
  expect(sigma > 0, "a bandwidth is positive");
  const Index n = x.rows();
  Matrix gram(n, n);
  Columns column(*this, x);
  for (Index j = 0; j < n; ++j) {
    gram.col(j).tail(n - j) = column(x.row(j), j);
    gram.row(j).tail(n - j) = gram.col(j).tail(n - j).transpose();
  }
  return gram;
}

} // namespace core
