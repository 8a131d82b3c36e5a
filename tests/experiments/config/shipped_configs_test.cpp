#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "core/contract.hpp"
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
  CHECK(study.methods[2].method.label == "bracket (the paper's method)");
}

TEST_CASE("table 1 of Wang et al.: published numbers keep the paper's digits and blanks", "[spec]") {
  const Study study = shipped("wang2008/table1");
  CHECK(study.published_source == "Wang, Shen & Liu (2008), Table 1");
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

TEST_CASE("no shipped study calls a paper's method ours, and each that has something printed says by whom",
          "[spec]") {
  const std::regex ours("(label|name): *[\"']?ours?\\b", std::regex::icase);
  std::size_t studies = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(shipped_configs)) {
    if (entry.path().extension() != ".yaml") continue;
    CAPTURE(entry.path());
    std::ostringstream bytes;
    bytes << std::ifstream(entry.path(), std::ios::binary).rdbuf();
    const std::string text = bytes.str();
    CHECK_FALSE(std::regex_search(text, ours));
    const std::size_t published = text.find("\npublished:");
    if (published != std::string::npos) CHECK(text.find("source: \"", published) < published + 20);
    ++studies;
  }
  CHECK(studies > 50);
}

TEST_CASE("a config that nothing changed is kept byte for byte for the provenance", "[spec]") {
  for (const char* name : {"wang2008/table1", "sweeps/example1_lambda_sigma"}) {
    CAPTURE(name);
    std::ostringstream bytes;
    bytes << std::ifstream(find_config(name, {shipped_configs}), std::ios::binary).rdbuf();
    CHECK(shipped(name).config_yaml == bytes.str());
  }
}

namespace {

/// The fenced pieces of configs/README.md in one language.
std::vector<std::string> examples(const std::string& language) {
  std::ifstream readme(std::string(MARGINLAB_SOURCE_DIR) + "/configs/README.md");
  std::ostringstream text;
  text << readme.rdbuf();
  std::vector<std::string> found;
  const std::string open = "```" + language + "\n";
  for (std::size_t at = 0; (at = text.str().find(open, at)) != std::string::npos;) {
    at += open.size();
    found.push_back(text.str().substr(at, text.str().find("```", at) - at));
  }
  return found;
}

} // namespace

TEST_CASE("configs/README.md: its minimal study is one", "[spec]") {
  const Study study = study_of(examples("yaml").at(0));
  CHECK(study.title == "study");
  CHECK(study.methods.size() == 1);
}

TEST_CASE("configs/README.md: its sweep gives the six classifiers and three methods it speaks of", "[spec]") {
  const Study study =
      study_of("title: A sweep\ndata:\n  - source: wang2008/example1\n" + examples("yaml").at(3) +
               "metrics: [gkl]\nlayout: {rows: [kernel, sigma], columns: [lambda], metrics: [gkl]}\n");
  CHECK(study.classifiers.size() == 6);
  CHECK(study.methods.size() == 3);
}

TEST_CASE("configs/README.md: its averages over data sets are a layout", "[spec]") {
  const std::string method = ", tuning: {criterion: fixed, lambda: 1}}\n";
  const Study study = study_of(
      "title: Averages\ndata: [{source: wang2008/example1}]\n"
      "classifiers: [{classifier: lda}]\nmetrics: [cre]\nmethods:\n"
      "  - {method: platt" +
      method + "  - {method: bracket" + method + examples("yaml").at(6));
  CHECK(study.layout.mean_over == "data");
  CHECK(study.layout.rank_over->decimals == results::RankLayout{}.decimals);
  CHECK(study.layout.panel("paired_tests")->list("values") == std::vector<std::string>{"platt", "bracket"});
  CHECK(study.layout.panel("paired_tests")->number("alpha") == 0.05);
}

TEST_CASE("configs/README.md: its example report is what the mistakes it shows are answered with", "[spec]") {
  std::ifstream config(std::string(MARGINLAB_SOURCE_DIR) + "/configs/wang2008/table1.yaml");
  std::ostringstream text;
  text << config.rdbuf();
  std::string broken = replaced(text.str(), "criterion: fixed, lambda", "criterion: fixed, lamda");
  broken = replaced(replaced(broken, "samples: 10", "samples: 010"), "best: gkl", "best: gkll");
  std::string shown;
  for (const Mistake& mistake :
       mistakes_of(replaced(broken, "  file: published/table1.csv\n", "  file: t.csv\n")))
    if (mistake.message.find("t.csv") == std::string::npos)
      shown.append(":")
          .append(std::to_string(mistake.line))
          .append(":")
          .append(std::to_string(mistake.column))
          .append(": " + mistake.message + "\n");
  std::istringstream lines(examples("text").at(0));
  std::string expected;
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("table1.yaml:")) expected += line.substr(std::string("table1.yaml").size()) + "\n";
  CHECK(shown == expected);
}

TEST_CASE("find_config: a path is taken as it is, a name is found below the first root that has it",
          "[spec]") {
  const ConfigFolder folder;
  const auto first = folder.write("a/wang2008/table1.yaml", "x");
  folder.write("b/wang2008/table1.yaml", "x");
  const auto second = folder.write("b/wu2010/table2.yml", "x");
  const std::vector<std::filesystem::path> roots{folder.path() / "a", folder.path() / "b",
                                                 folder.path() / "none"};
  CHECK(find_config(first.string(), roots) == first);
  CHECK(find_config("wang2008/table1", roots) == first);
  CHECK(find_config("wu2010/table2", roots) == second);
  CHECK(find_config("wu2010/table2.yml", roots) == second);
}

TEST_CASE("find_config: an unknown name is answered by what there is and what was probably meant", "[spec]") {
  const ConfigFolder folder;
  folder.write("wang2008/table1.yaml", "x");
  folder.write("sweeps/lambda.yaml", "x");
  folder.write("wang2008/published/table1.csv", "x");
  const std::string root = folder.path().generic_string();
  const auto message = [&](const std::string& name) {
    return Catch::Equals(
        "'" + name + "' is neither a file nor a study below " + root +
        ". Did you mean wang2008/table1, sweeps/lambda? See all of them with: marginlab list "
        "studies.");
  };
  for (const char* name :
       {"wang2008/tabel1", "wang208/table1", "table1", "configs/wang2008/tabel1.yaml", "Wang2008/Table1"}) {
    CAPTURE(name);
    try {
      find_config(name, {folder.path()});
      FAIL("found");
    } catch (const core::UserError& error) {
      CHECK_THAT(error.what(), message(name));
    }
  }
  for (int k = 0; k < 60; ++k) folder.write("many/study" + std::to_string(k) + ".yaml", "x");
  CHECK_THROWS_WITH(find_config("wang2008/tabel1", {folder.path()}),
                    Catch::Contains("Did you mean wang2008/table1, ") && !Catch::Contains("many/study9"));
}

TEST_CASE("find_config: a folder is no config, and an empty root is said to be empty", "[spec]") {
  const ConfigFolder folder;
  CHECK_THROWS_WITH(find_config(folder.path().string(), {folder.path()}),
                    Catch::Contains("which has no study."));
}

TEST_CASE("study names: the path below the innermost configs folder, else the file name", "[spec]") {
  CHECK(study_name("/x/configs/wang2008/table1.yaml") == "wang2008/table1");
  CHECK(study_name("/configs/old/configs/a.yml") == "a");
  CHECK(study_name("/x/../configs/./b/c.yaml") == "b/c");
  CHECK(study_name("/data/mine.yaml") == "mine");
}
