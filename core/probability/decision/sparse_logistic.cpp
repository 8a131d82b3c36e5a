#include "core/probability/decision/sparse_logistic.hpp"

#include <iomanip>
#include <sstream>
#include <string>

#include "core/contract.hpp"
#include "core/estimate/draw_cache.hpp"
#include "core/metric/error_costs.hpp"
#include "core/settings/parameters.hpp"
#include "core/solver/gram/columns.hpp"
#include "core/solver/interior/sparse_logistic_fit.hpp"
#include "core/solver/large/kernel_factor.hpp"

namespace core {
namespace {

/// What a factor of a kernel matrix may leave out, relative to its diagonal.
constexpr double rounding = 1e-13;

void add_facts(const SparseLogisticProblem& problem, const SparseLogisticFit& fit,
               std::map<std::string, double>& facts) {
  facts["p_min"] = problem.interval.p_min;
  facts["p_max"] = problem.interval.p_max;
  facts["support_vectors_percent"] =
      100 * fit.support_vectors / weight_of_all(problem.weights, problem.y.size());
  facts["at_corner"] = fit.at_corner;
  facts["kkt_residual"] = kkt_violation(problem, fit).stationarity;
}

FittedModel described(const SparseLogisticProblem& problem, const SparseLogisticFit& fit) {
  return {.intercept = fit.b,
          .objective = fit.certificate.primal,
          .relative_gap = fit.certificate.relative_gap(),
          .facts = {{"p_min", problem.interval.p_min},
                    {"p_max", problem.interval.p_max},
                    {"support_vectors", fit.support_vectors},
                    {"support_vectors_percent",
                     100 * fit.support_vectors / weight_of_all(problem.weights, problem.y.size())}}};
}

class LearnedLinear final : public Learned {
 public:
  LearnedLinear(const DrawCache& cache, const Resample& resample, const FaithfulInterval& interval)
      : cache_(cache),
        x_(cache.draw().train.x(resample.rows, Eigen::all)),
        labels_(resample.labels()),
        interval_(interval),
        sample_(x_, labels_) {}

  std::vector<Estimate> curve(const std::vector<double>& lambdas, const Points& points) override {
    const Matrix x = inputs_at(cache_.draw(), points);
    std::vector<Estimate> out;
    for (const double lambda : lambdas) {
      const SparseLogisticFit fit = sample_.at(interval_, lambda);
      Estimate& estimate = out.emplace_back(of_log_odds(fit.log_odds(x)));
      estimate.summary.see(fit.certificate);
      if (points.part != Points::Part::test) continue;
      const SparseLogisticProblem problem{x_, labels_.y, interval_, lambda, labels_.weights};
      add_facts(problem, fit, estimate.facts);
      auto& weights = estimate.series["coefficient.weight"] = numbers(fit.w);
      weights.push_back(fit.b);
      FittedModel model = described(problem, fit);
      model.coefficients = fit.w;
      estimate.model = std::make_shared<FittedModel>(std::move(model));
      if (cache_.keeps_predictors())
        estimate.predictor =
            std::make_shared<Predictor>(Predictor{{}, {}, {}, {{fit.w, Vector::Constant(1, fit.b)}}});
    }
    return out;
  }

 private:
  const DrawCache& cache_;
  Matrix x_;
  WeightedLabels labels_;
  FaithfulInterval interval_;
  SparseLogisticSample sample_;
};

/// In coordinates of a factor of the kernel matrix: what its points say, other points say by alpha.
class LearnedKernel final : public Learned {
 public:
  LearnedKernel(const DrawCache& cache, KernelCache& kernel, const Resample& resample,
                const FaithfulInterval& interval)
      : cache_(cache),
        kernel_(kernel),
        rows_(resample.rows),
        gram_(kernel.gram()(resample.rows, resample.rows)),
        x_(kernel_factor(gram_, rounding, gram_.rows()).x),
        labels_(resample.labels()),
        interval_(interval),
        sample_(x_, labels_) {}

