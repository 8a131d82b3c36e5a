#include "core/solver/large/large_sample.hpp"

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"
#include "core/solver/gram/columns.hpp"
#include "core/solver/interior/interior_point.hpp"
#include "core/solver/large/chunking.hpp"
#include "core/solver/large/decomposition.hpp"
#include "core/solver/large/kernel_factor.hpp"
#include "core/solver/margin/solve.hpp"

namespace core {
namespace {

using Eigen::Index;

/// A smooth kernel's matrix has at most this rank to rounding; n r^2 is a step's cost.
constexpr Index most_rank = 400;

/// What a factor may leave out, relative to the diagonal.
constexpr double rounding = 1e-13;

/// A variable nearer to its bound than this share of its box is at the bound.
constexpr double at_bound = 1e-8;

/// The inputs of a linear kernel; null of any other, and of a matrix.
const Matrix* linear_inputs(const Gram& gram) {
  if (gram.features() != nullptr) return &gram.features()->x;
  const KernelColumns* const computed = gram.computed();
  return computed != nullptr && computed->kernel().shape == Kernel::Shape::linear ? &computed->x() : nullptr;
}

std::optional<Matrix> factor_of(const Gram& gram, const std::vector<Index>& drawn) {
  if (const Matrix* const inputs = linear_inputs(gram)) {
    if (!factor_pays(inputs->rows(), inputs->cols())) return std::nullopt;
    return Matrix((*inputs)(drawn, Eigen::all));
  }
  KernelFactor factor = kernel_factor(gram, rounding, most_rank, Patience::while_it_falls);
  if (factor.remainder > rounding * gram.largest_diagonal()) return std::nullopt;
  return Matrix(factor.x(drawn, Eigen::all));
}

/// Whether its columns are those of a Gaussian kernel, none of them written down.
bool is_smooth(const Gram& gram) {
  return gram.computed() != nullptr && gram.computed()->kernel().shape == Kernel::Shape::gaussian;
}

/// Whether an answer's lambda is so near that most variables keep their sides.
bool is_near(const LargeFit* fit, double lambda) {
  constexpr double most = 4;
  return fit != nullptr && fit->units > 0 && lambda <= most * fit->lambda && fit->lambda <= most * lambda;
}

/// Variables within rounding of a bound go there, and what the sum is then off by is taken out of the others
/// by the room they have.
Vector settled(const Vector& a, const Vector& lower, const Vector& upper) {
  Vector out = a, room = Vector::Zero(a.size());
  for (Index i = 0; i < a.size(); ++i) {
    const double near = at_bound * (upper(i) - lower(i));
    if (a(i) - lower(i) <= near)
      out(i) = lower(i);
    else if (upper(i) - a(i) <= near)
      out(i) = upper(i);
    else
      room(i) = std::min(a(i) - lower(i), upper(i) - a(i));
  }
  for (int round = 0; round < 2; ++round)
    if (const double total = room.sum(), excess = out.sum(); std::abs(excess) < total)
      out -= excess / total * room;
  return out;
}

} // namespace

LargeSample::LargeSample(const CountedSample& sample, const StoppingRule& rule)
    : sample_(sample),
      rule_(rule),
      drawn_(drawn(sample)),
      factor_(factor_of(sample.gram, drawn_)),
      y_(sample.y(drawn_)) {}

LargeFit LargeSample::finished(const WeightedDual& problem, Vector a, double guess) const {
  Vector field = gram_times(problem.gram, a);
  DualSolution fit = certified(problem, std::move(a), field, guess);
  if (!fit.certificate.proves(rule_.relative_gap)) fit.certificate.status = Status::not_converged;
  return {std::move(fit), std::move(field)};
}

LargeFit LargeSample::at(double pi, double lambda, const LargeFit* near) const {
  expect(pi > 0 && pi < 1, "a weighted fit has 0 < pi < 1");
  expect(lambda > 0, "lambda is positive");
  const WeightedDual problem = weighted_dual(sample_, pi, lambda);
  const bool two_classes = problem.upper.maxCoeff() > 0 && problem.lower.minCoeff() < 0;
  if (!two_classes) return finished(problem, Vector::Zero(sample_.size()), 0);
  if (!factor_) {
    if (is_smooth(sample_.gram))
      return is_near(near, lambda) ? solve_by_decomposition(problem, *near, rule_)
                                   : solve_by_decomposition(problem, rule_);
    const DualSolution fit = solve_in_chunks(problem, rule_);
    return finished(problem, fit.a, fit.beta_0);
  }
  const Vector lower = problem.lower(drawn_), upper = problem.upper(drawn_);
  Design design(*factor_, Design::Columns::as_they_are);
  const InteriorPoint inside =
      interior_point({design, y_, {lower, upper}, lambda}, aim_share * rule_.relative_gap);
  Vector a = Vector::Zero(sample_.size());
  a(drawn_) = settled(inside.a, lower, upper);
  LargeFit fit = finished(problem, nearest_feasible(problem, a), inside.b);
  fit.certificate.iterations = inside.steps;
  if (fit.certificate.proves(rule_.relative_gap)) return fit;
  const DualSolution better = solve(problem, {fit.a, fit.field - lambda * problem.y}, rule_);
  return finished(problem, better.a, better.beta_0);
}

} // namespace core
