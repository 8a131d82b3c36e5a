#include "core/metric/metric.hpp"

#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

#include "core/contract.hpp"
#include "core/elementary/functions.hpp"
#include "core/metric/calibration_scores.hpp"
#include "core/metric/class_calibration_scores.hpp"
#include "core/metric/error_costs.hpp"
#include "core/metric/recalibration.hpp"
#include "core/sample/observation_weights.hpp"

namespace core {
namespace {

/// The mean over the points of sum over the classes of term(point, label).
template <class Term>
double mean_over_classes(const Probabilities& q, const Term& term) {
  double sum = 0;
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    double point = 0;
    for (int k = 0; k < q.classes(); ++k) point += term(i, label_of(k, q.classes()));
    sum += point;
  }
  return sum / static_cast<double>(q.size());
}

double errors_of(const Vector& score, const Sample& test) {
  double errors = 0;
  for (Eigen::Index i = 0; i < score.size(); ++i) {
    const double side = score(i) * test.y(i);
    errors += weight_at(test.weights, i) * (side < 0 ? 1 : side == 0 ? 0.5 : 0);
  }
  return errors;
}

/// One less the chance that one of the classes level at the top, taken at random, is the label's.
double error_among_classes(const Probabilities& q, Eigen::Index point, double label) {
  double most = 0;
  int level = 0;
  for (int k = 0; k < q.classes(); ++k) {
    const double p = q.of(point, label_of(k, q.classes()));
    if (p > most) most = p, level = 0;
    if (p == most) ++level;
  }
  return q.of(point, label) == most ? 1 - 1.0 / level : 1;
}

} // namespace

double gkl(const Probabilities& q, const Sample& test) {
  return mean_over_classes(q, [&](Eigen::Index i, double label) {
    const double p = test.truth.of(i, label);
    return p == 0 ? 0 : -(p * q.log_of(i, label));
  });
}

double cre(const Probabilities& q, const Sample& test) {
  double sum = 0;
  for (Eigen::Index i = 0; i < q.size(); ++i) sum -= weight_at(test.weights, i) * q.log_of(i, test.y(i));
  return sum / weight_of_all(test.weights, q.size());
}

double mse(const Probabilities& q, const Sample& test) {
  if (q.classes() == 2 && test.weights.size() == 0)
    return (q.positive().array() - (test.y.array() + 1) / 2).square().mean();
  const double sum = mean_over_classes(q, [&](Eigen::Index i, double label) {
    const double off = q.of(i, label) - (label == test.y(i) ? 1 : 0);
    return weight_at(test.weights, i) * (off * off / 2);
  });
  return test.weights.size() == 0 ? sum
                                  : sum / test.weights.mean(); // of two classes, two halves of one square
}

double mcre(const Probabilities& q, const Draw& draw) {
  const Eigen::Index rows = draw.train.size() + draw.tune.size() + draw.test.size();
  return cre(q, draw.test) * static_cast<double>(draw.test.size()) / static_cast<double>(rows);
}

namespace {

double errors(const Probabilities& q, const Sample& test) {
  if (q.classes() == 2)
    return errors_of(q.log_odds().size() > 0 ? q.log_odds() : (q.positive().array() - 0.5).matrix(), test);
  double errors = 0;
  for (Eigen::Index i = 0; i < q.size(); ++i)
    errors += weight_at(test.weights, i) * error_among_classes(q, i, test.y(i));
  return errors;
}

} // namespace

double errors(const Estimate& estimate, const Sample& test) {
  return estimate.score.size() > 0 ? errors_of(estimate.score, test) : errors(estimate.probability, test);
}

double test_error(const Probabilities& q, const Sample& test) {
  return errors(q, test) / weight_of_all(test.weights, q.size());
}

double test_error(const Estimate& estimate, const Sample& test) {
  return errors(estimate, test) / weight_of_all(test.weights, test.size());
}

double error_percent(const Estimate& estimate, const Sample& test) {
  return 100 * test_error(estimate, test);
}

double mean_test_loss_x100(const Estimate& estimate, const Draw& draw) {
  require(draw.train.classes == 2,
          "mean_test_loss_x100 has the costs of two classes, and there are more. Leave the metric out.");
  const ErrorCosts costs({draw.train.y, draw.train.weights});
  const double threshold = estimate.score.size() > 0 ? 0 : costs.log_odds();
  const WeightedLabels tested(draw.test.y, draw.test.weights);
  return 50 * doubled_cost(decision_scores(estimate), tested, threshold, costs) / costs.all() /
         weight_of_all(tested.weights, draw.test.size());
}

double l1(const Probabilities& q, const Sample& test) {
  return mean_over_classes(
      q, [&](Eigen::Index i, double label) { return std::abs(test.truth.of(i, label) - q.of(i, label)); });
}