  std::vector<Estimate> curve(const std::vector<double>& lambdas, const Points& points) override {
    const Matrix& all = kernel_.against_train(points.part);
    const Matrix cross = points.rows ? Matrix(all(*points.rows, rows_)) : Matrix(all(Eigen::all, rows_));
    std::vector<Estimate> out;
    for (const double lambda : lambdas) {
      const SparseLogisticFit fit = sample_.at(interval_, lambda);
      const Vector a = labels_.y.cwiseProduct(fit.alpha);
      Estimate& estimate = out.emplace_back(of_log_odds(row_products(cross, a).array() / lambda + fit.b));
      estimate.summary.see(fit.certificate);
      kernel_.add_facts(estimate.facts);
      if (points.part != Points::Part::test) continue;
      const SparseLogisticProblem problem{x_, labels_.y, interval_, lambda, labels_.weights};
      add_facts(problem, fit, estimate.facts);
      FittedModel model = described(problem, fit);
      model.terms = FittedModel::Terms::training_rows;
      model.coefficients = a / lambda;
      estimate.model = std::make_shared<FittedModel>(std::move(model));
      if (cache_.keeps_predictors())
        estimate.predictor = std::make_shared<Predictor>(
            of_dual(kernel_.kernel(), cache_.draw().train.x(rows_, Eigen::all),
                    {a, Vector::Constant(1, fit.b), lambda, DecisionFunctions::Order::singly}));
    }
    return out;
  }

 private:
  const DrawCache& cache_;
  KernelCache& kernel_;
  std::vector<Eigen::Index> rows_;
  Matrix gram_, x_;
  WeightedLabels labels_;
  FaithfulInterval interval_;
  SparseLogisticSample sample_;
};

} // namespace

namespace {

void require_few(Eigen::Index rows) {
  require(rows <= SparseLogistic::most_with_kernel,
          "sparse_logistic with kernel: gaussian takes at most " +
              std::to_string(SparseLogistic::most_with_kernel) + " training rows, and there are " +
              std::to_string(rows) + ". It factors the kernel matrix. Take kernel: linear, or fewer rows.",
          {"kernel"});
}

/// To four digits.
std::string rounded(double value) {
  std::ostringstream text;
  text << std::setprecision(4) << value;
  return text.str();
}

} // namespace

std::vector<Objection> SparseLogistic::warnings(const WeightedLabels& train) const {
  if (kernel_.has_bandwidth()) require_few(train.y.size());
  if (half_width_ || train.y.minCoeff() > 0 || train.y.maxCoeff() < 0) return {};
  const double share = ErrorCosts(train).share();
  if (interval_.p_min <= share && share <= interval_.p_max) return {};
  return {
      {{"p_min", "p_max"},
       "p_min " + shortest(interval_.p_min) + " to p_max " + shortest(interval_.p_max) +
           " of sparse_logistic without C-/(C+ + C-) = " + rounded(share) +
           ", the share of positives in the training part (for deciding at these costs the criterion is not "
           "calibrated) take an interval around it, or half_width"}};
}

std::optional<Estimate> SparseLogistic::from_values(const DecisionFunctions&, const Matrix& values,
                                                    const WeightedLabels&) const {
  return of_single_log_odds(values);
}

FaithfulInterval SparseLogistic::interval(const WeightedLabels& train) const {
  if (!half_width_) return interval_;
  const double centre = ErrorCosts(train).log_odds();
  return {sigmoid(centre - *half_width_), sigmoid(centre + *half_width_)};
}

std::unique_ptr<Learned> SparseLogistic::learn(DrawCache& cache, const Resample& resample) const {
  const FaithfulInterval faithful = interval(cache.whole().labels());
  if (kernel_.shape == Kernel::Shape::linear)
    return std::make_unique<LearnedLinear>(cache, resample, faithful);
  require_few(cache.draw().train.size());
  return std::make_unique<LearnedKernel>(cache, cache.kernel(kernel_), resample, faithful);
}

Rule SparseLogistic::rule(const std::optional<double>& sigma) const {
  auto learner = std::make_unique<SparseLogistic>(*this);
  learner->kernel_ = kernel_.at(sigma);
  const std::string width =
      half_width_ ? shortest(*half_width_) : shortest(interval_.p_min) + " " + shortest(interval_.p_max);
  const std::string name = "sparse_logistic " + width + " " + learner->kernel_.text();
  return {name, std::move(learner), kernel_.has_bandwidth()};
}

std::unique_ptr<Learner> SparseLogistic::at_bandwidth(double sigma) const {
  auto learner = std::make_unique<SparseLogistic>(*this);
  learner->kernel_ = kernel_.at(sigma);
  return learner;
}

} // namespace core
