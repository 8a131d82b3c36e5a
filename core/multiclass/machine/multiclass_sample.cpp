#include "core/multiclass/machine/multiclass_sample.hpp"

#include "core/contract.hpp"
#include "core/multiclass/machine/class_basis.hpp"

namespace core {

MulticlassSample multiclass_sample(const Matrix& x, const Vector& labels, Eigen::Index classes) {
  const Eigen::Index n = x.rows(), r = x.cols(), m = pieces::padded(n);
  expect(classes <= most_classes, "a machine of two to eight classes");
  MulticlassSample out;
  out.basis = class_basis(classes);
  out.at.count = n;
  out.at.x = Matrix::Zero(m, r + 1);
  out.at.x.topLeftCorner(n, r) = x;
  out.at.x.col(r).head(n).setOnes();
  out.at.radius = n > 0 ? x.rowwise().norm().maxCoeff() : 0;
  out.at.cost = Vector::Ones(m);
  out.at.t = Matrix::Zero(m, classes);
  out.at.t.topRows(n).setOnes();
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto k = static_cast<Eigen::Index>(labels(i)) - 1;
    expect(k >= 0 && k < classes && labels(i) == static_cast<double>(k + 1),
           "labels are 1 to the number of classes");
    out.at.t(i, k) = 0;
    out.y.push_back(k);
  }
  return out;
}

} // namespace core
