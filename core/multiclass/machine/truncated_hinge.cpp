#include "core/multiclass/machine/truncated_hinge.hpp"

#include <algorithm>

#include "core/contract.hpp"

namespace core {
namespace {

using Eigen::Index;

constexpr double ridge = 1e-7;
constexpr int most_descents = 30;

/// A descent that wins less than this is over.
constexpr double least_gain = 1e-9;

/// With fewer inputs an interior point solution costs less than following ties (bench/multiclass_bench.cpp).
constexpr Index enough_inputs_for_ties = 32;

} // namespace

MulticlassMachine::MulticlassMachine(const Matrix& x, const WeightedLabels& labels, Index classes)
    : step_(multiclass_sample(x, labels.y, classes),
            x.cols() < enough_inputs_for_ties ? ConvexStep::Ties::left_alone : ConvexStep::Ties::followed,
            ridge),
      weights_(labels.weights) {
  hinge_.z = Matrix::Zero(x.cols() + 1, classes - 1);
  step_.measure(hinge_);
}

/// E, and what it truncates.
double MulticlassMachine::objective(const MachineState& state, Truncated& truncated) const {
  const MulticlassSample& sample = step_.sample();
  const Index r = state.z.rows() - 1;
  const double most = 1 - truncated.s;
  double value = state.z.topRows(r).squaredNorm() / 2 + ridge / 2 * state.z.row(r).squaredNorm();
  for (Index i = 0; i < sample.size(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double loss = state.top(i) - state.f(i, sample.y[at]);
    truncated.rival[at] = loss > most ? static_cast<Index>(state.which(i)) : -1;
    value += sample.at.cost(i) * std::min(loss, most);
  }
  return value;
}

/// d.c. steps from the hinge solution `best`, which truncates `truncated`.
void MulticlassMachine::descend(Truncated truncated, MachineState& best, MachineFit& fit) {
  for (int k = 0; k < most_descents; ++k) {
    MachineState next = best;
    Truncated after = truncated;
    Certificate certificate = step_.solve(truncated, next, certified_gap);
    const double there = objective(next, after);
    certificate.iterations += fit.certificate.iterations;
    fit.certificate.iterations = certificate.iterations;
    ++fit.dc_steps;
    if (!(there < fit.objective)) return;
    const bool over = after == truncated || !(there < fit.objective * (1 - least_gain));
    fit.certificate = certificate;
    fit.objective = there;
    fit.coefficients = step_.coefficients();
    best = std::move(next);
    truncated = std::move(after);
    if (over) return;
  }
}

/// hinge [n x (K-1)] coefficients of the start, in the basis.
void MulticlassMachine::count_support(const Matrix& hinge, MachineFit& fit) const {
  constexpr double least_share = 1e-4;
  const Vector least = least_share * step_.sample().at.cost.head(hinge.rows());
  for (Index i = 0; i < hinge.rows(); ++i) {
    if (!(fit.coefficients.row(i).norm() > least(i))) continue;
    ++fit.support;
    if (!(hinge.row(i).norm() > least(i))) ++fit.further_support;
  }
}

MachineFit MulticlassMachine::fit(const Vector& costs, double s) {
  MulticlassSample& sample = step_.sample();
  expect(costs.minCoeff() > 0, "costs of the multiclass machine are positive");
  for (Index i = 0; i < sample.size(); ++i)
    sample.at.cost(i) = weight_at(weights_, i) * costs(sample.y[static_cast<std::size_t>(i)]);
  Truncated truncated{std::vector<Index>(static_cast<std::size_t>(sample.size()), -1), s};
  const Truncated nothing = truncated;
  MachineFit fit;
  fit.certificate = step_.solve(nothing, hinge_, certified_gap);
  fit.objective = objective(hinge_, truncated);
  const Matrix hinge = fit.coefficients = step_.coefficients();
  MachineState best = hinge_;
  if (!(truncated == nothing)) descend(std::move(truncated), best, fit);
  count_support(hinge, fit);
  const Matrix spread = best.z * sample.basis.transpose();
  fit.w = spread.topRows(spread.rows() - 1);
  fit.b = spread.bottomRows(1).transpose();
  fit.coefficients = fit.coefficients * sample.basis.transpose();
  return fit;
}

} // namespace core
