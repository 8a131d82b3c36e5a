#include <fstream>
#include <sstream>

#include "experiments/config/find_config.hpp"
#include "experiments/config/read_study.hpp"
#include "tests/experiments/config/support/config_folder.hpp"
#include "tests/experiments/config/support/small_catalogue.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;

namespace {

const std::filesystem::path shipped_configs = std::filesystem::path(MARGINLAB_SOURCE_DIR) / "configs";

Study shipped(const std::string& name) {
  return read_study(find_config(name, {shipped_configs}), {}, small_catalogue());
}

const results::Published& published(const Study& study, const results::Coordinates& at,
                                    const std::string& metric) {
  for (const results::Published& number : study.published)
    if (number.at == at && number.metric == metric) return number;
  FAIL("no such published number");
  return study.published.front();
}

} // namespace

TEST_CASE("table 1 of Wang et al.: the head of the config arrives in the study", "[spec]") {
  const Study study = shipped("wang2008/table1");
  CHECK(study.study == "wang2008/table1");
  CHECK(study.paper == "wang2008");
  CHECK(study.title ==
        "Averaged true and estimated GKL losses of our method, the original and tuned Platt method in the "
        "simulated "
        "examples over 100 simulation");
  CHECK(study.seed == 2008);
  CHECK(study.replications == 100);
  CHECK(metric_names(study) == std::vector<std::string>{"gkl", "cre", "test_error"});
  REQUIRE(study.conventions.size() >= 2);
  CHECK_THAT(study.conventions[1], Catch::StartsWith("lambda is 1/C, without the 1/n of eq. (3)"));
  CHECK_FALSE(study.deviations.empty());
  CHECK(study.axes.size() == 3);
}

TEST_CASE(
    "table 1 of Wang et al.: blocks carry id, name, label, revision and only the parameters that matter",
    "[spec]") {
  const Study study = shipped("wang2008/table1");
  REQUIRE(study.data.size() == 2);
  CHECK(core::canonical(study.data[1].choice) ==
        R"({"id":"wang2008/example2","parameters":{"n_test":900,"n_train":100},"revision":2})");
  CHECK(study.data[1].choice.name == "example2");
  REQUIRE(study.classifiers.size() == 4);
  CHECK(
      core::canonical(study.classifiers[0].choice) ==
      R"({"id":"weighted_svm","parameters":{"kernel":"gaussian","sigma":1,"sigma_unit":"median"},"revision":1})");
  CHECK(study.classifiers[0].choice.label == "SVM_G");
  CHECK(core::canonical(study.classifiers[1].choice) ==
        R"({"id":"weighted_svm","parameters":{"kernel":"linear"},"revision":1})");
}

TEST_CASE("table 1 of Wang et al.: both tuned methods search the same 60 values, through the alias too",
          "[spec]") {
  const Study study = shipped("wang2008/table1");
  REQUIRE(study.methods.size() == 3);
  CHECK(study.methods[0].tuning.parameters.reals("lambda") == std::vector<double>{1});
  const auto& lambda = study.methods[1].tuning.parameters.reals("lambda");
  REQUIRE(lambda.size() == 60);
  CHECK(lambda[39] == 10.0);
  CHECK(core::canonical(study.methods[1].tuning) == core::canonical(study.methods[2].tuning));
  CHECK(study.methods[2].method.parameters.integer("intervals") == 20);
  CHECK(study.methods[2].method.label == "Our");
}

TEST_CASE("table 1 of Wang et al.: published numbers keep the paper's digits and blanks", "[spec]") {
  const Study study = shipped("wang2008/table1");
  CHECK(study.published_replications == 100);
  CHECK(study.published.size() == 64);
  const results::Coordinates bracket{
      {"data", "example1"}, {"classifier", "svm_gaussian"}, {"method", "bracket"}};
  CHECK(published(study, bracket, "cre").value == "0.540");
  CHECK(published(study, bracket, "cre").se == "0.0013");
  CHECK(published(study, bracket, "improvement_percent").value == "2.58");
  CHECK(published(study, bracket, "improvement_percent").se == "");
}

