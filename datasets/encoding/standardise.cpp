#include "datasets/encoding/standardise.hpp"

#include <cmath>

#include "core/contract.hpp"
#include "core/sample/observation_weights.hpp"

namespace datasets::encoding {
core::Matrix Standardisation::applied_to(const core::Matrix& x) const {
  core::expect(x.cols() == centre.size(),
               "a standardisation is applied to as many columns as it was fitted on");
  return ((x.rowwise() - centre.transpose()).array().rowwise() / scale.transpose().array()).matrix();
}

Standardisation standardisation_of(const core::Matrix& x, const core::Vector& weights) {
  core::expect(x.rows() >= 1, "there are rows to standardise by");
  Standardisation out{x.colwise().mean(), core::Vector::Ones(x.cols())};
  if (weights.size() > 0) out.centre = x.transpose() * weights / weights.sum();
  const double all = core::weight_of_all(weights, x.rows());
  const double divisor = weights.size() == 0 || all > 1 ? all - 1 : all;
  for (Eigen::Index j = 0; j < x.cols(); ++j) {
    // Asked of the values, not of the variance: the mean of equal numbers may be off by a rounding.
    if (x.col(j).maxCoeff() - x.col(j).minCoeff() < least_spread) {
      out.centre(j) = x(0, j);
      continue;
    }
    const double squares = weights.size() == 0
                               ? (x.col(j).array() - out.centre(j)).square().sum()
                               : ((x.col(j).array() - out.centre(j)).square() * weights.array()).sum();
    out.scale(j) = std::sqrt(squares / divisor);
  }
  return out;
}

} // namespace datasets::encoding
