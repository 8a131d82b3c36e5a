#include "core/metric/metric.hpp"

#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

#include "core/elementary/functions.hpp"
#include "core/loss/logistic.hpp"

namespace core {
namespace {

/// Of one point whose class is +1 with probability p; 0 log 0 = 0.
double cross_entropy(double p, const Predicted& q, Eigen::Index point) {
  const double positive = p == 0 ? 0 : p * q.log_of(point);
  const double negative = p == 1 ? 0 : (1 - p) * q.log_of_not(point);
  return -(positive + negative);
}

} // namespace

bool Predicted::reads_log_odds(Eigen::Index point) const {
  return log_odds != nullptr && is_coarse(probability(point)) && std::isfinite((*log_odds)(point));
}

double Predicted::log_of(Eigen::Index point) const {
  return reads_log_odds(point) ? -Logistic::value((*log_odds)(point)) : log(probability(point));
}

double Predicted::log_of_not(Eigen::Index point) const {
  return reads_log_odds(point) ? -Logistic::value(-(*log_odds)(point)) : log(1 - probability(point));
}

double Predicted::logit(Eigen::Index point) const {
  const double q = probability(point);
  return reads_log_odds(point) ? (*log_odds)(point) : log(q / (1 - q));
}

double gkl(const Predicted& q, const Sample& test) {
  double sum = 0;
  for (Eigen::Index i = 0; i < q.size(); ++i) sum += cross_entropy(test.truth(i), q, i);
  return sum / static_cast<double>(q.size());
}

double cre(const Predicted& q, const Sample& test) {
  double sum = 0;
  for (Eigen::Index i = 0; i < q.size(); ++i) sum += cross_entropy(test.y(i) > 0 ? 1 : 0, q, i);
  return sum / static_cast<double>(q.size());
}

double mse(const Predicted& q, const Sample& test) {
  return (q.probability.array() - (test.y.array() + 1) / 2).square().mean();
}

double mcre(const Predicted& q, const Draw& draw) {
  const Eigen::Index rows = draw.train.size() + draw.tune.size() + draw.test.size();
  return cre(q, draw.test) * static_cast<double>(draw.test.size()) / static_cast<double>(rows);
}

double test_error(const Predicted& q, const Sample& test) {
  double errors = 0;
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    const double side = (q.probability(i) - 0.5) * test.y(i);
    errors += side < 0 ? 1 : side == 0 ? 0.5 : 0;
  }
  return errors / static_cast<double>(q.size());
}

namespace {

/// A metric of the test sample alone.
template <double (*metric)(const Predicted&, const Sample&)>
double on_test(const Predicted& q, const Draw& draw) {
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
