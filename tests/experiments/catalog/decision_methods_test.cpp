#include "core/contract.hpp"
#include "experiments/catalog/methods.hpp"
#include "tests/support/catch.hpp"

using core::Parameters;
using core::Value;
using experiments::find;

namespace {

using Said = std::map<std::string, Value>;

Parameters told(const core::Entry& entry, const Said& said) {
  Parameters out;
  for (const auto& [key, value] : said) out.set(key, value);
  return core::with_defaults(out, entry.parameters);
}

/// What a method with this criterion is refused with; empty where it is built.
std::string refusal(const std::string& id, const Said& method, Said tuning) {
  tuning.try_emplace("lambda", std::vector<double>{1});
  const auto& row = find(experiments::methods(), id);
  const auto& criterion = find(experiments::criteria(), "cross_validation");
  try {
    row.build(told(row.entry, method), {{}, criterion.build(told(criterion.entry, tuning))});
  } catch (const core::UserError& error) {
    return error.what();
  }
  return {};
}

const Said by_cost{{"of", std::string("mean_test_loss")}, {"threshold", std::string("joint")}};

} // namespace

TEST_CASE("sparse logistic is built by its interval or by its half width", "[catalog][decision]") {
  CHECK(refusal("sparse_logistic", {}, by_cost).empty());
  CHECK(refusal("sparse_logistic", {{"p_min", 0.1}, {"p_max", 0.1}}, by_cost).empty());
  CHECK(refusal("sparse_logistic", {{"half_width", std::vector<double>{0.138}}}, {}).empty());
  CHECK(refusal("svm_decision", {}, by_cost).empty());
}

TEST_CASE("intervals that are none are refused in a sentence", "[catalog][decision]") {
  CHECK(refusal("sparse_logistic", {{"p_min", 0.5}, {"p_max", 0.1}}, {}) ==
        "p_min 0.5 is above p_max 0.1, so that no probability lies between. Exchange them.");
  CHECK_THAT(refusal("sparse_logistic", {{"p_min", 1.0}}, {}),
             Catch::StartsWith("p_min 1 or p_max 0 leaves nothing to learn."));
  CHECK_THAT(refusal("sparse_logistic", {{"p_min", 0.1}, {"half_width", std::vector<double>{1}}}, {}),
             Catch::StartsWith("half_width gives the interval, and p_min or p_max gives it again."));
  CHECK_THAT(refusal("sparse_logistic", {{"half_width", std::vector<double>{1, 2}}}, {}),
             Catch::StartsWith("half_width has 2 values, and a fit has one interval."));
  CHECK_THAT(refusal("sparse_logistic", {{"loss_curve", std::int64_t{1}}}, {}),
             Catch::StartsWith("loss_curve is 1"));
  CHECK_THAT(refusal("sparse_logistic", {{"reliability_half_width", std::vector<double>{1}}}, {}),
             Catch::StartsWith("reliability_half_width is given, but no diagram is asked for."));
  CHECK_THAT(
      refusal("sparse_logistic",
              {{"reliability", std::int64_t{10}}, {"reliability_half_width", std::vector<double>{1, 2}}}, {}),
      Catch::StartsWith("reliability_half_width has 2 values, and a diagram has one interval."));
  for (const core::ParameterSpec& spec : find(experiments::methods(), "sparse_logistic").entry.parameters)
    if (spec.key == "p_min" || spec.key == "p_max")
      for (const double outside : {-0.1, 1.1}) CHECK_FALSE(core::accepts(spec, outside));
}

TEST_CASE(
    "a threshold is refused where errors have no costs, and what costs do not read is refused with them",
    "[catalog][decision]") {
  CHECK(refusal("sparse_logistic", {}, {{"threshold", std::string("joint")}}) ==
        "threshold: joint with of: log_loss has no costs of errors, by which a threshold is chosen. Write "
        "of: mean_test_loss.");
  Said omega = by_cost;
  omega["omega"] = std::vector<double>{0.5};
  CHECK_THAT(refusal("sparse_logistic", {}, omega),
             Catch::StartsWith("of: mean_test_loss takes no ties, omega, sigma or lambda_unit."));
  for (const std::string rule : {"prior", "grid"}) {
    Said tuning = by_cost;
    tuning["threshold"] = rule;
    CHECK_THAT(refusal("svm_decision", {}, tuning),
               Catch::StartsWith("threshold: " + rule + " needs log-odds, and this method decides"));
  }
}
