#include "core/solver/path/lambda_path.hpp"

#include <algorithm>
#include <numeric>

#include "core/contract.hpp"
#include "core/solver/gram/columns.hpp"
#include "core/solver/margin/solve.hpp"

namespace core {
namespace {

// Two rungs a decade: measured, the cheapest for ten fits a decade, and nearly so from one to four.
constexpr double rung_step = 3.1622776601683795;

double lambda_top(const WeightedDual& problem) {
  const double positive = problem.upper.sum(), negative = -problem.lower.sum();
  const double top = 2 * std::min(positive, negative) * problem.gram.largest_diagonal();
  return top > 0 ? top : 1;
}

} // namespace

std::vector<std::size_t> falling(const std::vector<double>& lambdas) {
  std::vector<std::size_t> order(lambdas.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t s, std::size_t t) { return lambdas[s] > lambdas[t]; });
  return order;
}

LambdaPath::LambdaPath(const Gram& gram, const Labels& y, double pi, const StoppingRule& rule)
    : LambdaPath(each_once(gram, y), pi, rule) {}

LambdaPath::LambdaPath(const CountedSample& sample, double pi, const StoppingRule& rule)
    : problem_(weighted_dual(sample, pi, 1)), rule_(rule) {
  expect(pi > 0 && pi < 1, "a weighted fit has 0 < pi < 1");
  expect(sample.size() > 0, "a sample has observations");
}

DualSolution LambdaPath::solved(const Rung& start, double lambda) {
  problem_.lambda = lambda;
  return solve(problem_, {start.a, start.field - lambda * problem_.y}, rule_);
}

void LambdaPath::add_rung(const Rung& start, double lambda) {
  DualSolution fit = solved(start, lambda);
  Vector field = gram_times(problem_.gram, fit.a);
  rungs_.push_back({lambda, std::move(fit.a), std::move(field), fit.beta_0});
}

const LambdaPath::Rung& LambdaPath::rung_above(double lambda) {
  const Vector zero = Vector::Zero(problem_.size());
  if (rungs_.empty()) add_rung({0, zero, zero, 0}, lambda_top(problem_));
  while (rungs_.back().lambda / rung_step >= lambda)
    add_rung(Rung(rungs_.back()), rungs_.back().lambda / rung_step);
  const auto below =
      std::find_if(rungs_.begin(), rungs_.end(), [&](const Rung& rung) { return rung.lambda < lambda; });
  return below == rungs_.begin() ? rungs_.front() : *(below - 1);
}

DualSolution LambdaPath::at(double lambda) {
  expect(lambda > 0, "lambda is positive");
  const Rung& start = rung_above(lambda);
  if (lambda < start.lambda) return solved(start, lambda);
  problem_.lambda = lambda;
  DualSolution fit = certified(problem_, start.a, start.field, start.beta_0);
  return fit.certificate.proves(rule_.relative_gap) ? fit : solved(start, lambda);
}

} // namespace core
