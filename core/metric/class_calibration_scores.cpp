#include "core/metric/class_calibration_scores.hpp"

#include <algorithm>
#include <array>

#include "core/metric/calibration_scores.hpp"

namespace core {
namespace {

template <CalibrationError error>
double classwise(const Estimate& estimate, const Draw& draw) {
  return classwise_error(estimate.probability, draw.test, error);
}

template <CalibrationError error>
double of_confidence(const Estimate& estimate, const Draw& draw) {
  return confidence_error(estimate.probability, draw.test, error);
}

} // namespace

double classwise_error(const Probabilities& q, const Sample& test, CalibrationError error) {
  const Matrix p = q.matrix().cwiseMin(1);
  double sum = 0;
  for (int k = 0; k < q.classes(); ++k) {
    const Labels y = (test.y.array() == label_of(k, q.classes())).select(Labels::Ones(test.size()), -1.0);
    sum += error(p.col(k), {y, test.weights});
  }
  return sum / q.classes();
}

double confidence_error(const Probabilities& q, const Sample& test, CalibrationError error) {
  const Matrix p = q.matrix().cwiseMin(1);
  Vector confidence(test.size());
  Labels right(test.size());
  for (Eigen::Index i = 0; i < test.size(); ++i) {
    Eigen::Index top = 0;
    for (Eigen::Index k = 1; k < p.cols(); ++k)
      if (p(i, k) > p(i, top)) top = k;
    confidence(i) = p(i, top);
    right(i) = test.y(i) == label_of(static_cast<int>(top), q.classes()) ? 1 : -1;
  }
  return error(confidence, {right, test.weights});
}

std::span<const MetricRow> class_calibration_metrics() {
  constexpr bool by_labels = false, of_probabilities = true, smaller = true;
  static constexpr std::array rows{
      MetricRow{
          "classwise_ece_equal_width", "Classwise ECE width",
          "mean over the classes of the expected calibration error of P(Y = k) on the test sample, ten bins "
          "of equal width",
          by_labels, of_probabilities, smaller, classwise<ece_equal_width>},
      MetricRow{
          "classwise_ece_equal_mass", "Classwise ECE mass",
          "mean over the classes of the expected calibration error of P(Y = k) on the test sample, ten bins "
          "of equal numbers of points",
          by_labels, of_probabilities, smaller, classwise<ece_equal_mass>},
      MetricRow{
          "confidence_ece_equal_width", "Confidence ECE width",
          "expected calibration error of the largest probability on the test sample, ten bins of equal width",
          by_labels, of_probabilities, smaller, of_confidence<ece_equal_width>},
      MetricRow{"confidence_ece_equal_mass", "Confidence ECE mass",
                "expected calibration error of the largest probability on the test sample, ten bins of equal "
                "numbers of points",
                by_labels, of_probabilities, smaller, of_confidence<ece_equal_mass>},
  };
  return rows;
}

} // namespace core
