#include "core/metric/metric.hpp"

#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

namespace core {
namespace {

double weighted_log(double weight, double q) {
  return weight == 0 ? 0 : weight * std::log(q);
}

double cross_entropy(double p, double q) {
  return -(weighted_log(p, q) + weighted_log(1 - p, 1 - q));
}

} // namespace

double gkl(const Vector& q, const Sample& test) {
  double sum = 0;
  for (Eigen::Index i = 0; i < q.size(); ++i) sum += cross_entropy(test.truth(i), q(i));
  return sum / static_cast<double>(q.size());
}

double cre(const Vector& q, const Sample& test) {
  double sum = 0;
  for (Eigen::Index i = 0; i < q.size(); ++i) sum += cross_entropy(test.y(i) > 0 ? 1 : 0, q(i));
  return sum / static_cast<double>(q.size());
}

double test_error(const Vector& q, const Sample& test) {
  double errors = 0;
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    const double side = (q(i) - 0.5) * test.y(i);
    errors += side < 0 ? 1 : side == 0 ? 0.5 : 0;
  }
  return errors / static_cast<double>(q.size());
}

std::span<const MetricRow> metrics() {
  static constexpr std::array rows{
      MetricRow{"gkl", "GKL", "comparative generalised Kullback-Leibler loss on the test sample, true p",
                true, true, gkl},
      MetricRow{"cre", "CRE", "cross entropy error on the test sample, observed labels", false, true, cre},
      MetricRow{"test_error", "TE", "share of test points on the wrong side of 1/2", false, true, test_error},
  };
  return rows;
}

const MetricRow& metric(std::string_view id) {
  for (const MetricRow& row : metrics()) {
    if (row.id == id) return row;
  }
  throw std::logic_error("no metric '" + std::string(id) + "'");
}

} // namespace core
