#include "experiments/catalog/methods.hpp"
#include "experiments/config/find_config.hpp"
#include "experiments/config/read_study.hpp"
#include "tests/experiments/config/support/config_folder.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;

namespace {

std::string with_chart(const std::string& chart) {
  return replaced(small_study, "layout:\n", "layout:\n  chart: " + chart + "\n");
}

} // namespace

TEST_CASE("a chart's labels are its columns unless given", "[spec]") {
  const auto chart = study_of(with_chart("{table: path, x: pi, y: [beta_0, w_1]}")).layout.chart;
  REQUIRE(chart);
  CHECK(chart->table == "path");
  CHECK(chart->x == "pi");
  CHECK(chart->y == std::vector<std::string>{"beta_0", "w_1"});
  CHECK(chart->labels == chart->y);
  CHECK(chart->x_label == "pi");
  CHECK(chart->y_label.empty());
  CHECK(chart->replicate == 0);
  CHECK(chart->marks.empty());
  CHECK_FALSE(study_of(small_study).layout.chart);
}

TEST_CASE("every key of a chart arrives, and changes the resolved study", "[spec]") {
  const std::string plain = with_chart("{table: t, x: x, y: [y]}");
  for (const char* more : {"replicate: 3", "labels: ['y(x)']", "x_label: π", "y_label: value",
                           "marks: [here]", "facts: [slope]", "dots: {table: s, x: x, y: y}"}) {
    CAPTURE(more);
    const std::string text = with_chart("{table: t, x: x, y: [y], " + std::string(more) + "}");
    CHECK(resolved_json(study_of(text)) != resolved_json(study_of(plain)));
  }
  const auto chart = study_of(with_chart("{table: t, x: x, y: [y], replicate: 3, labels: ['y(x)'], "
                                         "x_label: π, y_label: value, marks: [here], facts: [slope], "
                                         "dots: {table: sample, x: x1, y: label}}"))
                         .layout.chart;
  CHECK(chart->replicate == 3);
  CHECK(chart->labels == std::vector<std::string>{"y(x)"});
  CHECK(chart->x_label == "π");
  CHECK(chart->y_label == "value");
  CHECK(chart->marks == std::vector<std::string>{"here"});
  CHECK(chart->facts == std::vector<std::string>{"slope"});
  REQUIRE(chart->dots);
  CHECK(chart->dots->table == "sample");
  CHECK(chart->dots->x == "x1");
  CHECK(chart->dots->y == "label");
}

TEST_CASE("misclassified is off unless it is switched on", "[spec]") {
  const auto with = [](const std::string& word) {
    return study_of(replaced(small_study, "layout:\n", "layout:\n  misclassified: " + word + "\n"));
  };
  CHECK_FALSE(study_of(small_study).layout.misclassified);
  CHECK_FALSE(with("false").layout.misclassified);
  CHECK(with("true").layout.misclassified);
  CHECK(resolved_json(with("true")) != resolved_json(with("false")));
}

TEST_CASE("figure 1 of Rueping: both curves and the true log odds of 100 points, which are drawn", "[spec]") {
  const auto configs = std::filesystem::path(MARGINLAB_SOURCE_DIR) / "configs";
  const Study study = read_study(find_config("ruping2004/figure1", {configs}), {}, catalogue());
  CHECK(study.replications == 100);
  REQUIRE(study.layout.chart);
  CHECK(study.layout.chart->y == std::vector<std::string>{"svm", "klr", "truth"});
  REQUIRE(study.layout.chart->dots);
  CHECK(study.layout.chart->dots->table == "sample");
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
  REQUIRE(study.layout.chart);
  CHECK(study.layout.chart->y == std::vector<std::string>{"beta_0", "w_1", "w_2"});
  CHECK(study.layout.chart->marks == std::vector<std::string>{"flat_until", "flat_from"});
}

TEST_CASE("figure 1 of Wang et al. has the samples of table 1", "[spec]") {
  const auto configs = std::filesystem::path(MARGINLAB_SOURCE_DIR) / "configs";
  const Study figure = read_study(find_config("wang2008/figure1", {configs}), {}, catalogue());
  const Study table = read_study(find_config("wang2008/table1", {configs}), {}, catalogue());
  CHECK(figure.seed == table.seed);
  CHECK(core::canonical(figure.data[0].choice) == core::canonical(table.data[0].choice));
}
