#include "core/probability/decision/svm_decision.hpp"

#include "core/estimate/draw_cache.hpp"
#include "core/metric/error_costs.hpp"
#include "core/solver/gram/columns.hpp"
#include "core/solver/interior/vertex.hpp"
#include "core/solver/large/large_sample.hpp"

namespace core {
namespace {

/// The machines of one sample, by its inputs where the kernel is linear, else by its kernel matrix.
class LearnedMachine final : public Learned {
 public:
  LearnedMachine(const Draw& draw, KernelCache* kernel, const Resample& resample, double pi)
      : draw_(draw),
        kernel_(kernel),
        rows_(resample.rows),
        labels_(resample.labels()),
        pi_(pi),
        own_(kernel == nullptr ? OwnedGram(std::make_unique<const Features>(
                                     Matrix(draw.train.x(resample.rows, Eigen::all))))
                               : sub_gram(kernel->solvers_gram(true), resample.rows)),
        counted_{own_.view(), labels_.y, weights_of_all(labels_.weights, labels_.y.size())},
        sample_(counted_) {}

  std::vector<Estimate> curve(const std::vector<double>& lambdas, const Points& points) override {
    std::vector<Estimate> out;
    for (const double lambda : lambdas) out.push_back(estimate(lambda, points));
    return out;
  }

 private:
  Estimate estimate(double lambda, const Points& points) const {
    const LargeFit fit = sample_.at(pi_, lambda);
    Estimate out;
    out.summary.see(fit.certificate);
    if (kernel_ != nullptr) kernel_->add_facts(out.facts);
    out.score = kernel_ != nullptr ? kernel_scores(fit, points) : linear_scores(fit, points, out);
    if (points.part == Points::Part::test)
      out.facts["support_vectors_percent"] =
          100 * weight_of_supporting(at_its_vertex(fit)) / weight_of_all(labels_.weights, labels_.y.size());
    return out;
  }

  Vector linear_scores(const LargeFit& fit, const Points& points, Estimate& out) const {
    const Vector w = own_.view().features()->x.transpose() * fit.a / fit.lambda;
    const Matrix& x = part_of(draw_, points.part).x;
    if (points.rows) return row_products(x(*points.rows, Eigen::all), w).array() + fit.beta_0;
    if (points.part == Points::Part::test) {
      auto& weights = out.series["coefficient.weight"] = numbers(w);
      weights.push_back(fit.beta_0);
    }
    return row_products(x, w).array() + fit.beta_0;
  }

  Vector kernel_scores(const LargeFit& fit, const Points& points) const {
    const Matrix& all = kernel_->against_train(points.part);
    const Matrix cross = points.rows ? Matrix(all(*points.rows, rows_)) : Matrix(all(Eigen::all, rows_));
    return fit.DualSolution::decision(cross);
  }

  double weight_of_supporting(const Vector& a) const {
    if (labels_.weights.size() == 0) return static_cast<double>(support_vectors(a));
    return (a.array() != 0).select(labels_.weights.array(), 0.0).sum();
  }

  Vector at_its_vertex(const LargeFit& fit) const {
    if (kernel_ != nullptr) return fit.a;
    const WeightedDual problem = weighted_dual(counted_, pi_, fit.lambda);
    const Vector decision = fit.decision();
    return at_vertex({own_.view().features()->x, problem, decision}, fit.a);
  }

  const Draw& draw_;
  KernelCache* kernel_; ///< null where the kernel is linear
  std::vector<Eigen::Index> rows_;
  WeightedLabels labels_;
  double pi_;
  OwnedGram own_;
  CountedSample counted_;
  LargeSample sample_;
};

} // namespace

std::unique_ptr<Learned> SvmDecision::learn(DrawCache& cache, const Resample& resample) const {
  const double pi = cost_ == Cost::equal ? 0.5 : ErrorCosts(cache.whole().labels()).share();
  KernelCache* kernel = kernel_.shape == Kernel::Shape::linear ? nullptr : &cache.kernel(kernel_);
  return std::make_unique<LearnedMachine>(cache.draw(), kernel, resample, pi);
}

std::unique_ptr<Learner> SvmDecision::at_bandwidth(double sigma) const {
  return std::make_unique<SvmDecision>(kernel_.at(sigma), cost_);
}

Learner::Offers SvmDecision::offers() const {
  Offers out;
  out.decides_only = true;
  out.weights = true;
  return out;
}

} // namespace core
