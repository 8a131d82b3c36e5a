#include "datasets/encoding/filling.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/contract.hpp"
#include "core/sample/quantile.hpp"

namespace datasets::encoding {
namespace {

double weighted_median_of_known(const core::Vector& column, const core::Vector& weights) {
  std::vector<std::pair<double, double>> known;
  for (Eigen::Index i = 0; i < column.size(); ++i)
    if (!std::isnan(column(i))) known.emplace_back(column(i), weights(i));
  return known.empty() ? 0 : core::weighted_median(std::move(known));
}

double median_of_known(const core::Vector& column, const core::Vector& weights) {
  if (weights.size() > 0) return weighted_median_of_known(column, weights);
  std::vector<double> known;
  for (const double value : column)
    if (!std::isnan(value)) known.push_back(value);
  if (known.empty()) return 0;
  std::sort(known.begin(), known.end());
  const std::size_t half = known.size() / 2;
  return known.size() % 2 == 1 ? known[half] : known[half - 1] / 2 + known[half] / 2;
}

double sum_of_known(const core::Vector& column, const core::Vector& weights) {
  double sum = 0;
  for (Eigen::Index i = 0; i < column.size(); ++i)
    sum += std::isnan(column(i)) ? 0 : core::weight_at(weights, i) * column(i);
  return sum;
}

} // namespace

core::Matrix Filling::applied_to(core::Matrix x) const {
  core::expect(x.cols() == value.size(), "a filling is applied to as many columns as it was learned from");
  for (Eigen::Index j = 0; j < x.cols(); ++j)
    for (Eigen::Index i = 0; i < x.rows(); ++i)
      if (std::isnan(x(i, j))) x(i, j) = value(j);
  return x;
}

Filling filling_of(const core::Matrix& x, const std::vector<std::size_t>& group,
                   const core::Vector& weights) {
  core::expect(static_cast<std::size_t>(x.cols()) == group.size(), "every input is of a group");
  Filling out{core::Vector::Zero(x.cols())};
  for (Eigen::Index j = 0; j < x.cols();) {
    Eigen::Index end = j + 1;
    while (end < x.cols() && group[static_cast<std::size_t>(end)] == group[static_cast<std::size_t>(j)])
      ++end;
    if (end == j + 1) {
      out.value(j) = median_of_known(x.col(j), weights);
      j = end;
      continue;
    }
    Eigen::Index most = j;
    for (Eigen::Index k = j; k < end; ++k)
      if (sum_of_known(x.col(k), weights) > sum_of_known(x.col(most), weights)) most = k;
    out.value(most) = sum_of_known(x.col(most), weights) > 0 ? 1 : 0;
    j = end;
  }
  return out;
}

} // namespace datasets::encoding
