#include "core/probability/sparse/coordinate_descent.hpp"

#include <cmath>

#include "core/contract.hpp"
#include "core/estimate/draw_cache.hpp"
#include "core/loss/logistic.hpp"
#include "core/solver/elastic_net/path.hpp"
#include "core/solver/elastic_net/point_losses.hpp"
#include "core/solver/elastic_net/quadratic_model.hpp"

namespace core {
namespace {

using Eigen::Index;

constexpr double arrived = 1e-5; // epsilon_m and epsilon_i of the paper, section 5.2
constexpr int most_outer = 100, most_sweeps = 5000, most_halvings = 60;

struct Place {
  double intercept = 0;
  Vector b;

  double distance(const Place& other) const {
    return std::abs(intercept - other.intercept) + (b - other.b).norm();
  }
};

class Algorithm1 {
 public:
  Algorithm1(const ElasticNetProblem& problem, const Coherence& loss, double gamma)
      : m_(problem.columns),
        labels_(problem.labels()),
        loss_(loss),
        one_(gamma * problem.omega),
        ridge_(gamma * (1 - problem.omega)),
        kernel_(problem.ridge == Ridge::kernel) {}

  DescentTrace trace() {
    DescentTrace out;
    Place at{0, Vector::Zero(m_.cols())};
    out.objective.push_back(objective(at));
    for (int step = 0; step < most_outer; ++step) {
      const Place next = halved(at, inner(at, step == 0 ? &out.model : nullptr), out.objective.back());
      const double by = next.distance(at);
      at = next;
      out.objective.push_back(objective(at));
      if (by < arrived) break;
    }
    out.intercept = at.intercept;
    out.coefficients = std::move(at.b);
    return out;
  }

 private:
  Vector decision(const Place& at) const { return (m_ * at.b).array() + at.intercept; }

  double penalty(const Place& at) const {
    return ridge_ / 2 * (kernel_ ? at.b.dot(m_ * at.b) : at.b.squaredNorm()) + one_ * at.b.lpNorm<1>();
  }

  double objective(const Place& at) const { return mean_loss(loss_, labels_, decision(at)) + penalty(at); }

  /// G at a place: the quadratic model of the losses around `from`, and the penalty.
  double model(const Place& from, const Place& at) const {
    const Vector f = decision(from), by = decision(at) - f;
    const PointLosses losses = point_losses(loss_, labels_, f);
    return mean_loss(loss_, labels_, f) - losses.pull.dot(by) + losses.curvature.dot(by.cwiseAbs2()) / 2 +
           penalty(at);
  }

  /// The inner loop around `from`; what G is at the start and after every sweep goes to `trace`, if there is
  /// one.
  Place inner(const Place& from, std::vector<double>* trace) const {
    PointLosses losses = point_losses(loss_, labels_, decision(from));
    Place at = from;
    Vector image = kernel_ ? Vector(m_ * at.b) : Vector();
    if (trace != nullptr) trace->push_back(model(from, at));
    for (int sweep = 0; sweep < most_sweeps; ++sweep) {
      const Place before = at;
      const double by = losses.pull.sum() / losses.curvature.sum();
      at.intercept += by;
      losses.pull -= by * losses.curvature;
      for (Index j = 0; j < at.b.size(); ++j) update(j, losses, image, at.b);
      if (trace != nullptr) trace->push_back(model(from, at));
      if (at.distance(before) < arrived) break;
    }
    return at;
  }

  /// (19), with kappa: weight times residual r is carried, so that there is no quotient of them.
  void update(Index j, PointLosses& losses, Vector& image, Vector& b) const {
    const auto column = m_.col(j);
    const double curvature = losses.curvature.dot(column.cwiseAbs2()),
                 own = ridge_ * (kernel_ ? m_(j, j) : 1);
    double pulled = column.dot(losses.pull) + curvature * b(j);
    if (kernel_) pulled -= ridge_ * (image(j) - m_(j, j) * b(j));
    const double best = curvature + own > 0 ? soft_threshold(pulled, one_) / (curvature + own) : b(j);
    const double by = best - b(j);
    if (by == 0) return;
    losses.pull.array() -= by * losses.curvature.array() * column.array();
    if (kernel_) image += by * column;
    b(j) = best;
  }