TEST_CASE(
    "the quick start: table 1's support vector machines, the psi rows left out with a note that counts them",
    "[spec]") {
  const Study table = shipped("wang2008/table1"), study = shipped("quickstart");
  CHECK(study.replications < table.replications);
  CHECK(study.seed == table.seed);
  REQUIRE(study.classifiers.size() == 2);
  for (std::size_t i = 0; i < 2; ++i)
    CHECK(core::canonical(study.classifiers[i].choice) == core::canonical(table.classifiers[i].choice));
  CHECK(study.published.size() == 32);
  REQUIRE(study.notes.size() == 2);
  CHECK_THAT(study.notes[0], Catch::Contains("16 rows of classifier psi_gaussian"));
  CHECK_THAT(study.notes[1], Catch::Contains("16 rows of classifier psi_linear"));
}

TEST_CASE("table 1 of Wang et al.: the layout arrives whole", "[spec]") {
  const results::Layout layout = shipped("wang2008/table1").layout;
  CHECK(layout.rows == std::vector<std::string>{"data", "classifier"});
  CHECK(layout.columns == std::vector<std::string>{"method"});
  CHECK(layout.metrics == std::vector<std::string>{"gkl", "cre", "improvement_percent"});
  REQUIRE(layout.improvement);
  CHECK(layout.improvement->of == "gkl");
  CHECK(layout.improvement->axis == "method");
  CHECK(layout.improvement->over == "platt");
  CHECK(layout.best == "gkl");
  CHECK(layout.decimals == 3);
  CHECK(layout.panel("heat_map") == nullptr);
}

TEST_CASE(
    "lambda-sigma sweep: two kernels, five bandwidths and six lambdas make ten classifiers and six methods",
    "[spec]") {
  const Study study = shipped("sweeps/example1_lambda_sigma");
  CHECK(study.data.size() == 1);
  CHECK(study.classifiers.size() == 10);
  CHECK(study.methods.size() == 6);
  REQUIRE(study.axes.size() == 6);
  CHECK(study.axes[3].name == "kernel");
  CHECK_FALSE(study.axes[3].numeric);
  CHECK(study.axes[4].name == "sigma");
  CHECK(study.axes[4].numeric);
  CHECK(study.axes[4].values[0].name == "0.25");
  CHECK(study.axes[5].name == "lambda");
  CHECK(study.axes[5].values.back().name == "100");
  CHECK(study.layout.panel("heat_map")->list("axes") == std::vector<std::string>{"sigma", "lambda"});
}

TEST_CASE("lambda-sigma sweep: the linear kernel keeps its place on the sigma axis but not the parameter",
          "[spec]") {
  const Study study = shipped("sweeps/example1_lambda_sigma");
  const Option& linear = study.classifiers[3];
  CHECK(linear.swept == results::Coordinates{{"kernel", "linear"}, {"sigma", "2"}});
  CHECK(core::canonical(linear.choice) == core::canonical(study.classifiers[0].choice));
  CHECK_FALSE(linear.choice.parameters.has("sigma"));
  const Option& gaussian = study.classifiers[8];
  CHECK(gaussian.swept == results::Coordinates{{"kernel", "gaussian"}, {"sigma", "2"}});
  CHECK(gaussian.choice.parameters.real("sigma") == 2.0);
}

TEST_CASE("a config that nothing changed is kept byte for byte for the provenance", "[spec]") {
  for (const char* name : {"wang2008/table1", "sweeps/example1_lambda_sigma"}) {
    CAPTURE(name);
    std::ostringstream bytes;
    bytes << std::ifstream(find_config(name, {shipped_configs}), std::ios::binary).rdbuf();
    CHECK(shipped(name).config_yaml == bytes.str());
  }
}
