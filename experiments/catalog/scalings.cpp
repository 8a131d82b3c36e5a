#include "core/probability/scaling/beta.hpp"
#include "core/probability/scaling/counts.hpp"
#include "core/probability/scaling/platt.hpp"
#include "core/probability/scaling/softmax.hpp"
#include "experiments/catalog/groups.hpp"

namespace experiments {
namespace {

using core::Kind;
using core::Parameters;
using core::ParameterSpec;
using Text = std::string;

/// Which decision values of the sample a scaling is fitted to.
std::vector<ParameterSpec> source(const Text& fallback) {
  return {{.key = "decision_values",
           .kind = Kind::text,
           .fallback = fallback,
           .meaning =
               "what the scaling is fitted to: the values at the training points of the classifier trained "
               "on them, or of classifiers that held the point out",
           .good = Text("cross_validated"),
           .bad = Text("test"),
           .words = {"training", "cross_validated"}},
          {.key = "decision_folds",
           .kind = Kind::integer,
           .fallback = std::int64_t{5},
           .meaning = "number of folds of cross_validated decision values",
           .good = std::int64_t{3},
           .bad = std::int64_t{1},
           .least = 2,
           .most = 1e6,
           .only_with = {{"decision_values", "cross_validated"}}},
          {.key = "decision_dealing",
           .kind = Kind::text,
           .fallback = Text("stratified"),
           .meaning = "how points come into these folds: each class dealt out evenly, or all at random",
           .good = Text("at_random"),
           .bad = Text("ordered"),
           .words = {"stratified", "at_random"},
           .only_with = {{"decision_values", "cross_validated"}}}};
}

std::vector<ParameterSpec> and_source(std::vector<ParameterSpec> own) {
  for (auto& spec : source("cross_validated")) own.push_back(std::move(spec));
  return own;
}

template <class Scaled>
std::unique_ptr<Scaled> scaling(const Parameters& p) {
  auto out = std::make_unique<Scaled>();
  out->folds = p.text("decision_values") == "cross_validated" ? p.integer("decision_folds") : 0;
  if (out->folds > 0 && p.text("decision_dealing") == "at_random")
    out->assignment = core::FoldAssignment::at_random;
  return out;
}

template <class Scaled>
std::unique_ptr<core::ProbabilityEstimator> scaled(const Parameters& p, Ingredients from) {
  return calibrated(scaling<Scaled>(p), std::move(from));
}

std::unique_ptr<core::ProbabilityEstimator> softmax(const Parameters&, Ingredients from) {
  return calibrated(std::make_unique<core::SoftmaxScaling>(), std::move(from));
}

std::unique_ptr<core::ProbabilityEstimator> zero_one(const Parameters& p, Ingredients from) {
  if (p.text("reading") == "displayed") return scaled<core::ZeroOneScaling>(p, std::move(from));
  auto out = std::make_unique<core::ZeroOneScaling>();
  out->reading = core::ZeroOneScaling::Reading::clipped;
  out->epsilon = p.real("epsilon");
  return calibrated(std::move(out), std::move(from));
}

std::unique_ptr<core::ProbabilityEstimator> bins(const Parameters& p, Ingredients from) {
  auto out = scaling<core::BinnedScaling>(p);
  out->bins = p.integer("bins");
  return calibrated(std::move(out), std::move(from));
}

std::unique_ptr<core::ProbabilityEstimator> beta(const Parameters& p, Ingredients from) {
  auto out = scaling<core::BetaScaling>(p);
  if (p.text("reading") == "membership") out->reading = core::BetaScaling::Reading::membership;
  return calibrated(std::move(out), std::move(from));
}

core::Entry zero_one_entry() {
  std::vector<ParameterSpec> own = and_source(
      {{.key = "reading",
        .kind = Kind::text,
        .fallback = Text("displayed"),
        .meaning = "the displayed formula, the share of positives beyond either margin, or the words of "
                   "section 4, (1 + f) / 2 clipped",
        .good = Text("clipped"),
        .bad = Text("printed"),
        .words = {"displayed", "clipped"}},
       {.key = "epsilon",
        .kind = Kind::real,
        .fallback = 0.05,
        .meaning = "the clipped reading stays this far from 0 and 1",
        .good = 0.01,
        .bad = 0.5,
        .least = 0,
        .most = 0.499,
        .only_with = {{"reading", "clipped"}}}});
  for (ParameterSpec& spec : own)
    if (spec.key == "decision_values") spec.only_with = {{"reading", "displayed"}};
  return {"zero_one",
          "01",
          "Rueping (2004), section 3.2",
          "(1 + f) / 2 between the margins, the side's share of positives beyond them",
          1,
          own};
}

core::Entry bins_entry() {
  return {"bins",
          "Bin",
          "Drish (2001); Rueping (2004), section 3",
          "the share of positives (s + 1) / (n + 2) in bins of equal width of the decision values",
          1,
          and_source({{.key = "bins",
                       .kind = Kind::integer,
                       .fallback = std::int64_t{10},
                       .meaning = "number of bins",
                       .good = std::int64_t{50},
                       .bad = std::int64_t{0},
                       .least = 1,
                       .most = 1e6}})};
}

core::Entry beta_entry() {
  return {"beta",
          "Beta",
          "Garczarek (2002); Rueping (2004), section 3",
          "softmax memberships carried between Beta distributions, in each predicted class of its own",
          1,
          and_source({{.key = "reading",
                       .kind = Kind::text,
                       .fallback = Text("probability"),
                       .meaning = "P(Y = +1) from the membership in the predicted class, or that membership "
                                  "itself: a mistake, as the published row must contain one",
                       .good = Text("membership"),
                       .bad = Text("wrong"),
                       .words = {"probability", "membership"}}})};
}

} // namespace

std::vector<MethodRow> scalings() {
  const auto platt = scaled<core::PlattCalibration>;
  return {
      {{"platt", "Platt", "Platt (1999); Wang, Shen & Liu (2008), eq. 1",
        "a sigmoid of the unweighted classifier's decision values", 1, source("training")},
       platt},
      {{"softmax", "Softmax", "Rueping (2004), section 3", "1 / (1 + exp(-2 f)), fitted to nothing", 1, {}},
       softmax},
      {zero_one_entry(), zero_one},
      {{"pp", "PP", "Rueping (2004), section 3.2",
        "(1 + f) / 2 clipped at the shares of positives beyond the two margins", 1, and_source({})},
       scaled<core::ClippedScaling>},
      {bins_entry(), bins},
      {beta_entry(), beta},
      {{"beta_two", "Beta-2", "Garczarek (2002); Rueping (2004), section 3",
        "softmax values carried from one Beta distribution to another", 1, and_source({})},
       scaled<core::SingleBetaScaling>}};
}

} // namespace experiments