  /// As far towards `to` as does not raise the objective.
  Place halved(const Place& from, const Place& to, double most) const {
    Place next = to;
    for (int k = 0; k < most_halvings && !(objective(next) <= most); ++k)
      next = {(next.intercept + from.intercept) / 2, (next.b + from.b) / 2};
    return objective(next) <= most ? next : from;
  }

  const Matrix& m_;
  WeightedLabels labels_;
  Coherence loss_;
  double one_, ridge_; // gamma omega, gamma (1 - omega)
  bool kernel_;
};

std::vector<double> counted(std::size_t length) {
  std::vector<double> out(length);
  for (std::size_t k = 0; k < length; ++k) out[k] = static_cast<double>(k);
  return out;
}

void add_trace(const DescentTrace& trace, std::vector<double> rounds, Estimate& out) {
  const auto& steps = trace.objective;
  double rises = 0;
  for (std::size_t k = 1; k < steps.size(); ++k) rises += steps[k] > steps[k - 1] * (1 + 1e-14) ? 1 : 0;
  out.facts["outer_steps"] = static_cast<double>(steps.size() - 1);
  out.facts["inner_sweeps"] = static_cast<double>(trace.model.size() - 1);
  out.facts["rounds"] = static_cast<double>(rounds.size() - 1);
  out.facts["excess"] = steps.back() - rounds.back();
  out.facts["rises"] = rises;
  const std::size_t length = std::max(steps.size(), rounds.size());
  std::vector<double> outer = steps;
  outer.resize(length, std::nan(""));
  rounds.resize(length, std::nan(""));
  out.series = {{"outer.step", counted(length)},
                {"outer.algorithm_1", std::move(outer)},
                {"outer.ours", std::move(rounds)},
                {"inner.sweep", counted(trace.model.size())},
                {"inner.algorithm_1", trace.model}};
}

} // namespace

DescentTrace trace_descent(const ElasticNetProblem& problem, const Coherence& loss, double gamma) {
  expect(0 < problem.omega && problem.omega <= 1 && gamma > 0 && problem.copies.size() == 0,
         "the descent has a 1-norm, and columns that stand for themselves");
  return Algorithm1(problem, loss, gamma).trace();
}

Estimate CoordinateDescent::estimate(DrawCache& cache) const {
  const Sample &train = cache.draw().train, &test = cache.draw().test;
  require(train.y.minCoeff() < 0 && train.y.maxCoeff() > 0,
          "The training sample has one class, so c_learning_descent has nothing to descend. Use more rows.");
  KernelCache* const kernel = choice_.kernel.has_bandwidth() ? &cache.kernel(choice_.kernel) : nullptr;
  const Matrix& columns = kernel ? kernel->gram() : train.x;
  const ElasticNetProblem problem{columns, train.y, choice_.omega, kernel ? Ridge::kernel : Ridge::plain,
                                  train.weights};
  ElasticNetPath<Coherence> path(problem, choice_.loss);
  const ElasticNetFit fit = path.at(choice_.lambda);

  const Vector f = fit.decision(kernel ? kernel->against_train(Points::Part::test) : test.x);
  const Vector odds = f.unaryExpr([&](double v) { return coherent_log_odds(choice_.loss, v); });
  Estimate out;
  out.probability = {odds.unaryExpr(&sigmoid), odds};
  out.summary.see(fit.certificate);
  add_trace(trace_descent(problem, choice_.loss, choice_.lambda), path.objectives(), out);
  out.facts["nonzero"] = static_cast<double>(fit.nonzero());
  if (kernel) kernel->add_facts(out.facts);
  return out;
}

} // namespace core
