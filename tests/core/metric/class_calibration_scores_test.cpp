#include "core/metric/class_calibration_scores.hpp"

#include <cmath>

#include "core/metric/calibration_scores.hpp"
#include "core/metric/metric.hpp"
#include "core/random/stream.hpp"
#include "tests/support/catch.hpp"

using core::Labels;
using core::Matrix;
using core::Probabilities;
using core::Sample;
using core::Vector;

namespace {

Sample of_labels(std::initializer_list<double> labels, int classes) {
  Sample out{Matrix(static_cast<Eigen::Index>(labels.size()), 0),
             Labels(static_cast<Eigen::Index>(labels.size())),
             {},
             classes};
  std::copy(labels.begin(), labels.end(), out.y.begin());
  return out;
}

/// The definition, loop by loop: ten bins of equal width.
double ece_by_hand(const std::vector<double>& q, const std::vector<bool>& y) {
  double sum = 0;
  for (int bin = 0; bin < 10; ++bin) {
    double excess = 0;
    for (std::size_t i = 0; i < q.size(); ++i)
      if (std::min(9, static_cast<int>(q[i] * 10)) == bin) excess += q[i] - (y[i] ? 1 : 0);
    sum += std::abs(excess);
  }
  return sum / static_cast<double>(q.size());
}

} // namespace

TEST_CASE("classwise and confidence ECE of four points, by hand",
          "[class_calibration_scores][manufactured]") {
  Matrix p(4, 3);
  p << 0.7, 0.2, 0.1, 0.7, 0.2, 0.1, 0.1, 0.2, 0.7, 0.4, 0.35, 0.25;
  const Probabilities q = Probabilities::of_classes(p);
  const Sample test = of_labels({1, 2, 3, 3}, 3);
  // The confidences are .7 three times, right twice, and .4, wrong.
  const double confidence = (std::abs(2.1 - 2) + 0.4) / 4;
  CHECK(core::confidence_error(q, test, core::ece_equal_width) == Approx(confidence));
  // By class: .7 .7 | .1 | .4 with one of the two; .2 .2 .2 | .35 with one of the three; .1 .1 | .7 | .25.
  const double first = 0.4 + 0.1 + 0.4, second = std::abs(0.6 - 1) + 0.35, third = 0.2 + 0.3 + 0.75;
  CHECK(core::classwise_error(q, test, core::ece_equal_width) == Approx((first + second + third) / 12));
}

TEST_CASE("classwise and confidence ECE follow their definition on drawn probabilities",
          "[class_calibration_scores][oracle]") {
  core::Stream stream("class calibration");
  Matrix p(200, 4);
  Sample test = of_labels({}, 4);
  test.y.resize(200);
  for (Eigen::Index i = 0; i < 200; ++i) {
    for (Eigen::Index k = 0; k < 4; ++k) p(i, k) = 0.01 + stream.uniform();
    p.row(i) /= p.row(i).sum();
    test.y(i) = 1 + std::floor(4 * stream.uniform());
  }
  double classwise = 0;
  std::vector<double> top;
  std::vector<bool> is_right;
  for (Eigen::Index k = 0; k < 4; ++k) {
    std::vector<double> column(p.col(k).begin(), p.col(k).end());
    std::vector<bool> y;
    for (const double label : test.y) y.push_back(label == static_cast<double>(k + 1));
    classwise += ece_by_hand(column, y) / 4;
  }
  for (Eigen::Index i = 0; i < 200; ++i) {
    Eigen::Index k = 0;
    top.push_back(p.row(i).maxCoeff(&k));
    is_right.push_back(test.y(i) == static_cast<double>(k + 1));
  }
  const Probabilities q = Probabilities::of_classes(p);
  CHECK(core::classwise_error(q, test, core::ece_equal_width) == Approx(classwise).epsilon(1e-12));
  CHECK(core::confidence_error(q, test, core::ece_equal_width) ==
        Approx(ece_by_hand(top, is_right)).epsilon(1e-12));
}

TEST_CASE("of two classes the classwise errors are those of P(Y = +1)",
          "[class_calibration_scores][degenerate]") {
  core::Stream stream("two classes");
  Vector positive(100);
  Sample test = of_labels({}, 2);
  test.y.resize(100);
  for (Eigen::Index i = 0; i < 100; ++i) {
    positive(i) = stream.uniform();
    test.y(i) = stream.uniform() < 0.5 ? 1 : -1;
  }
  const Probabilities q(positive);
  for (const core::CalibrationError error : {core::ece_equal_width, core::ece_equal_mass})
    CHECK(core::classwise_error(q, test, error) == Approx(error(positive, test.y)).epsilon(1e-12));
}

TEST_CASE("of level classes the first is taken for the chosen one",
          "[class_calibration_scores][degenerate]") {
  const Probabilities q = Probabilities::of_classes(Matrix::Constant(2, 4, 0.25));
  CHECK(core::confidence_error(q, of_labels({1, 1}, 4), core::ece_equal_width) == Approx(0.75));
  CHECK(core::confidence_error(q, of_labels({2, 4}, 4), core::ece_equal_width) == Approx(0.25));
}

TEST_CASE("certain and right probabilities of K classes have no calibration error",
          "[class_calibration_scores][degenerate]") {
  const Probabilities q = Probabilities::of_classes(Matrix::Identity(3, 3));
  const Sample test = of_labels({1, 2, 3}, 3);
  for (const core::MetricRow& row : core::class_calibration_metrics()) {
    core::Estimate estimate;
    estimate.probability = q;
    core::Draw draw;
    draw.test = test;
    CHECK(row.value(estimate, draw) == 0);
  }
}
