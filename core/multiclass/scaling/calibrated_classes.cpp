#include "core/multiclass/scaling/calibrated_classes.hpp"

#include <algorithm>

#include "core/elementary/functions.hpp"
#include "core/estimate/draw_cache.hpp"
#include "core/sample/class_numbers.hpp"

namespace core {
namespace {

using Eigen::Index;

class LearnedCalibrated final : public Learned {
 public:
  LearnedCalibrated(DrawCache& cache, Resample resample, const Learner& method,
                    const ClassCalibration& calibration)
      : cache_(cache),
        resample_(std::move(resample)),
        y_(class_numbers(resample_.labels(), cache.draw().train.classes)),
        method_(method),
        calibration_(calibration),
        learned_(method.learn(cache, resample_)) {}

  std::vector<Estimate> curve(const std::vector<double>& lambdas, const Points& points) override {
    const std::vector<Estimate> at_points = learned_->curve(lambdas, points);
    std::vector<Matrix> on_sample(lambdas.size(), Matrix(y_.size(), y_.classes));
    std::vector<FitSummary> summaries(lambdas.size());
    for (const Part& part : parts()) {
      const std::vector<Estimate> there =
          part.learned->curve(lambdas, {Points::Part::train, resample_.rows_at(part.inside)});
      for (std::size_t k = 0; k < lambdas.size(); ++k) {
        on_sample[k](part.inside, Eigen::all) = class_scores(there[k]);
        summaries[k].see(there[k].summary);
      }
    }
    std::vector<Estimate> out;
    for (std::size_t k = 0; k < lambdas.size(); ++k) {
      out.push_back(calibration_.probability(class_scores(at_points[k]), on_sample[k], y_));
      out.back().summary.see(summaries[k]);
      out.back().summary.see(at_points[k].summary);
      for (const auto& [name, value] : at_points[k].facts) out.back().facts.emplace(name, value);
      if (!at_points[k].predictor) continue;
      Predictor predictor = *at_points[k].predictor;
      predictor.class_scores = on_sample[k];
      out.back().predictor = std::make_shared<Predictor>(std::move(predictor));
    }
    return out;
  }

 private:
  /// The method fitted to some of the sample, and the places at which its scores are read.
  struct Part {
    std::vector<Index> inside;
    std::shared_ptr<Learned> learned;
  };

  const std::vector<Part>& parts() {
    if (!parts_.empty()) return parts_;
    if (calibration_.folds == 0) {
      Part all{{}, learned_};
      for (Index i = 0; i < y_.size(); ++i) all.inside.push_back(i);
      parts_.push_back(std::move(all));
      return parts_;
    }
    Stream stream = cache_.axes().stream("held out classes=" + std::to_string(calibration_.folds));
    for (const Division& fold : divisions(resample_.y, calibration_.folds, calibration_.assignment, stream)) {
      parts_.push_back({fold.inside, method_.learn(cache_, resample_.at(fold.outside))});
    }
    return parts_;
  }

  DrawCache& cache_;
  Resample resample_;
  ClassNumbers y_;
  const Learner& method_;
  const ClassCalibration& calibration_;
  std::shared_ptr<Learned> learned_;
  std::vector<Part> parts_;
};

} // namespace

Matrix class_scores(const Estimate& estimate) {
  if (estimate.class_scores.size() > 0) return estimate.class_scores;
  static const double least = log(1e-16);
  const Probabilities& p = estimate.probability;
  Matrix out(p.size(), p.classes());
  for (Index i = 0; i < out.rows(); ++i)
    for (int k = 0; k < p.classes(); ++k) out(i, k) = std::max(least, p.log_of(i, label_of(k, p.classes())));
  return out;
}

std::unique_ptr<Learned> CalibratedClasses::learn(DrawCache& cache, const Resample& resample) const {
  return std::make_unique<LearnedCalibrated>(cache, resample, *method_, *calibration_);
}

std::optional<Estimate> CalibratedClasses::predicted(const Predictor& by, const Question& question) const {
  if (by.class_scores.rows() != question.labels.y.size() || by.class_scores.cols() != question.classes)
    return std::nullopt;
  const auto at_points = method_->predicted(by, question);
  if (!at_points) return std::nullopt;
  return calibration_->probability(class_scores(*at_points), by.class_scores,
                                   class_numbers(question.labels, question.classes));
}

std::unique_ptr<Learner> CalibratedClasses::at_bandwidth(double sigma) const {
  return std::make_unique<CalibratedClasses>(method_->at_bandwidth(sigma), calibration_);
}

} // namespace core
