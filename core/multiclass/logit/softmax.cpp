#include "core/multiclass/logit/softmax.hpp"

#include "core/elementary/functions.hpp"
#include "core/solver/gram/columns.hpp"

namespace core {

Matrix exponentials(const Matrix& logs) {
  return logs.unaryExpr([](double v) { return exp(v); });
}

Matrix log_softmax(const Matrix& f) {
  const Matrix below = f.colwise() - f.rowwise().maxCoeff();
  const Vector sums = row_sums(exponentials(below));
  return below.colwise() - sums.unaryExpr([](double v) { return log(v); });
}

} // namespace core
