#include <fstream>
#include <sstream>

#include "tests/experiments/config/support/config_folder.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;

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
  CHECK(study.title == "Platt's method in Example 1");
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
      method + "  - {method: bracket" + method + examples("yaml").at(5));
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
