#include "core/probability/scaling/given_scores.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "core/contract.hpp"
#include "core/elementary/functions.hpp"
#include "core/estimate/draw_cache.hpp"
#include "core/random/folds.hpp"

namespace core {

Vector decision_values(const GivenScores& of, const Vector& scores) {
  if (of.scale == GivenScores::Scale::score) return scores;
  if (of.scale == GivenScores::Scale::log_odds) return scores / 2;
  static constexpr double nearest = 1e-16;
  return scores.unaryExpr(
      [](double p) { return (log(std::max(p, nearest)) - log(std::max(1 - p, nearest))) / 2; });
}

ScoreCalibration::ScoreCalibration(GivenScores scores, std::unique_ptr<Calibration> calibration)
    : scores_(std::move(scores)), calibration_(std::move(calibration)) {
  constexpr Eigen::Index any_size = 100;
  require(calibration_->reads(any_size).weights.size() == 1,
          "This method brackets a probability by several machines, and a column of scores is of one. Choose "
          "another method, such as --method platt.");
}

Estimate ScoreCalibration::estimate(DrawCache& cache) const {
  const Draw& draw = cache.draw();
  require(draw.train.x.cols() == 1, "Given scores are one column, and there are " +
                                        std::to_string(draw.train.x.cols()) +
                                        " inputs. Name the column with --scores.");
  const Matrix on_sample = decision_values(scores_, draw.train.x.col(0));
  const Matrix at_points = decision_values(scores_, draw.test.x.col(0));
  const Calibration::Reads reads = calibration_->reads(draw.train.size());
  const WeightedLabels labels(draw.train.y, draw.train.weights);
  if (!reads.by_fold) return calibration_->probability(at_points, on_sample, labels);
  Stream stream = cache.axes().stream("held out=" + std::to_string(reads.folds));
  const auto folds = divisions(draw.train.y, reads.folds, reads.assignment, stream);
  const auto count = static_cast<Eigen::Index>(folds.size());
  Matrix apart = Matrix::Constant(on_sample.rows(), count, std::numeric_limits<double>::quiet_NaN());
  for (Eigen::Index k = 0; k < count; ++k) {
    const auto& inside = folds[static_cast<std::size_t>(k)].inside;
    apart(inside, k) = on_sample(inside, 0);
  }
  return calibration_->probability(at_points.replicate(1, count), apart, labels);
}

} // namespace core
