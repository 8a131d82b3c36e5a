#include <string>

#include "core/contract.hpp"
#include "core/probability/decision/loss_curve.hpp"
#include "core/probability/decision/sparse_logistic.hpp"
#include "core/probability/decision/svm_decision.hpp"
#include "core/settings/parameter.hpp"
#include "experiments/catalog/methods.hpp"
#include "experiments/catalog/parameters.hpp"

// The methods that are made for deciding where errors of the two classes cost differently.
namespace experiments {
namespace {

using core::Parameters;
using Built = std::unique_ptr<core::ProbabilityEstimator>;

const auto p_min =
    core::real("p_min", "below it probabilities of negatives need not be faithful").in(0, 1).or_else(0);
const auto p_max =
    core::real("p_max", "above it probabilities of positives need not be faithful").in(0, 1).or_else(1);
const auto half_width =
    core::reals(
        "half_width",
        "in place of p_min and p_max: the interval's half width on the log-odds scale, about those of the "
        "share of positives in the training part, one number")
        .in(1e-9, 700)
        .or_else({});

const auto loss_curve =
    core::integer(
        "loss_curve",
        "places on the log-odds axis at which the mean test loss of deciding there is stored; 0: none")
        .in(0, 100000)
        .or_else(0);

std::unique_ptr<core::Learner> sparse_learner(const Parameters& p, const core::KernelChoice& kernel) {
  const core::FaithfulInterval interval{p_min.of(p), p_max.of(p)};
  const std::vector<double> width = half_width.of(p);
  const bool whole = interval.p_min == 0 && interval.p_max == 1;
  core::require(width.size() < 2,
                "half_width has " + std::to_string(width.size()) +
                    " values, and a fit has one interval. Give one, or sweep them with {grid: [...]}.",
                {"half_width"});
  core::require(width.empty() || whole,
                "half_width gives the interval, and p_min or p_max gives it again. Leave one of them out.",
                {"half_width"});
  core::require(interval.p_min <= interval.p_max,
                "p_min " + core::shortest(interval.p_min) + " is above p_max " +
                    core::shortest(interval.p_max) + ", so that no probability lies between. Exchange them.",
                {"p_min", "p_max"});
  core::require(interval.p_min < 1 && interval.p_max > 0,
                "p_min 1 or p_max 0 leaves nothing to learn. Take an interval inside.", {"p_min", "p_max"});
  if (!width.empty()) return std::make_unique<core::SparseLogistic>(kernel, width.front());
  return std::make_unique<core::SparseLogistic>(kernel, interval);
}

MethodRow sparse_logistic() {
  return {{"sparse_logistic", "Sparse LR", "Herault & Grandvalet (2007), eq. 8",
           "logistic regression that is faithful in an interval of probabilities and ignores what is surely "
           "outside, with lambda/2 |w|^2",
           1, with_reliability_parameters({p_min, p_max, half_width, loss_curve})},
          [](const Parameters& p, Ingredients from) -> Built {
            const core::KernelChoice& kernel = from.classifier.machine_kernel(
                "sparse_logistic reads only the kernel of a classifier, so that a psi-learning one changes "
                "nothing. Name a weighted_svm.");
            Built tuned =
                std::make_unique<core::TunedEstimator>(sparse_learner(p, kernel), std::move(from.criterion));
            const std::int64_t places = loss_curve.of(p);
            core::require(places != 1, "loss_curve is 1, but a curve has two ends. Write 0, or 2 and more.",
                          {"loss_curve"});
            if (places > 0) tuned = std::make_unique<core::WithLossCurve>(std::move(tuned), places);
            return with_reliability(p, std::move(tuned));
          },
          [](const Training& training) {
            return Work{.fits = 1}.with(steps::sparse_logistic, factor_units(training)) +
                   kernel_or_factor(training);
          }};
}

using Cost = core::SvmDecision::Cost;

const auto error_cost =
    core::word<Cost>("cost",
                     "what errors cost in training: the same, or a missed positive the share of "
                     "negatives and a raised negative that of positives",
                     {{"equal", Cost::equal}, {"asymmetric", Cost::asymmetric}})
        .or_else(Cost::equal);

MethodRow svm_decision() {
  return {{"svm_decision",
           "SVM",
           "Osuna, Freund & Girosi (1997); Herault & Grandvalet (2007), Table 3",
           "the support vector machine as a rule that decides, without a probability",
           1,
           {error_cost},
           true,
           true,
           true},
          [](const Parameters& p, Ingredients from) -> Built {
            const core::KernelChoice& kernel = from.classifier.machine_kernel(
                "svm_decision is a support vector machine and takes no psi-learning classifier. Name a "
                "weighted_svm.");
            return std::make_unique<core::TunedEstimator>(
                std::make_unique<core::SvmDecision>(kernel, error_cost.of(p)), std::move(from.criterion));
          },
          [](const Training& training) { return by_machines(training, 1, 0, steps::scaling); }};
}

} // namespace

std::vector<MethodRow> decision_methods() {
  return {sparse_logistic(), svm_decision()};
}

} // namespace experiments
