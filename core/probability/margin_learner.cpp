#include "core/probability/margin_learner.hpp"

#include "core/probability/workbench.hpp"

namespace core {
namespace {

class LearnedMargin final : public Learned {
 public:
  LearnedMargin(ClassifierBench& bench, const Calibration& calibration, Resample resample)
      : bench_(bench), calibration_(calibration), resample_(std::move(resample)) {
    if (resample_.name.empty()) {
      own_ = std::make_unique<WeightedFits>(bench.gram()(resample_.rows, resample_.rows), resample_.y,
                                            bench.loss());
    }
    fits_ = own_ ? own_.get() : &bench.fits(resample_);
  }

  Estimate probability(double lambda, const Points& points) override {
    if (!asked_ || asked_->part != points.part || asked_->rows != points.rows) {
      cross_gram_ = bench_.cross_gram(points, resample_);
      asked_ = points;
    }
    Estimate out = calibration_.apply(*fits_, lambda, cross_gram_);
    if (bench_.kernel().shape == Kernel::Shape::gaussian) out.facts["sigma"] = bench_.kernel().sigma;
    if (bench_.loss() == Classifier::Loss::psi) {
      out.facts["dc_steps"] = static_cast<double>(out.audit.dc_steps) / static_cast<double>(out.audit.fits);
    }
    return out;
  }

 private:
  ClassifierBench& bench_;
  const Calibration& calibration_;
  Resample resample_;
  std::unique_ptr<WeightedFits> own_; // of a resample without a name
  WeightedFits* fits_;
  std::optional<Points>
      asked_; // what cross_gram_ is for: a tuning grid asks for the same points again and again
  Matrix cross_gram_;
};

} // namespace

std::unique_ptr<Learned> MarginLearner::learn(Workbench& bench, const Resample& resample) const {
  return std::make_unique<LearnedMargin>(bench.classifier(classifier_), *calibration_, resample);
}

} // namespace core
