#include "core/probability/bracket.hpp"
#include "core/probability/margin_learner.hpp"
#include "core/probability/scaling/beta.hpp"
#include "core/probability/scaling/beta_calibration.hpp"
#include "core/probability/scaling/coherence_scaling.hpp"
#include "core/probability/scaling/counts.hpp"
#include "core/probability/scaling/given_scores.hpp"
#include "core/probability/scaling/isotonic.hpp"
#include "core/probability/scaling/platt.hpp"
#include "core/probability/scaling/softmax.hpp"
#include "core/probability/scaling/venn_abers.hpp"
#include "core/settings/parameter.hpp"
#include "core/tuning/criterion.hpp"
#include "experiments/catalog/methods.hpp"
#include "experiments/catalog/parameters.hpp"

// The methods that turn the decision values of a margin classifier into probabilities.
namespace experiments {
namespace {

using core::Parameters;
using Built = std::unique_ptr<core::ProbabilityEstimator>;

Built calibrated(std::unique_ptr<core::Calibration> by, Ingredients from) {
  if (const auto* given = std::get_if<core::GivenScores>(&from.classifier.loss))
    return std::make_unique<core::ScoreCalibration>(*given, std::move(by));
  auto learner = std::make_unique<core::MarginLearner>(from.classifier, std::move(by));
  return std::make_unique<core::TunedEstimator>(std::move(learner), std::move(from.criterion));
}

const auto& decision_values = DecisionValues::values();
const auto& decision_folds = DecisionValues::fold_count();
const auto& decision_dealing = DecisionValues::dealing();

const auto held_out_values = decision_values.or_else(FittedTo::cross_validated);

template <class Scaled>
std::unique_ptr<Scaled> scaling(const Parameters& p) {
  auto out = std::make_unique<Scaled>();
  const DecisionValues fitted_to = DecisionValues::of(p);
  out->folds = fitted_to.folds;
  out->assignment = fitted_to.assignment;
  return out;
}

/// What one machine does whose decision values this step makes probabilities.
auto one_machine(const Step& step) {
  return [&step](const Training& training) {
    const Parameters& p = training.method;
    const bool is_fitted = p.has(decision_values.key());
    return by_machines(training, 1, is_fitted ? static_cast<double>(DecisionValues::of(p).folds) : 0, step);
  };
}

template <class Scaled>
Built scaled(const Parameters& p, Ingredients from) {
  return calibrated(scaling<Scaled>(p), std::move(from));
}

MethodRow platt() {
  return {{"platt", "Platt", "Platt (1999); Wang, Shen & Liu (2008), eq. 1",
           "a sigmoid of the unweighted classifier's decision values", 1,
           with_reliability_parameters(
               {decision_values.or_else(FittedTo::training), decision_folds, decision_dealing})},
          [](const Parameters& p, Ingredients from) {
            return with_reliability(p, scaled<core::PlattCalibration>(p, std::move(from)));
          },
          one_machine(steps::scaling)};
}

MethodRow softmax() {
  return {
      {"softmax", "Softmax", "Rueping (2004), section 3", "1 / (1 + exp(-2 f)), fitted to nothing", 1, {}},
      [](const Parameters&, Ingredients from) {
        return calibrated(std::make_unique<core::SoftmaxScaling>(), std::move(from));
      },
      one_machine(steps::scaling)};
}

using ZeroOne = core::ZeroOneScaling;

const auto zero_one_reading =
    core::word<ZeroOne::Reading>(
        "reading",
        "the displayed formula, the share of positives beyond either margin, or the words of section 4, "
        "(1 + f) / 2 clipped",
        {{"displayed", ZeroOne::Reading::displayed}, {"clipped", ZeroOne::Reading::clipped}})
        .or_else(ZeroOne::Reading::displayed);
const auto epsilon = core::real("epsilon", "the clipped reading stays this far from 0 and 1")
                         .in(0, 0.499)
                         .or_else(0.05)
                         .only_with(zero_one_reading, ZeroOne::Reading::clipped);

Built build_zero_one(const Parameters& p, Ingredients from) {
  const auto reading = zero_one_reading.of(p);
  if (reading == ZeroOne::Reading::displayed) return scaled<ZeroOne>(p, std::move(from));
  auto out = std::make_unique<ZeroOne>();
  out->reading = reading;
  out->epsilon = epsilon.of(p);
  return calibrated(std::move(out), std::move(from));
}

MethodRow zero_one() {
  return {
      {"zero_one",
       "01",
       "Rueping (2004), section 3.2",
       "(1 + f) / 2 between the margins, the side's share of positives beyond them",
       1,
       {zero_one_reading, epsilon, held_out_values.only_with(zero_one_reading, ZeroOne::Reading::displayed),
        decision_folds, decision_dealing}},
      build_zero_one,
      one_machine(steps::scaling)};
}

MethodRow pp() {
  return {{"pp",
           "PP",
           "Rueping (2004), section 3.2",
           "(1 + f) / 2 clipped at the shares of positives beyond the two margins",
           1,
           {held_out_values, decision_folds, decision_dealing}},
          scaled<core::ClippedScaling>,
          one_machine(steps::scaling)};
}

const auto bin_count = core::integer("bins", "number of bins").in(1, 1e6).or_else(10);
using BinEdges = core::BinnedScaling::Edges;
const auto bin_edges =
    core::word<BinEdges>("edges", "bins of equal width, or of equal numbers of calibration points",
                         {{"equal_width", BinEdges::equal_width}, {"equal_mass", BinEdges::equal_mass}})
        .or_else(BinEdges::equal_width);

MethodRow bins() {
  return {{"bins",
           "Bin",
           "Drish (2001); Rueping (2004), section 3",
           "the share of positives (s + 1) / (n + 2) in bins of the decision values",
           1,
           {bin_count, bin_edges, held_out_values, decision_folds, decision_dealing}},
          [](const Parameters& p, Ingredients from) {
            auto out = scaling<core::BinnedScaling>(p);
            out->bins = bin_count.of(p);
            out->edges = bin_edges.of(p);
            return calibrated(std::move(out), std::move(from));
          },
          one_machine(steps::scaling)};
}

using BetaReading = core::BetaScaling::Reading;

const auto beta_reading =
    core::word<BetaReading>(
        "reading",
        "P(Y = +1) from the membership in the predicted class, or that membership itself: a mistake, as the "
        "published row must contain one",
        {{"probability", BetaReading::probability}, {"membership", BetaReading::membership}})
        .or_else(BetaReading::probability);

MethodRow beta() {
  return {{"beta",
           "Beta",
           "Garczarek (2002); Rueping (2004), section 3",
           "softmax memberships carried between Beta distributions, in each predicted class of its own",
           1,
           {beta_reading, held_out_values, decision_folds, decision_dealing}},
          [](const Parameters& p, Ingredients from) {
            auto out = scaling<core::BetaScaling>(p);
            out->reading = beta_reading.of(p);
            return calibrated(std::move(out), std::move(from));
          },
          one_machine(steps::beta_scaling)};
}

MethodRow beta_two() {
  return {{"beta_two",
           "Beta-2",
           "Garczarek (2002); Rueping (2004), section 3",
           "softmax values carried from one Beta distribution to another",
           1,
           {held_out_values, decision_folds, decision_dealing}},
          scaled<core::SingleBetaScaling>,
          one_machine(steps::beta_scaling)};
}

using Ends = core::IsotonicScaling::Ends;

const auto isotonic_ends =
    core::word<Ends>("ends",
                     "how near to 0 and 1: no nearer than 1 / (n + 2) for n calibration points, or as the "
                     "regression has it, whose log score may be infinite",
                     {{"succession", Ends::succession}, {"exact", Ends::exact}})
        .or_else(Ends::succession);

using Blocks = core::IsotonicScaling::Variant;

const auto isotonic_variant =
    core::word<Blocks>("variant",
                       "linear between the scores, level within a block; or centred, each block at its mean "
                       "score and linear between blocks (Oron & Flournoy 2017)",
                       {{"pooled", Blocks::pooled}, {"centred", Blocks::centred}})
        .or_else(Blocks::pooled);

MethodRow isotonic() {
  return {{"isotonic",
           "Isotonic",
           "Ayer et al. (1955); Zadrozny & Elkan (2002)",
           "the isotonic regression of the labels on the decision values, linear between them",
           1,
           {isotonic_ends, isotonic_variant, held_out_values, decision_folds, decision_dealing}},
          [](const Parameters& p, Ingredients from) {
            auto out = scaling<core::IsotonicScaling>(p);
            out->ends = isotonic_ends.of(p);
            out->variant = isotonic_variant.of(p);
            return calibrated(std::move(out), std::move(from));
          },
          one_machine(steps::isotonic)};
}

using Predictors = core::VennAbersScaling::Variant;

const auto venn_abers_variant =
    core::word<Predictors>(
        "variant",
        "inductive: one predictor of all held-out values; cross: one of each fold, by that "
        "fold's machine, merged by geometric means",
        {{"inductive", Predictors::inductive}, {"cross", Predictors::cross}})
        .or_else(Predictors::inductive)
        .only_with(decision_values, FittedTo::cross_validated);
const auto venn_abers_pairs =
    core::word<bool>("pairs", "whether (p0, p1) of every point is stored as the table venn_abers",
                     {{"left_out", false}, {"stored", true}})
        .or_else(false);

MethodRow venn_abers() {
  return {{"venn_abers",
           "Venn-Abers",
           "Vovk, Petej & Fedorova (2015)",
           "two isotonic regressions, the point itself taken for a negative and for a positive, merged",
           1,
           {venn_abers_variant, venn_abers_pairs, held_out_values, decision_folds, decision_dealing}},
          [](const Parameters& p, Ingredients from) {
            auto out = scaling<core::VennAbersScaling>(p);
            if (out->folds > 0) out->variant = venn_abers_variant.of(p);
            out->keeps_pairs = venn_abers_pairs.of(p);
            return calibrated(std::move(out), std::move(from));
          },
          one_machine(steps::venn_abers)};
}

using Targets = core::BetaCalibration::Targets;

const auto beta_targets =
    core::word<Targets>(
        "targets",
        "what is fitted: the labels drawn in by Platt's rule, so that a fit always exists, or "
        "the labels, as the paper has it",
        {{"smoothed", Targets::smoothed}, {"labels", Targets::labels}})
        .or_else(Targets::smoothed);

MethodRow beta_calibration() {
  return {{"beta_calibration",
           "Beta cal.",
           "Kull, Silva Filho & Flach (2017)",
           "log-odds a log s - b log(1 - s) + c with a, b >= 0, for s = 1 / (1 + exp(-2 f))",
           1,
           {beta_targets, held_out_values, decision_folds, decision_dealing}},
          [](const Parameters& p, Ingredients from) {
            auto out = scaling<core::BetaCalibration>(p);
            out->targets = beta_targets.of(p);
            return calibrated(std::move(out), std::move(from));
          },
          one_machine(steps::beta_calibration)};
}

using BracketRule = core::BracketCalibration::Rule;

const auto bracket_rule =
    core::word<BracketRule>("estimate",
                            "the middle of the bracket, or the count of positive signs as in the authors' "
                            "package of 2013, (count + 1/2) / intervals",
                            {{"bracket", BracketRule::bracket}, {"count", BracketRule::count}})
        .or_else(BracketRule::bracket);

MethodRow bracket() {
  return {{"bracket",
           "Bracket",
           "Wang, Shen & Liu (2008), Algorithm 1",
           "the class probability bracketed by the sign changes of weighted classifiers",
           1,
           {bracket_intervals(), bracket_rule}},
          [](const Parameters& p, Ingredients from) {
            auto calibration = std::make_unique<core::BracketCalibration>();
            calibration->intervals = bracket_intervals().of(p);
            calibration->rule = bracket_rule.of(p);
            return calibrated(std::move(calibration), std::move(from));
          },
          bracket_work};
}

MethodRow sollich() {
  return {{"sollich",
           "Sollich",
           "Sollich (2002); Zhang, Dai & Jordan (2013), section 2.3",
           "log-odds 2 f between the margins, f + sign(f) beyond them, fitted to nothing",
           1,
           {}},
          [](const Parameters&, Ingredients from) {
            return calibrated(std::make_unique<core::SollichScaling>(), std::move(from));
          },
          one_machine(steps::scaling)};
}

const auto coherence_cost =
    core::real("u", "the cost of a misclassification; 1 as printed, 0 is a sigmoid through 0")
        .in(0, 1e6)
        .or_else(1);

MethodRow coherence() {
  return {{"coherence",
           "Coherence",
           "Zhang, Dai & Jordan (2013), eqs 12 and 13",
           "the probability that minimises a coherence function, its rho fitted to the training points",
           1,
           {coherence_cost}},
          [](const Parameters& p, Ingredients from) {
            auto scaling = std::make_unique<core::CoherenceScaling>();
            scaling->u = coherence_cost.of(p);
            return calibrated(std::move(scaling), std::move(from));
          },
          one_machine(steps::scaling)};
}

} // namespace

std::vector<MethodRow> calibrations() {
  return {platt(),    softmax(),    zero_one(),        pp(),      bins(),
          beta(),     beta_two(),   bracket(),         sollich(), coherence(),
          isotonic(), venn_abers(), beta_calibration()};
}

} // namespace experiments
