#include "core/probability/kernel_logistic.hpp"

#include "core/contract.hpp"
#include "core/probability/workbench.hpp"
#include "core/solver/logistic/duality.hpp"
#include "core/solver/logistic/kernel_logistic_fit.hpp"

namespace core {
namespace {

class LearnedKernelLogistic final : public Learned {
 public:
  LearnedKernelLogistic(ClassifierBench& classifier, Resample resample)
      : classifier_(classifier), resample_(std::move(resample)) {}

  std::vector<Estimate> curve(const std::vector<double>& lambdas, const Points& points) override {
    const Matrix& all = classifier_.against_train(points.part);
    const Matrix chosen = points.rows ? Matrix(all(*points.rows, Eigen::all)) : Matrix();
    std::vector<Estimate> out;
    for (const double lambda : lambdas) out.push_back(estimate(lambda, points.rows ? chosen : all));
    return out;
  }

 private:
  /// cross_gram [k x n], K(point, training row).
  Estimate estimate(double lambda, const Matrix& cross_gram) const {
    KernelLogisticFit fit = fit_kernel_logistic({classifier_.gram(), resample_.rows}, resample_.y, lambda);
    Vector a = Vector::Zero(cross_gram.cols());
    for (Eigen::Index i = 0; i < fit.a.size(); ++i)
      a(resample_.rows[static_cast<std::size_t>(i)]) += fit.a(i);
    fit.a = a;
    Estimate out;
    out.probability = fit.decision(cross_gram, lambda).unaryExpr(&logistic);
    out.audit.see(fit.certificate);
    if (classifier_.kernel().shape == Kernel::Shape::gaussian)
      out.facts["sigma"] = classifier_.kernel().sigma;
    return out;
  }

  ClassifierBench& classifier_;
  Resample resample_;
};

} // namespace

KernelLogistic::KernelLogistic(const Classifier& classifier) : classifier_(classifier) {
  require(classifier.loss == Classifier::Loss::hinge,
          "kernel_logistic with a psi-learning classifier (it reads only the kernel, so it is the same with "
          "any other) name a weighted_svm");
}

std::unique_ptr<Learned> KernelLogistic::learn(Workbench& bench, const Resample& resample) const {
  return std::make_unique<LearnedKernelLogistic>(bench.classifier(classifier_), resample);
}

Rule KernelLogistic::rule(const std::optional<double>& sigma) const {
  const Classifier at = classifier_.at(sigma);
  return {"kernel_logistic " + at.text(), std::make_unique<KernelLogistic>(at),
          at.shape == Kernel::Shape::gaussian};
}

std::unique_ptr<Learner> KernelLogistic::at_bandwidth(double sigma) const {
  return std::make_unique<KernelLogistic>(classifier_.at(sigma));
}

} // namespace core