double l2(const Probabilities& q, const Sample& test) {
  return mean_over_classes(q, [&](Eigen::Index i, double label) {
    const double off = test.truth.of(i, label) - q.of(i, label);
    return off * off;
  });
}

double egkl(const Probabilities& q, const Sample& test) {
  return mean_over_classes(q, [&](Eigen::Index i, double label) {
    const double p = test.truth.of(i, label);
    return p == 0 ? 0 : p * (test.truth.log_of(i, label) - q.log_of(i, label));
  });
}

double log_likelihood(const Probabilities& q, const Sample& test) {
  double sum = 0;
  for (Eigen::Index i = 0; i < q.size(); ++i) sum += q.log_of(i, test.y(i));
  return sum;
}

namespace {

/// A metric of the probabilities on the test sample alone.
template <double (*metric)(const Probabilities&, const Sample&)>
double on_test(const Estimate& estimate, const Draw& draw) {
  return metric(estimate.probability, draw.test);
}

/// The two losses differ by what the labels drawn at the test points differ from their p. Where the labels
/// are drawn by that p its expectation is 0, whatever the method.
double gkl_minus_cre(const Probabilities& q, const Sample& test) {
  return gkl(q, test) - cre(q, test);
}

double mcre_of(const Estimate& estimate, const Draw& draw) {
  return mcre(estimate.probability, draw);
}

/// A metric of what was decided on the test sample.
template <double (*metric)(const Estimate&, const Sample&)>
double decided(const Estimate& estimate, const Draw& draw) {
  return metric(estimate, draw.test);
}

std::span<const MetricRow> own_metrics() {
  constexpr bool by_truth = true, by_labels = false, of_probabilities = true, of_decisions = false;
  constexpr bool smaller = true, larger = false, no_order = false;
  static constexpr std::array rows{
      MetricRow{"gkl", "GKL", "comparative generalised Kullback-Leibler loss on the test sample, true p",
                by_truth, of_probabilities, smaller, on_test<gkl>},
      MetricRow{"cre", "CRE", "cross entropy error on the test sample, observed labels", by_labels,
                of_probabilities, smaller, on_test<cre>},
      MetricRow{"mse", "MSE", "mean squared error of the probabilities on the test sample, observed labels",
                by_labels, of_probabilities, smaller, on_test<mse>},
      MetricRow{"mcre", "mCRE", "cross entropies of the test sample, summed, over the rows of all parts",
                by_labels, of_probabilities, smaller, mcre_of},
      MetricRow{"test_error", "TE", "share of test points on the wrong side of 1/2", by_labels, of_decisions,
                smaller, decided<test_error>},
      MetricRow{"error_percent", "TE %", "test points on the wrong side of 1/2, in percent", by_labels,
                of_decisions, smaller, decided<error_percent>},
      MetricRow{
          "mean_test_loss_x100", "Loss x 100",
          "mean cost of the errors on the test sample, times 100; a positive that is missed costs the share "
          "of negatives, a negative that is raised that of positives",
          by_labels, of_decisions, smaller, mean_test_loss_x100},
      MetricRow{"l1", "1-norm", "mean over the test sample of sum_k |p_k - q_k|, true p", by_truth,
                of_probabilities, smaller, on_test<l1>},
      MetricRow{"l2", "2-norm", "mean over the test sample of sum_k (p_k - q_k)^2, true p", by_truth,
                of_probabilities, smaller, on_test<l2>},
      MetricRow{"egkl", "EGKL", "mean over the test sample of sum_k p_k log(p_k / q_k), true p", by_truth,
                of_probabilities, smaller, on_test<egkl>},
      MetricRow{"log_likelihood", "log L", "sum over the test sample of log q of the observed label",
                by_labels, of_probabilities, larger, on_test<log_likelihood>},
      MetricRow{"gkl_minus_cre", "GKL - CRE",
                "GKL less CRE: what the test labels differ from their true p, no measure of a method",
                by_truth, of_probabilities, smaller, on_test<gkl_minus_cre>, no_order},
  };
  return rows;
}

} // namespace

std::span<const MetricRow> metrics() {
  static const std::vector<MetricRow> rows = [] {
    std::vector<MetricRow> all(own_metrics().begin(), own_metrics().end());
    for (const std::span<const MetricRow> more :
         {metrics_as_coded(), calibration_metrics(), recalibration_metrics(), class_calibration_metrics()})
      all.insert(all.end(), more.begin(), more.end());
    for (const MetricRow& row : further_metrics()) all.push_back(row);
    return all;
  }();
  return rows;
}

const MetricRow& metric(std::string_view id) {
  for (const MetricRow& row : metrics()) {
    if (row.id == id) return row;
  }
  throw std::logic_error("no metric '" + std::string(id) + "'");
}

} // namespace core
