#pragma once
#include <functional>
#include <optional>
#include <type_traits>
#include <utility>

#include "core/settings/parameters.hpp"
#include "experiments/cost/work.hpp"

namespace experiments {

/// What a row of the catalogue has to say: a row without it does not compile.
template <class Result, class... Arguments>
class Said {
 public:
  template <class Function>
    requires std::is_invocable_r_v<Result, const Function&, Arguments...>
  Said(Function function) : function_(std::move(function)) {}
  Result operator()(Arguments... arguments) const { return function_(arguments...); }

 private:
  std::function<Result(Arguments...)> function_;
};

/// What a sample costs by.
struct Size {
  double rows = 100, points = 100, inputs = 2; ///< learned from, asked for, columns
  double classes = 2;
};

struct Training;

/// One weighted machine of a classifier at one of the lambdas of a training; without fits where its scores
/// are given.
using MachineWork = Said<Work, const Training&>;

/// One training of a method, before it begins, with every parameter decided.
struct Training {
  Size size;
  const core::Parameters &method, &classifier;
  const MachineWork* machine = nullptr; ///< of the classifier, where the method takes one
  double lambdas = 1;                   ///< at which each sample is fitted
  bool tunes_rule = false;              ///< of its classification rule alone, as prior_step does

  bool is_linear() const { return classifier.has("kernel") && classifier.text("kernel") == "linear"; }
  bool is_gaussian() const { return classifier.has("kernel") && classifier.text("kernel") == "gaussian"; }

  /// The columns of a classifier that is linear in the inputs, or in those of a kernel with one for each row.
  double columns() const { return is_linear() ? size.inputs : size.rows; }
};

/// What a method does to answer at one lambda; and at each lambda that a criterion compares, where that is
/// other work.
struct MethodWork {
  MethodWork(const Work& all) : answer(all) {} // NOLINT(google-explicit-constructor)
  MethodWork(const Work& first, const Work& second) : answer(first), comparison(second) {}

  Work answer;
  std::optional<Work> comparison{};
};

/// The samples that a criterion trains on at every lambda, each of a training's time or a share of it.
struct Comparisons {
  double samples = 0, share = 1;
  bool of_rule = false; ///< the classification rule alone is trained
};

/// What a fit to the rows outside one of so many folds takes, beside one of five, at which prices are
/// measured: the square of its rows.
double share_outside(double folds);

/// So many matrices of rows x rows.
Work kernel_matrices(const Training& training, double count);

/// What a kernel classifier holds: its matrix, or where rows are many a factor.
Work kernel_or_factor(const Training& training);

Work support_vector_machine(const Training& training);
Work psi_machine(const Training& training);
Work machine_of_classes(const Training& training);
Work given_scores(const Training& training);

/// A program of a user's, about which nothing is known: taken for a machine with a kernel.
Work program_of_a_user(const Training& training);

/// Machines at so many weights, and again outside each of so many folds (0: none), whose decision values are
/// made probabilities by this step. Where their rule alone is tuned, eight such methods of a study share the
/// fits.
MethodWork by_machines(const Training& training, double weights, double folds, const Step& step);

/// Points of a grid of class weights that are multiples of a step and all positive: a machine is fitted to
/// each.
double interior_points(double classes, double step);

/// n (1 + 2 r / 15 + r^2 / 125) of the rank r that the kernel of a classifier has.
double factor_units(const Training& training);

} // namespace experiments
