#include "core/metric/metric.hpp"

#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

#include "core/elementary/functions.hpp"

namespace core {
namespace {

double weighted_log(double weight, double q) {
  return weight == 0 ? 0 : weight * log(q);
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

double mse(const Vector& q, const Sample& test) {
  return (q.array() - (test.y.array() + 1) / 2).square().mean();
}

double mcre(const Vector& q, const Draw& draw) {
  const Eigen::Index rows = draw.train.size() + draw.tune.size() + draw.test.size();
  return cre(q, draw.test) * static_cast<double>(draw.test.size()) / static_cast<double>(rows);
}

double test_error(const Vector& q, const Sample& test) {
  double errors = 0;
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    const double side = (q(i) - 0.5) * test.y(i);
    errors += side < 0 ? 1 : side == 0 ? 0.5 : 0;
  }
  return errors / static_cast<double>(q.size());
}

namespace {

/// A metric of the test sample alone.
template <double (*metric)(const Vector&, const Sample&)>
double on_test(const Vector& q, const Draw& draw) {
  return metric(q, draw.test);
}

} // namespace

std::span<const MetricRow> metrics() {
  static constexpr std::array rows{
      MetricRow{"gkl", "GKL", "comparative generalised Kullback-Leibler loss on the test sample, true p",
                true, true, on_test<gkl>},
      MetricRow{"cre", "CRE", "cross entropy error on the test sample, observed labels", false, true,
                on_test<cre>},
      MetricRow{"mse", "MSE", "mean squared error of the probabilities on the test sample, observed labels",
                false, true, on_test<mse>},
      MetricRow{"mcre", "mCRE", "cross entropies of the test sample, summed, over the rows of all parts",
                false, true, mcre},
      MetricRow{"test_error", "TE", "share of test points on the wrong side of 1/2", false, true,
                on_test<test_error>},
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
