#include "experiments/catalog/parameters.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/contract.hpp"
#include "core/probability/decision/reliability_parts.hpp"

namespace experiments {
namespace {

using Shape = core::Kernel::Shape;
using Unit = core::KernelChoice::SigmaUnit;

const auto kernel = core::word<Shape>("kernel", "linear, or gaussian exp(-|s-t|^2/sigma^2)",
                                      {{"linear", Shape::linear}, {"gaussian", Shape::gaussian}});
const auto sigma_unit =
    core::word<Unit>(
        "sigma_unit",
        "what sigma counts: the median distance between the classes, absolute input units, that median over "
        "200,000 pairs of a large sample, the mean distance between the training points, or the median of "
        "the "
        "distances between two classes with the label, +1 or -1, as one more input",
        {{"median", Unit::median},
         {"absolute", Unit::absolute},
         {"sampled_median", Unit::sampled_median},
         {"mean", Unit::mean},
         {"median_with_labels", Unit::median_with_labels}})
        .or_else(Unit::median)
        .only_with(kernel, Shape::gaussian);
const auto sigma = core::real("sigma", "the bandwidth, in sigma_unit")
                       .in(1e-12, 1e12)
                       .or_else(1)
                       .only_with(kernel, Shape::gaussian);

using Width = core::Kernel::Width;

const auto width =
    core::word<Width>("width",
                      "where the bandwidth stands: inside the exponential, twice inside as in exp(-|s-t|^2 / "
                      "(2 sigma^2)), or "
                      "outside as in exp(-|s-t|^2) / (2 sigma^2)",
                      {{"inside", Width::inside}, {"twice", Width::twice}, {"outside", Width::outside}})
        .or_else(Width::inside)
        .only_with(kernel, Shape::gaussian);

} // namespace

std::vector<core::ParameterSpec> kernel_parameters(const std::optional<Shape>& fallback) {
  return {fallback ? kernel.or_else(*fallback) : kernel, sigma_unit, sigma, width};
}

core::KernelChoice kernel_of(const core::Parameters& parameters) {
  core::KernelChoice out;
  out.shape = kernel.of(parameters);
  if (!out.has_bandwidth()) return out;
  out.unit = sigma_unit.of(parameters);
  out.sigma = sigma.of(parameters);
  out.width = width.of(parameters);
  return out;
}

namespace {

const auto reliability =
    core::integer("reliability",
                  "bins of the reliability diagram that is stored, inside an interval of probabilities and "
                  "as many on either side of it; 0: none")
        .in(0, 10'000)
        .or_else(0);
const auto reliability_half_width =
    core::reals("reliability_half_width",
                "with reliability, the interval's half width on the log-odds scale, about those of the share "
                "of positives in the training part, one number; none: the method's own interval")
        .in(1e-9, 700)
        .or_else({});

} // namespace

const core::Parameter<std::int64_t>& bracket_intervals() {
  static const auto intervals =
      core::integer("intervals", "m, the number of intervals of [0, 1]; 0 stands for floor(sqrt n)")
          .in(0, 10'000)
          .or_else(20);
  return intervals;
}

MethodWork bracket_work(const Training& training) {
  const auto told = static_cast<double>(bracket_intervals().of(training.method));
  const double intervals = told > 0 ? told : std::floor(std::sqrt(training.size.rows));
  return by_machines(training, std::max(1.0, intervals - 1), 0, steps::scaling);
}

Work class_logistic_work(const Training& training, bool is_linear) {
  const auto [n, m, p, classes] = training.size;
  // The rank depends on the bandwidth: one of about the median distance is meant.
  const double coefficients = std::min(n, is_linear ? p : 60 * p) * (classes - 1);
  const double units = n * coefficients * coefficients / 4 + coefficients * coefficients * coefficients / 6;
  return Work{.fits = 1}.with(steps::class_logistic, is_linear ? units : units / 2);
}

MethodWork of_problems(const Training& training, core::ClassScheme scheme,
                       const std::function<MethodWork(const Training&)>& each) {
  using Scheme = core::ClassScheme;
  const double classes = training.size.classes;
  const bool of_all_rows = scheme == Scheme::one_vs_all || scheme == Scheme::one_vs_rest_scores;
  const bool of_each_pair = scheme == Scheme::pairwise_voted || scheme == Scheme::pairwise_coupling;
  const bool is_one =
      scheme == Scheme::one_vs_rest_scores && classes == 2; // the other scores are the negative ones
  const double pairs = of_each_pair ? classes * (classes - 1) / 2 : classes - 1;
  const double problems = is_one ? 1 : of_all_rows ? classes : pairs;
  Training two = training;
  if (!of_all_rows) two.size.rows *= 2 / classes;
  const Work one = each(two).answer;
  return one.fits == 0 ? one : one.times(problems);
}

std::vector<core::ParameterSpec> with_reliability_parameters(std::vector<core::ParameterSpec> own) {
  own.push_back(reliability);
  own.push_back(reliability_half_width);
  return own;
}

std::unique_ptr<core::ProbabilityEstimator> with_reliability(
    const core::Parameters& parameters, std::unique_ptr<core::ProbabilityEstimator> method) {
  const std::int64_t bins = reliability.of(parameters);
  const std::vector<double> width = reliability_half_width.of(parameters);
  core::require(width.size() < 2,
                "reliability_half_width has " + std::to_string(width.size()) +
                    " values, and a diagram has one interval. Give one, or sweep them with {grid: [...]}.",
                {"reliability_half_width"});
  core::require(width.empty() || bins > 0,
                "reliability_half_width is given, but no diagram is asked for. Say with how many bins, such "
                "as reliability: 10.",
                {"reliability_half_width"});
  if (bins == 0) return method;
  const std::optional<double> half_width = width.empty() ? std::nullopt : std::optional(width.front());
  return std::make_unique<core::WithReliability>(std::move(method), bins, half_width);
}

const core::Parameter<FittedTo>& DecisionValues::values() {
  static const auto values = core::word<FittedTo>(
      "decision_values",
      "what the scaling is fitted to: the values at the training points of the classifier "
      "trained on them, or of classifiers that held the point out",
      {{"training", FittedTo::training}, {"cross_validated", FittedTo::cross_validated}});
  return values;
}

const core::Parameter<std::int64_t>& DecisionValues::fold_count() {
  static const auto folds =
      core::integer("decision_folds", "number of folds of cross_validated decision values")
          .in(2, 1e6)
          .or_else(5)
          .only_with(values(), FittedTo::cross_validated);
  return folds;
}

const core::Parameter<core::FoldAssignment>& DecisionValues::dealing() {
  static const auto dealing =
      core::word<core::FoldAssignment>(
          "decision_dealing",
          "how points come into these folds: each class dealt out evenly, or all at random",
          {{"stratified", core::FoldAssignment::stratified}, {"at_random", core::FoldAssignment::at_random}})
          .or_else(core::FoldAssignment::stratified)
          .only_with(values(), FittedTo::cross_validated);
  return dealing;
}

std::vector<core::ParameterSpec> DecisionValues::held_out() {
  return {values().or_else(FittedTo::cross_validated), fold_count(), dealing()};
}

DecisionValues DecisionValues::of(const core::Parameters& parameters) {
  if (values().of(parameters) == FittedTo::training) return {};
  return {fold_count().of(parameters), dealing().of(parameters)};
}

} // namespace experiments
