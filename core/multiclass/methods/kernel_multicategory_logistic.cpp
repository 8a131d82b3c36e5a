#include "core/multiclass/methods/kernel_multicategory_logistic.hpp"

#include "core/estimate/draw_cache.hpp"
#include "core/multiclass/logit/multinomial_fit.hpp"
#include "core/multiclass/logit/softmax.hpp"

namespace core {
namespace {

using Eigen::Index;

class LearnedMulticategory final : public Learned {
 public:
  LearnedMulticategory(DrawCache& cache, KernelCache& kernel, const Resample& resample)
      : cache_(cache),
        draw_(cache.draw()),
        kernel_(kernel),
        rows_(resample.rows),
        y_(class_numbers(resample.labels(), cache.draw().train.classes)),
        gram_(kernel.gram()(resample.rows, resample.rows)) {}

  std::vector<Estimate> curve(const std::vector<double>& lambdas, const Points& points) override {
    const Matrix x = inputs_at(draw_, points);
    const bool keeps = cache_.keeps_predictors() && points.part == Points::Part::test;
    std::vector<Estimate> out;
    for (const double lambda : lambdas) {
      out.push_back(estimate(lambda, x, keeps));
      cache_.done(1);
    }
    return out;
  }

 private:
  Estimate estimate(double lambda, const Matrix& x, bool keeps_predictor) const {
    const auto [factor, fit] = fit_kernel_multinomial(gram_, y_, 2 * lambda);
    const Matrix rows = pivot_rows(factor), triangle = factor.x(factor.pivots, Eigen::all);
    Estimate out =
        of_log_probabilities(fit.log_probability(coordinates(kernel_.kernel(), rows, triangle, x)));
    out.summary.see(fit.certificate);
    if (keeps_predictor) out.predictor = std::make_shared<Predictor>(predictor_of(rows, triangle, fit));
    kernel_.add_facts(out.facts);
    out.facts["rank"] = static_cast<double>(factor.x.cols());
    return out;
  }

  Matrix pivot_rows(const KernelFactor& factor) const {
    std::vector<Index> taken;
    for (const Index i : factor.pivots) taken.push_back(rows_[static_cast<std::size_t>(i)]);
    return draw_.train.x(taken, Eigen::all);
  }

  /// Of a linear kernel by the inputs: x' rows' L'^{-1} w.
  Predictor predictor_of(const Matrix& rows, const Matrix& triangle, const MultinomialFit& fit) const {
    if (kernel_.kernel().shape == Kernel::Shape::gaussian)
      return {kernel_.kernel(), rows, triangle, {{fit.weights, fit.intercepts}}};
    Matrix dual = fit.weights;
    triangle.triangularView<Eigen::Lower>().transpose().solveInPlace(dual);
    return of_dual(kernel_.kernel(), rows, {dual, fit.intercepts});
  }

  DrawCache& cache_;
  const Draw& draw_;
  KernelCache& kernel_;
  std::vector<Index> rows_;
  ClassNumbers y_;
  Matrix gram_;
};

} // namespace

std::optional<Estimate> KernelMulticategoryLogistic::predicted(const Predictor& by,
                                                               const Question& question) const {
  return predicted_multinomial(by, question.x, question.classes);
}

std::unique_ptr<Learned> KernelMulticategoryLogistic::learn(DrawCache& cache,
                                                            const Resample& resample) const {
  return std::make_unique<LearnedMulticategory>(cache, cache.kernel(kernel_), resample);
}

Rule KernelMulticategoryLogistic::rule(const std::optional<double>& sigma) const {
  const KernelChoice at = kernel_.at(sigma);
  auto learner = std::make_unique<KernelMulticategoryLogistic>(at);
  std::string name = learner->text();
  return {std::move(name), std::move(learner), at.has_bandwidth()};
}

std::unique_ptr<Learner> KernelMulticategoryLogistic::at_bandwidth(double sigma) const {
  return std::make_unique<KernelMulticategoryLogistic>(kernel_.at(sigma));
}

} // namespace core
