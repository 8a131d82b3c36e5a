#include "core/probability/sparse/elastic_net.hpp"

#include <algorithm>
#include <cmath>

#include "core/elementary/functions.hpp"
#include "core/estimate/draw_cache.hpp"
#include "core/loss/logistic.hpp"
#include "core/solver/elastic_net/path.hpp"
#include "core/solver/elastic_net/ridge.hpp"

namespace core {
namespace {

constexpr double chain_ratio = 1.467799267622069; // six steps a decade
constexpr std::size_t longest_chain = 60;

bool has_two_classes(const Labels& y) {
  return y.minCoeff() < 0 && y.maxCoeff() > 0;
}

/// The answer to one class.
ElasticNetFit constant(const Coherence&, double label, Eigen::Index p) {
  return {label * infinity, Vector::Zero(p), {Status::not_converged, 0, 0, 0}};
}

ElasticNetFit constant(const HuberisedHinge&, double label, Eigen::Index p) {
  return {label, Vector::Zero(p), {}};
}

void decide(const Coherence& loss, const Vector& f, Estimate& out) {
  const Vector odds = f.unaryExpr([&](double v) { return coherent_log_odds(loss, v); });
  out.probability = {odds.unaryExpr(&sigmoid), odds};
}

void decide(const HuberisedHinge&, const Vector& f, Estimate& out) {
  out.score = f;
}

/// The columns of a sample: its inputs, or its kernel.
class Columns {
 public:
  Columns(DrawCache& cache, const KernelChoice& kernel)
      : draw_(cache.draw()), kernel_(kernel.has_bandwidth() ? &cache.kernel(kernel) : nullptr) {}

  Matrix of(const std::vector<Eigen::Index>& rows) const {
    return kernel_ ? Matrix(kernel_->gram()(rows, rows)) : Matrix(draw_.train.x(rows, Eigen::all));
  }

  Matrix at(const Points& points, const std::vector<Eigen::Index>& rows) const {
    if (!kernel_) return inputs_at(draw_, points);
    const Matrix& all = kernel_->against_train(points.part);
    return points.rows ? Matrix(all(*points.rows, rows)) : Matrix(all(Eigen::all, rows));
  }

  void add_facts(Estimate& out) const {
    if (kernel_) kernel_->add_facts(out.facts);
  }

  Predictor predictor(DecisionFunctions functions, const std::vector<Eigen::Index>& rows) const {
    if (!kernel_) return {{}, {}, {}, {std::move(functions)}};
    return {kernel_->kernel(), draw_.train.x(rows, Eigen::all), {}, {std::move(functions)}};
  }

  FittedModel::Terms terms() const {
    return kernel_ ? FittedModel::Terms::training_rows : FittedModel::Terms::inputs;
  }

 private:
  const Draw& draw_;
  KernelCache* kernel_;
};

/// Warm starts that no grid decides: a fit at gamma starts from the solution at the next larger of
/// largest_gamma / ratio^k, each of which starts from the one before.
template <class Loss>
class LearnedElasticNet final : public Learned {
 public:
  LearnedElasticNet(Columns columns, const Resample& resample, const ElasticNet::Choice& choice,
                    const Loss& loss, bool keeps_predictors)
      : columns_(columns),
        rows_(resample.rows),
        labels_(resample.labels()),
        matrix_(columns.of(rows_)),
        choice_(choice),
        loss_(loss),
        keeps_predictors_(keeps_predictors) {}

  std::vector<Estimate> curve(const std::vector<double>& lambdas, const Points& points) override {
    const Matrix at = columns_.at(points, rows_);
    const bool is_answer = points.part == Points::Part::test;
    std::vector<Estimate> out;
    for (const double gamma : lambdas) {
      const ElasticNetFit fit = fitted(gamma);
      Estimate& estimate = out.emplace_back();
      decide(loss_, fit.decision(at), estimate);
      estimate.summary.see(fit.certificate);
      estimate.facts["nonzero"] = static_cast<double>(fit.nonzero());
      columns_.add_facts(estimate);
      if (is_answer) estimate.model = std::make_shared<FittedModel>(described(fit));
      if (is_answer && keeps_predictors_)
        estimate.predictor = std::make_shared<Predictor>(
            columns_.predictor({fit.coefficients, Vector::Constant(1, fit.intercept), 1,
                                DecisionFunctions::Order::from_intercept},
                               rows_));
    }
    return out;
  }

