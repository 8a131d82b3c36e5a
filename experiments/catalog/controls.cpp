#include "core/probability/multiclass/controls.hpp"

#include "core/parameter.hpp"
#include "datasets/answers/stored_answers.hpp"
#include "experiments/catalog/methods.hpp"

// Methods that learn nothing here: controls, and probabilities that another program computed.
namespace experiments {
namespace {

using core::Parameters;
using Built = std::unique_ptr<core::ProbabilityEstimator>;

MethodRow without_fits(core::Entry entry, Built (*build)(const Parameters&, Ingredients)) {
  entry.takes_classifier = entry.takes_lambda = false;
  entry.most_classes = core::any_classes;
  return {std::move(entry), build};
}

MethodRow true_probability() {
  MethodRow row = without_fits(
      {"true_probability", "true p", "", "the true probabilities of simulated data"},
      [](const Parameters&, Ingredients) -> Built { return std::make_unique<core::TrueProbability>(); });
  row.needs_truth = true;
  return row;
}

MethodRow base_rate() {
  return without_fits(
      {"base_rate", "base rate", "", "the shares of the classes in the training sample, at every point"},
      [](const Parameters&, Ingredients) -> Built { return std::make_unique<core::BaseRate>(); });
}

const auto constant_p = core::real("p", "the probability of the positive class").in(0, 1).or_else(0.5);

MethodRow constant() {
  MethodRow row = without_fits(
      {"constant", "constant", "", "one probability at every point, of two classes", 1, {constant_p}},
      [](const Parameters& p, Ingredients) -> Built {
        return std::make_unique<core::Constant>(constant_p.of(p));
      });
  row.entry.most_classes = 2;
  return row;
}

const auto answers_path = core::text("path", "the folder that marginlab score has made").as_place();
const auto answers_content = core::text("content", "the hash of what the folder holds, 16 digits");

MethodRow computed_elsewhere() {
  MethodRow row =
      without_fits({"computed_elsewhere",
                    "computed elsewhere",
                    "",
                    "probabilities that another program computed; marginlab score adds them to a run",
                    1,
                    {answers_path, answers_content}},
                   [](const Parameters& p, Ingredients) -> Built {
                     auto estimator = std::make_unique<datasets::answers::ComputedElsewhere>();
                     estimator->folder = answers_path.of(p);
                     estimator->content = answers_content.of(p);
                     return estimator;
                   });
  row.of_studies = true;
  return row;
}

} // namespace

std::vector<MethodRow> controls() {
  return {true_probability(), base_rate(), constant(), computed_elsewhere()};
}

} // namespace experiments
