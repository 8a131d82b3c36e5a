#include "datasets/encoding/genes.hpp"

namespace datasets::encoding {
namespace {

constexpr double least_expression = 100, most_expression = 16000;

core::Matrix limited(const core::Matrix& x) {
  return x.cwiseMax(least_expression).cwiseMin(most_expression);
}

} // namespace

std::vector<Eigen::Index> varying_genes(const core::Matrix& x) {
  std::vector<Eigen::Index> kept;
  const core::Matrix values = limited(x);
  for (Eigen::Index j = 0; j < values.cols(); ++j) {
    const double least = values.col(j).minCoeff(), most = values.col(j).maxCoeff();
    if (most / least > 5 && most - least > 500) kept.push_back(j);
  }
  return kept;
}

core::Matrix filtered_genes(const core::Matrix& x) {
  return limited(x)(Eigen::all, varying_genes(x)).array().log10().matrix();
}

} // namespace datasets::encoding
