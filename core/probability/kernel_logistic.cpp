#include "core/probability/kernel_logistic.hpp"

#include "core/estimate/draw_cache.hpp"
#include "core/loss/logistic.hpp"
#include "core/solver/gram/columns.hpp"
#include "core/solver/logistic/kernel_logistic_fit.hpp"

namespace core {
namespace {

class LearnedKernelLogistic final : public Learned {
 public:
  LearnedKernelLogistic(DrawCache& cache, const KernelChoice& kernel, Resample resample)
      : cache_(cache), kernel_(cache.kernel(kernel)), resample_(std::move(resample)) {}

  std::vector<Estimate> curve(const std::vector<double>& lambdas, const Points& points) override {
    const Matrix& all = kernel_.against_train(points.part);
    const Matrix chosen = points.rows ? Matrix(all(*points.rows, Eigen::all)) : Matrix();
    const bool keeps = cache_.keeps_predictors() && points.part == Points::Part::test;
    std::vector<Estimate> out;
    for (const double lambda : lambdas) {
      out.push_back(estimate(lambda, points.rows ? chosen : all, keeps));
      cache_.done(1);
    }
    return out;
  }

 private:
  /// cross_gram [k x n], K(point, training row).
  Estimate estimate(double lambda, const Matrix& cross_gram, bool keeps_predictor) const {
    KernelLogisticFit fit = fit_kernel_logistic({kernel_.gram(), resample_.rows}, resample_.labels(), lambda);
    fit.a = summed_by_row(fit.a, resample_.rows, cross_gram.cols());
    Estimate out = of_log_odds(fit.decision(cross_gram, lambda));
    out.summary.see(fit.certificate);
    kernel_.add_facts(out.facts);
    if (keeps_predictor)
      out.predictor = std::make_shared<Predictor>(
          of_dual(kernel_.kernel(), cache_.draw().train.x,
                  {fit.a, Vector::Constant(1, fit.beta_0), lambda, DecisionFunctions::Order::blocks}));
    return out;
  }

  DrawCache& cache_;
  KernelCache& kernel_;
  Resample resample_;
};

} // namespace

KernelLogistic::KernelLogistic(const Classifier& classifier)
    : kernel_(classifier.machine_kernel("kernel_logistic reads only the kernel of a classifier, so that "
                                        "another one changes nothing. Name a weighted_svm.")) {}

std::optional<Estimate> KernelLogistic::from_values(const DecisionFunctions&, const Matrix& values,
                                                    const WeightedLabels&) const {
  return of_single_log_odds(values);
}

std::unique_ptr<Learned> KernelLogistic::learn(DrawCache& cache, const Resample& resample) const {
  return std::make_unique<LearnedKernelLogistic>(cache, kernel_, resample);
}

Rule KernelLogistic::rule(const std::optional<double>& sigma) const {
  const KernelChoice at = kernel_.at(sigma);
  return {"kernel_logistic " + at.text(), std::make_unique<KernelLogistic>(at), at.has_bandwidth()};
}

std::unique_ptr<Learner> KernelLogistic::at_bandwidth(double sigma) const {
  return std::make_unique<KernelLogistic>(kernel_.at(sigma));
}

} // namespace core