 private:
  FittedModel described(const ElasticNetFit& fit) const {
    return {.terms = columns_.terms(),
            .coefficients = fit.coefficients,
            .intercept = fit.intercept,
            .objective = fit.certificate.primal,
            .relative_gap = fit.certificate.relative_gap(),
            .facts = {{"omega", choice_.omega}}};
  }

  ElasticNetFit fitted(double gamma) {
    if (!has_two_classes(labels_.y)) return constant(loss_, labels_.y(0), matrix_.cols());
    const bool counts_columns =
        choice_.ridge == Ridge::plain && columns_.terms() == FittedModel::Terms::training_rows;
    const ElasticNetProblem problem{matrix_,         labels_.y,
                                    choice_.omega,   choice_.ridge,
                                    labels_.weights, counts_columns ? labels_.weights : Vector()};
    if (choice_.omega == 0) return fit_ridge(problem, loss_, gamma);
    if (chain_.empty()) {
      chain_.emplace_back(problem, loss_);
      largest_ = chain_.front().largest_gamma();
    }
    std::size_t links = 0;
    for (double at = largest_ / chain_ratio; at >= gamma && links < longest_chain; at /= chain_ratio) {
      if (++links < chain_.size()) continue;
      chain_.push_back(chain_.back());
      chain_.back().at(at);
    }
    ElasticNetPath<Loss> path = chain_[links];
    return path.at(gamma);
  }

  Columns columns_;
  std::vector<Eigen::Index> rows_;
  WeightedLabels labels_;
  Matrix matrix_;
  ElasticNet::Choice choice_;
  Loss loss_;
  bool keeps_predictors_;
  std::vector<ElasticNetPath<Loss>> chain_;
  double largest_ = 0;
};

} // namespace

std::unique_ptr<Learned> ElasticNet::learn(DrawCache& cache, const Resample& resample) const {
  Choice choice = choice_;
  if (!choice.kernel.has_bandwidth()) choice.ridge = Ridge::plain;
  const Columns columns(cache, choice.kernel);
  return std::visit(
      [&](const auto& loss) -> std::unique_ptr<Learned> {
        using Loss = std::decay_t<decltype(loss)>;
        return std::make_unique<LearnedElasticNet<Loss>>(columns, resample, choice, loss,
                                                         cache.keeps_predictors());
      },
      choice.loss);
}

std::unique_ptr<Learner> ElasticNet::at_bandwidth(double sigma) const {
  Choice choice = choice_;
  choice.kernel = choice.kernel.at(sigma);
  return std::make_unique<ElasticNet>(choice);
}

std::unique_ptr<Learner> ElasticNet::at_mixing(double omega) const {
  Choice choice = choice_;
  choice.omega = omega;
  return std::make_unique<ElasticNet>(choice);
}

double ElasticNet::largest_lambda(DrawCache& cache, const Resample& resample) const {
  if (!has_two_classes(resample.y)) return 1;
  const Matrix matrix = Columns(cache, choice_.kernel).of(resample.rows);
  const ElasticNetProblem problem{matrix, resample.y, choice_.omega, Ridge::plain, resample.weights};
  return std::visit([&](const auto& loss) { return largest_gamma(problem, loss); }, choice_.loss);
}

std::optional<Estimate> ElasticNet::from_values(const DecisionFunctions&, const Matrix& values,
                                                const WeightedLabels&) const {
  if (values.cols() != 1) return std::nullopt;
  Estimate out;
  std::visit([&](const auto& loss) { decide(loss, values.col(0), out); }, choice_.loss);
  return out;
}

double ElasticNet::loss(const Estimate& estimate, const WeightedLabels& labels) const {
  const Labels& y = labels.y;
  double sum = 0;
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    const double weight = weight_at(labels.weights, i);
    if (const auto* coherence = std::get_if<Coherence>(&choice_.loss))
      sum +=
          weight * coherence->value(y(i) * coherent_decision(*coherence, estimate.probability.log_odds()(i)));
    else
      sum += weight * std::get<HuberisedHinge>(choice_.loss).value(y(i) * estimate.score(i));
  }
  return sum;
}

} // namespace core
