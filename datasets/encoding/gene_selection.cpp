#include "datasets/encoding/gene_selection.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "core/contract.hpp"
#include "datasets/encoding/standardise.hpp"

namespace datasets::encoding {
namespace {

/// Row numbers of each class.
std::vector<std::vector<Eigen::Index>> rows_by_class(const core::Labels& y) {
  std::map<double, std::vector<Eigen::Index>> by_label;
  for (Eigen::Index i = 0; i < y.size(); ++i) by_label[y(i)].push_back(i);
  std::vector<std::vector<Eigen::Index>> out;
  for (auto& [label, rows] : by_label) out.push_back(std::move(rows));
  return out;
}

bool is_constant(const core::Vector& values) {
  return values.maxCoeff() - values.minCoeff() < least_spread;
}

} // namespace

core::Matrix rows_standardised(const core::Matrix& x) {
  const core::Matrix columns = x.transpose();
  return standardisation_of(columns).applied_to(columns).transpose();
}

core::Vector between_over_within(const core::Matrix& x, const core::Labels& y) {
  core::expect(x.rows() == y.size(), "each row has a label");
  const auto classes = rows_by_class(y);
  core::Vector out = core::Vector::Zero(x.cols());
  for (Eigen::Index j = 0; j < x.cols(); ++j) {
    const core::Vector column = x.col(j);
    if (classes.size() < 2 || is_constant(column)) continue;
    const double mean = column.mean();
    double between = 0, within = 0;
    bool is_apart = true; // asked of the values: the mean of equal numbers may be off by a rounding
    for (const auto& rows : classes) {
      const core::Vector part = column(rows);
      between += static_cast<double>(part.size()) * (part.mean() - mean) * (part.mean() - mean);
      within += (part.array() - part.mean()).square().sum();
      is_apart = is_apart && is_constant(part);
    }
    out(j) = is_apart ? core::infinity : between / within;
  }
  return out;
}

std::vector<Eigen::Index> most_different(const core::Matrix& x, const core::Labels& y, Eigen::Index count) {
  core::expect(count <= x.cols(), "no more columns are chosen than there are");
  const core::Vector score = between_over_within(x, y);
  std::vector<Eigen::Index> order(static_cast<std::size_t>(x.cols()));
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Eigen::Index a, Eigen::Index b) { return score(a) > score(b); });
  order.resize(static_cast<std::size_t>(count));
  std::sort(order.begin(), order.end());
  return order;
}

} // namespace datasets::encoding
