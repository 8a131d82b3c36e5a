#include "core/probability/penalised_logistic.hpp"

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "core/estimate/draw_cache.hpp"
#include "core/loss/logistic.hpp"
#include "core/solver/gram/columns.hpp"
#include "core/solver/logistic/certify_logistic.hpp"
#include "core/solver/logistic/duality.hpp"
#include "core/solver/path/lambda_path.hpp"

namespace core {
namespace {

constexpr int most_newton_steps = 100;
constexpr double small_decrement = 1e-13; // Newton decrement squared over two, relative to the objective
constexpr double shortest_newton_step = 1e-10;

struct Step {
  Vector direction;
  double decrement = 0; // half the squared Newton decrement
};

/// Newton's direction for z [n x (p+1)], the first column ones.
Step newton(const Matrix& z, const WeightedLabels& labels, const Vector& beta, double lambda) {
  const auto& [y, w] = labels;
  const Vector q = (y.array() * (z * beta).array()).unaryExpr([](double m) { return -Logistic::slope(m); });
  Vector pull = y.array() * q.array(), curvature = q.unaryExpr(&Logistic::curvature_of);
  if (w.size() > 0) pull.array() *= w.array(), curvature.array() *= w.array();
  Vector gradient = -z.transpose() * pull;
  gradient.tail(gradient.size() - 1) += 2 * lambda * beta.tail(beta.size() - 1);
  Matrix hessian = z.transpose() * curvature.asDiagonal() * z;
  hessian.diagonal().tail(beta.size() - 1).array() += 2 * lambda;
  // A relative shift far below the stopping rule keeps the factorisation defined on constant or repeated
  // columns.
  hessian.diagonal().array() += 1e-14 * std::max(1e-300, hessian.diagonal().maxCoeff());
  Step step{-hessian.ldlt().solve(gradient)};
  step.decrement = -gradient.dot(step.direction) / 2;
  return step;
}

} // namespace

LogisticFit fit_penalised_logistic(const Matrix& x, const WeightedLabels& labels, double lambda) {
  Matrix z(x.rows(), x.cols() + 1);
  z << Vector::Ones(x.rows()), x;
  Vector beta = Vector::Zero(z.cols());
  const auto value = [&](const Vector& b) {
    return weighted_losses(labels, z * b, lambda * b.tail(b.size() - 1).squaredNorm());
  };
  double current = value(beta);
  int iterations = 0;
  for (; iterations < most_newton_steps; ++iterations) {
    const Step step = newton(z, labels, beta, lambda);
    if (step.decrement <= small_decrement * std::max(1e-6, current)) break;
    double length = 1;
    while (length >= shortest_newton_step && !(value(beta + length * step.direction) < current)) length /= 2;
    if (length < shortest_newton_step) break;
    beta += length * step.direction;
    current = value(beta);
  }
  LogisticFit fit{beta(0), beta.tail(beta.size() - 1), {}};
  fit.certificate = certify_penalised_logistic(x, labels, lambda, {fit.beta, fit.beta_0});
  fit.certificate.iterations = iterations;
  fit.certificate.conclude();
  return fit;
}

namespace {

/// Orthonormal columns [p x d] whose span holds every one of these rows, d the number of distinct ones; empty
/// where that is no smaller than p. The penalised beta lies in that span, and turning it changes no norm.
Matrix span_of(const Matrix& x, std::vector<Eigen::Index> rows) {
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  const auto d = static_cast<Eigen::Index>(rows.size());
  if (d >= x.cols()) return {};
  const Matrix distinct = x(rows, Eigen::all).transpose();
  return Eigen::HouseholderQR<Matrix>(distinct).householderQ() * Matrix::Identity(x.cols(), d);
}

class LearnedLogistic final : public Learned {
 public:
  LearnedLogistic(DrawCache& cache, const Resample& resample)
      : cache_(cache),
        span_(span_of(cache.draw().train.x, resample.rows)),
        x_(turned(cache.draw().train.x(resample.rows, Eigen::all))),
        labels_(resample.labels()) {}

  std::vector<Estimate> curve(const std::vector<double>& lambdas, const Points& points) override {
    const Matrix x = turned(inputs_at(cache_.draw(), points));
    const bool keeps = cache_.keeps_predictors() && points.part == Points::Part::test;
    std::vector<Estimate> out(lambdas.size());
    LogisticPath path(x_, labels_);
    const bool many = labels_.y.size() >= many_observations;
    for (const std::size_t k : falling(lambdas)) {
      const LogisticFit fit = many ? path.at(lambdas[k]) : fit_penalised_logistic(x_, labels_, lambdas[k]);
      out[k] = of_log_odds(fit.log_odds(x));
      out[k].summary.see(fit.certificate);
      if (keeps) out[k].predictor = std::make_shared<Predictor>(predictor_of(fit));
      cache_.done(1);
    }
    return out;
  }

 private:
  Predictor predictor_of(const LogisticFit& fit) const {
    const Vector beta = span_.size() > 0 ? Vector(span_ * fit.beta) : fit.beta;
    return {{}, {}, {}, {{beta, Vector::Constant(1, fit.beta_0)}}};
  }

  Matrix turned(const Matrix& x) const { return span_.size() > 0 ? row_products(x, span_) : x; }

  DrawCache& cache_;
  Matrix span_;
  Matrix x_;
  WeightedLabels labels_;
};

} // namespace

std::unique_ptr<Learned> PenalisedLogistic::learn(DrawCache& cache, const Resample& resample) const {
  return std::make_unique<LearnedLogistic>(cache, resample);
}

std::optional<Estimate> PenalisedLogistic::from_values(const DecisionFunctions&, const Matrix& values,
                                                       const WeightedLabels&) const {
  return of_single_log_odds(values);
}

Rule PenalisedLogistic::rule(const std::optional<double>&) const {
  return {"penalised_logistic", std::make_unique<PenalisedLogistic>()};
}

} // namespace core
