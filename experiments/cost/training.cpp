#include "experiments/cost/training.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "core/solver/large/large_sample.hpp"

namespace experiments {
namespace {

bool has_many_rows(const Training& training) {
  return training.size.rows >= core::large_sample;
}

bool has_few_inputs(const Size& size) {
  return core::few_inputs(static_cast<Eigen::Index>(size.rows), static_cast<Eigen::Index>(size.inputs));
}

/// More inputs than these take no longer: the products are most of it.
double units_of_path(const Size& size, double inputs_for_twice) {
  return size.rows * size.rows * (1 + std::min(size.inputs, 60.0) / inputs_for_twice);
}

double rank_of(const Training& training) {
  return training.is_linear() ? training.size.inputs : 50 * training.size.inputs;
}

/// One weighted support vector machine, by the rule of the solvers themselves, and nothing of what it holds.
/// They count the rows of the whole training sample, those that a fold leaves out as well.
Work solved(const Training& training) {
  const Size& size = training.size;
  const auto rows = static_cast<Eigen::Index>(size.rows);
  const bool is_linear = training.is_linear();
  const bool holds_inputs = is_linear && has_few_inputs(size);
  const Work fit{.fits = 1};
  if (!has_many_rows(training) ||
      core::path_pays(rows, holds_inputs, static_cast<std::size_t>(training.lambdas)))
    return is_linear ? fit.with(steps::linear_path, units_of_path(size, 8))
                     : fit.with(steps::kernel_path, units_of_path(size, 20));
  const double rank = rank_of(training), square = size.rows * size.rows;
  if (is_linear ? core::factor_pays(rows, static_cast<Eigen::Index>(rank)) : rank <= 400)
    return fit.with(steps::factor, factor_units(training));
  return is_linear ? fit.with(steps::linear_parts, square * (1 + size.inputs / 45))
                   : fit.with(steps::kernel_parts, square * (1 + size.inputs / 15));
}

} // namespace

double share_outside(double folds) {
  constexpr double of_five = 0.8;
  const double outside = folds > 1 ? 1 - 1 / folds : 1;
  return outside * outside / (of_five * of_five);
}

double interior_points(double classes, double step) {
  double points = 1;
  for (double k = 1; k < classes; ++k) points *= (1 / step - k) / k;
  return points;
}

double factor_units(const Training& training) {
  const double rank = rank_of(training);
  return training.size.rows * (1 + 2 * rank / 15 + rank * rank / 125);
}

Work kernel_matrices(const Training& training, double count) {
  const double n = training.size.rows, at_points = has_many_rows(training) ? 0 : n * training.size.points;
  return {.bytes = 8 * (count * n * n + at_points), .whole_matrix = true};
}

Work kernel_or_factor(const Training& training) {
  if (!has_many_rows(training)) return kernel_matrices(training, 2);
  return {.bytes = training.is_gaussian() ? 8 * 2 * training.size.rows * 400 + 2e8 : 0};
}

Work support_vector_machine(const Training& training) {
  return solved(training) + kernel_or_factor(training);
}

Work psi_machine(const Training& training) {
  const bool is_whole = training.is_gaussian() || !has_few_inputs(training.size);
  return Work{.fits = 1}.with(steps::psi_path, units_of_path(training.size, 20)) +
         (is_whole ? kernel_matrices(training, 2) : kernel_or_factor(training));
}

Work machine_of_classes(const Training& training) {
  const auto [n, m, p, classes] = training.size;
  const double share = classes / 3, inputs = 1 + p / 10;
  const Work held = Work{.fits = 1} + kernel_or_factor(training);
  return training.is_gaussian()
             ? held.with(steps::class_kernel_machine, n)
             : held.with(steps::class_machine, n * share * share * share * inputs * inputs);
}

Work given_scores(const Training& training) {
  const double scores = training.size.rows + training.size.points;
  return Work{.bytes = 60 * scores}.with(steps::given_scores, scores);
}

Work program_of_a_user(const Training& training) {
  Work out = solved(training).with(steps::scaling, training.size.rows);
  out.fits = 0; // of which it tells
  return out;
}

MethodWork by_machines(const Training& training, double weights, double folds, const Step& step) {
  constexpr double methods_a_rule = 8;
  core::expect(training.machine != nullptr, "a method of a classifier is told which");
  const Work machine = (*training.machine)(training);
  if (machine.fits == 0) return machine;
  Work all = machine.times(weights) + machine.times(weights * folds).lasting(share_outside(folds));
  all.kept = weights;
  all = all.with(step, training.size.rows);
  if (!training.tunes_rule) return all;
  return {all, machine.lasting(1 / methods_a_rule)};
}

} // namespace experiments
