#include "core/multiclass/machine/class_basis.hpp"

#include <cmath>

#include "core/contract.hpp"

namespace core {

Matrix class_basis(Eigen::Index classes) {
  expect(classes >= 2, "a basis for two classes or more");
  Matrix V = Matrix::Zero(classes, classes - 1);
  for (Eigen::Index j = 0; j + 1 < classes; ++j) {
    const auto above = static_cast<double>(j + 1);
    const double length = std::sqrt(above * (above + 1));
    V.col(j).head(j + 1).setConstant(1 / length);
    V(j + 1, j) = -above / length;
  }
  return V;
}

} // namespace core
