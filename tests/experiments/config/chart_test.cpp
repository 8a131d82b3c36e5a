#include "experiments/catalog/methods.hpp"
#include "experiments/config/find_config.hpp"
#include "experiments/config/read_study.hpp"
#include "tests/experiments/config/support/config_folder.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;

namespace {

using Parameters = std::map<std::string, std::vector<std::string>>;

std::string with_chart(const std::string& chart) {
  return replaced(small_study, "layout:\n", "layout:\n  chart: " + chart + "\n");
}

} // namespace

TEST_CASE("a chart's labels are its columns unless given", "[spec]") {
  const auto layout = study_of(with_chart("{table: path, x: pi, y: [beta_0, w_1]}")).layout;
  REQUIRE(layout.panel("chart") != nullptr);
  CHECK(layout.panel("chart")->parameters == Parameters{{"table", {"path"}},
                                                        {"x", {"pi"}},
                                                        {"y", {"beta_0", "w_1"}},
                                                        {"labels", {"beta_0", "w_1"}},
                                                        {"x_label", {"pi"}},
                                                        {"replicate", {"0"}}});
  CHECK(study_of(small_study).layout.panels.empty());
}

TEST_CASE("every key of a chart arrives, and changes the resolved study", "[spec]") {
  const std::string plain = with_chart("{table: t, x: x, y: [y]}");
  for (const char* more : {"replicate: 3", "labels: ['y(x)']", "x_label: π", "y_label: value",
                           "marks: [here]", "facts: [slope]", "dots: {table: s, x: x, y: y}"}) {
    CAPTURE(more);
    const std::string text = with_chart("{table: t, x: x, y: [y], " + std::string(more) + "}");
    CHECK(resolved_json(study_of(text)) != resolved_json(study_of(plain)));
  }
  const auto layout = study_of(with_chart("{table: t, x: x, y: [y], replicate: 3, labels: ['y(x)'], "
                                          "x_label: π, y_label: value, marks: [here], facts: [slope], "
                                          "dots: {table: sample, x: x1, y: label}}"))
                          .layout;
  CHECK(layout.panel("chart")->parameters == Parameters{{"table", {"t"}},
                                                        {"x", {"x"}},
                                                        {"y", {"y"}},
                                                        {"replicate", {"3"}},
                                                        {"labels", {"y(x)"}},
                                                        {"x_label", {"π"}},
                                                        {"y_label", {"value"}},
                                                        {"marks", {"here"}},
                                                        {"facts", {"slope"}},
                                                        {"dots", {"sample", "x1", "label"}}});
}

TEST_CASE("misclassified is off unless it is switched on", "[spec]") {
  const auto with = [](const std::string& word) {
    return study_of(replaced(small_study, "layout:\n", "layout:\n  misclassified: " + word + "\n"));
  };
  CHECK(study_of(small_study).layout.panel("misclassified") == nullptr);
  CHECK(with("false").layout.panel("misclassified") == nullptr);
  CHECK(with("true").layout.panel("misclassified") != nullptr);
  CHECK(resolved_json(with("true")) != resolved_json(with("false")));
}

TEST_CASE("figure 1 of Rueping: both curves and the true log odds of 100 points, which are drawn", "[spec]") {
  const auto configs = std::filesystem::path(MARGINLAB_SOURCE_DIR) / "configs";
  const Study study = read_study(find_config("ruping2004/figure1", {configs}), {}, catalogue());
  CHECK(study.replications == 100);
  const results::PanelRequest* chart = study.layout.panel("chart");
  REQUIRE(chart != nullptr);
  CHECK(chart->list("y") == std::vector<std::string>{"svm", "klr", "truth"});
  CHECK(chart->word("dots") == "sample");
}

TEST_CASE("figure 1 of Wang et al.: one path of the linear machine, drawn with its three coefficients",
          "[spec]") {
  const auto configs = std::filesystem::path(MARGINLAB_SOURCE_DIR) / "configs";
  const Study study = read_study(find_config("wang2008/figure1", {configs}), {}, catalogue());
  CHECK(study.replications == 100);
  REQUIRE(study.methods.size() == 1);
  CHECK(core::canonical(study.methods[0].method) ==
        R"({"id":"solution_path","parameters":{"lambda":1},"revision":1})");
  CHECK(study.methods[0].tuning.id.empty());
  const results::PanelRequest* chart = study.layout.panel("chart");
  REQUIRE(chart != nullptr);
  CHECK(chart->list("y") == std::vector<std::string>{"beta_0", "w_1", "w_2"});
  CHECK(chart->list("marks") == std::vector<std::string>{"flat_until", "flat_from"});
}

TEST_CASE("figure 1 of Wang et al. has the samples of table 1", "[spec]") {
  const auto configs = std::filesystem::path(MARGINLAB_SOURCE_DIR) / "configs";
  const Study figure = read_study(find_config("wang2008/figure1", {configs}), {}, catalogue());
  const Study table = read_study(find_config("wang2008/table1", {configs}), {}, catalogue());
  CHECK(figure.seed == table.seed);
  CHECK(core::canonical(figure.data[0].choice) == core::canonical(table.data[0].choice));
}
