#include "datasets/encoding/filling.hpp"

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"

namespace datasets::encoding {
namespace {

double median_of_known(const core::Vector& column) {
  std::vector<double> known;
  for (const double value : column)
    if (!std::isnan(value)) known.push_back(value);
  if (known.empty()) return 0;
  std::sort(known.begin(), known.end());
  const std::size_t half = known.size() / 2;
  return known.size() % 2 == 1 ? known[half] : known[half - 1] / 2 + known[half] / 2;
}

double sum_of_known(const core::Vector& column) {
  double sum = 0;
  for (const double value : column) sum += std::isnan(value) ? 0 : value;
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

Filling filling_of(const core::Matrix& x, const std::vector<std::size_t>& group) {
  core::expect(static_cast<std::size_t>(x.cols()) == group.size(), "every input is of a group");
  Filling out{core::Vector::Zero(x.cols())};
  for (Eigen::Index j = 0; j < x.cols();) {
    Eigen::Index end = j + 1;
    while (end < x.cols() && group[static_cast<std::size_t>(end)] == group[static_cast<std::size_t>(j)])
      ++end;
    if (end == j + 1) {
      out.value(j) = median_of_known(x.col(j));
      j = end;
      continue;
    }
    Eigen::Index most = j;
    for (Eigen::Index k = j; k < end; ++k)
      if (sum_of_known(x.col(k)) > sum_of_known(x.col(most))) most = k;
    out.value(most) = sum_of_known(x.col(most)) > 0 ? 1 : 0;
    j = end;
  }
  return out;
}

} // namespace datasets::encoding
