#include "experiments/model/choices.hpp"

#include "experiments/catalog/methods.hpp"
#include "experiments/config/read_study.hpp"
#include "tests/datasets/refusal.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;
using own_data::Words;

namespace {

Setting choices(const std::vector<std::string>& settings, const std::string& method = "bracket",
                const std::string& classifier = "", const std::string& data = "mine.csv") {
  return own_data::read_choices({data, "", "", method, classifier, settings}, catalogue());
}

std::string refused(const std::vector<std::string>& settings, const std::string& method = "bracket",
                    const std::string& classifier = "", const std::string& data = "mine.csv") {
  return tests::refusal([&] { choices(settings, method, classifier, data); });
}

} // namespace

TEST_CASE("what is left unsaid is what wang2008/table1 says", "[own_data][oracle]") {
  const Study study =
      read_study(std::string(MARGINLAB_SOURCE_DIR) + "/configs/wang2008/table1.yaml", {}, catalogue());
  const MethodOption& ours = study.methods.back();
  REQUIRE(ours.method.id == "bracket");
  const Setting made = choices({});
  CHECK(core::canonical(made.method) == core::canonical(ours.method));
  CHECK(core::canonical(made.tuning) == core::canonical(ours.tuning));
  CHECK(made.classifier.id == "weighted_svm");
  CHECK(made.classifier.parameters.text("kernel") == "linear");
}

TEST_CASE("a key goes to the thing that has it, a dot says to which", "[own_data]") {
  const Setting made = choices({"intervals=10", "kernel=gaussian", "sigma=0.5", "tau=0.25", "lambda=[1, 2]",
                                "encoding=occurring", "data.delimiter=tab"});
  CHECK(made.method.parameters.integer("intervals") == 10);
  CHECK(made.classifier.parameters.real("sigma") == 0.5);
  CHECK(made.tuning.parameters.real("tau") == 0.25);
  CHECK(made.tuning.parameters.reals("lambda") == std::vector<double>{1, 2});
  CHECK(made.data.parameters.text("encoding") == "occurring");
  CHECK(made.data.parameters.text("delimiter") == "tab");
  CHECK(choices({"method.lambda=3"}, "solution_path").method.parameters.real("lambda") == 3);
}

TEST_CASE("another criterion brings its own parameters and the lambdas of the papers", "[own_data]") {
  const Setting made = choices({"folds=7", "tuning.criterion=cross_validation"});
  CHECK(made.tuning.id == "cross_validation");
  CHECK(made.tuning.parameters.integer("folds") == 7);
  CHECK(made.tuning.parameters.reals("lambda") == choices({}).tuning.parameters.reals("lambda"));
  CHECK(choices({"tuning.criterion=fixed", "lambda=2"}).tuning.parameters.real("lambda") == 2);
}

TEST_CASE("a method without lambda or classifier has none", "[own_data]") {
  CHECK(choices({}, "nearest_neighbours").tuning.id.empty());
  CHECK(choices({}, "nearest_neighbours").classifier.id.empty());
  CHECK(choices({}, "penalised_logistic").classifier.id.empty());
  CHECK(choices({}, "solution_path").tuning.id.empty());
}

TEST_CASE("every listed method and classifier is taken as it is listed", "[own_data][conformance]") {
  for (const core::Entry& method : catalogue().methods) {
    CHECK(choices({}, method.id).method.id == method.id);
    if (!method.takes_classifier) continue;
    for (const core::Entry& classifier : catalogue().classifiers)
      CHECK(choices({}, method.id, classifier.id).classifier.id == classifier.id);
  }
}

TEST_CASE("a classifier that is not named is the method's usual one, with which every model can be fitted",
          "[own_data][conformance]") {
  for (const MethodRow& method : methods()) {
    if (!method.entry.takes_classifier || method.entry.decides_only) continue;
    CAPTURE(method.entry.id);
    const Setting made = choices({}, method.entry.id);
    CHECK(made.classifier.id == method.usual_classifier);
    CHECK_NOTHROW(build_estimator(made));
  }
  CHECK(choices({}, "border_weight").classifier.id == "weighted_truncated_svm");
}

TEST_CASE("a listed data set is read by its id and knows its label", "[own_data]") {
  const Setting made = choices({"standardise=none"}, "bracket", "", "pima");
  CHECK(made.data.id == "pima");
  CHECK(made.data.parameters.text("positive") == "1");
  CHECK(made.data.parameters.text("standardise") == "none");
  CHECK_THAT(
      tests::refusal([] {
        own_data::read_choices({"pima", "diabetes", "", "bracket", "", {}}, catalogue());
      }),
      Catch::StartsWith("'--label diabetes': the label of a listed data set (that of pima is part of its "
                        "description). Leave it out"));
}

TEST_CASE("slips get the sentence a study gives, with what was meant", "[own_data][checker]") {
  CHECK_THAT(refused({}, "brackett"), Catch::StartsWith("'--method brackett': unknown method 'brackett' (") &&
                                          Catch::Contains("Did you mean 'bracket'?"));
  CHECK_THAT(refused({}, "bracket", "weighted_svn"), Catch::Contains("Did you mean 'weighted_svm'?"));
  CHECK_THAT(refused({"intervalls=3"}), Catch::StartsWith("'intervalls=3': unknown key 'intervalls' (") &&
                                            Catch::Contains("Did you mean 'intervals'?"));
  CHECK_THAT(refused({"kernel=gausian"}), Catch::Contains("Did you mean 'gaussian'?"));
  CHECK_THAT(refused({"kernel=gaussian", "sigma=0"}), Catch::Contains("'sigma' must lie in"));
  CHECK_THAT(refused({"intervals=1e1"}), Catch::Contains("Write 10"));
  CHECK_THAT(refused({"tuning.foldz=3", "tuning.criterion=cross_validation"}),
             Catch::Contains("Did you mean 'folds'?"));
  CHECK_THAT(refused({"tuning.criterion=cross_validatio"}),
             Catch::Contains("Did you mean 'cross_validation'?"));
  CHECK_THAT(refused({"methods.bracket.intervals=3"}), Catch::Contains("no such path"));
  CHECK_THAT(refused({"intervals"}), Catch::Contains("not of the form key=value"));
  CHECK_THAT(refused({"intervals={grid: [3, 4]}"}),
             Catch::Contains("a sweep of 'intervals' (a model is one"));
  CHECK_THAT(refused({"tuning.criterion=fixed"}), Catch::Contains("missing key 'lambda'"));
}

TEST_CASE("what the method has no use for is refused", "[own_data][checker]") {
  CHECK_THAT(
      refused({"tuning.criterion=fixed"}, "nearest_neighbours"),
      Catch::Contains("'tuning' of method 'nearest_neighbours' (it has no lambda to choose). Remove it"));
  CHECK_THAT(
      refused({}, "penalised_logistic", "weighted_svm"),
      Catch::Contains("'classifier' of method 'penalised_logistic' (it takes no classifier). Remove it"));
  CHECK_THAT(refused({"sigma=1"}, "penalised_logistic"), Catch::Contains("unknown key 'sigma'"));
}

TEST_CASE("criteria that need a sample nobody has are not accepted", "[own_data][checker]") {
  for (const char* criterion : {"tuning_set", "oracle", "prior_step"})
    CHECK_THAT(refused({std::string("tuning.criterion=") + criterion}),
               Catch::Contains("(accepted: fixed, cross_validation, perturbation, training_loss)"));
}

TEST_CASE("all mistakes are reported at once", "[own_data][checker]") {
  CHECK_THAT(refused({"intervalls=3", "tau=7", "zz"}, "bracket", "weighted_svn"),
             Catch::EndsWith("4 mistakes"));
}
