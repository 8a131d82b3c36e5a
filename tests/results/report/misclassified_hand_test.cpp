#include "results/format/render.hpp"
#include "results/report/panels/misclassified.hpp"
#include "results/report/tabulate.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

/// Two methods on one data set of four observations, of which the rows 1 to 3 are tested.
Results three_points() {
  Results all;
  StudyCard& card = all.card;
  card.study = "wang2008/small";
  card.title = "A small study";
  card.replications = 1;
  card.axes = {{"data", "Data", false, {{"leukaemia", "Leukaemia"}}},
               {"classifier", "Classifier", false, {{"svm", "SVM"}}},
               {"method", "Method", false, {{"platt", "Platt"}, {"bracket", "Our"}}}};
  card.settings = {{"0000000000000000000000000000000a", "{}"}, {"0000000000000000000000000000000b", "{}"}};
  card.points = {{{{"data", "leukaemia"}, {"classifier", "svm"}, {"method", "platt"}}, 0},
                 {{{"data", "leukaemia"}, {"classifier", "svm"}, {"method", "bracket"}}, 1}};
  card.metrics = {{"test_error", "TE", "test error", true}};
  card.layout.rows = {"classifier"};
  card.layout.columns = {"method"};
  card.layout.metrics = {"test_error"};
  card.layout.panels = {{"misclassified"}};
  card.observation_names = {{"leukaemia", {"patient 7", "patient 60", "patient 39", "patient 66"}}};
  all.rows.setting = {0, 1};
  all.rows.replicate = {0, 0};
  all.rows.outcome = {0, 0};
  all.rows.seconds = {1, 1};
  all.rows.values = {{"test_error", {0.5, 0}}};
  all.rows.series["prediction"] = {{0, 0, 0, 1, 1, 1},
                                   {{"observation", {1, 2, 3, 1, 2, 3}},
                                    {"label", {1, -1, 1, 1, -1, 1}},
                                    {"probability", {0.025, 0.025, 0.5, 0.975, 0.25, 0.75}}}};
  return all;
}

Panel panel_of(const Results& all) {
  const Table table = tabulate(all);
  return misclassified_panel().panel({all, table, all.card.layout.panels.at(0)});
}

} // namespace

TEST_CASE("what is on the wrong side of 1/2, or at it, is listed by its name; what is right is not",
          "[misclassified]") {
  const MisclassifiedList list = misclassified(three_points());
  REQUIRE(list.places.size() == 2);
  REQUIRE(list.axes.size() == 1);
  CHECK(list.axes[0].name == "method");
  CHECK(list.places[0].labels == std::vector<std::string>{"Platt"});
  REQUIRE(list.places[0].points.size() == 2);
  CHECK(list.places[0].points[0].name == "patient 60");
  CHECK(list.places[0].points[0].probability == 0.025);
  CHECK(list.places[0].points[0].label == 1);
  CHECK(list.places[0].points[1].name == "patient 66");
  CHECK(list.places[1].points.empty());
  CHECK(list.places[1].has_predictions);
}

TEST_CASE("without names observations are called by their row, counted from 1", "[misclassified]") {
  Results all = three_points();
  all.card.observation_names.clear();
  CHECK(misclassified(all).places[0].points[0].name == "row 2");
  all.card.observation_names = {{"another", {"a", "b", "c", "d"}}};
  CHECK(misclassified(all).places[0].points[0].name == "row 2");
}

TEST_CASE("the grid has a line for each, and one that says none or not stored", "[misclassified]") {
  Results all = three_points();
  Grid grid = panel_of(all).grids.at(0);
  REQUIRE(grid.rows.size() == 3);
  CHECK(grid.stub == std::vector<std::string>{"Method", "Observation"});
  CHECK(grid.rows[0].labels == std::vector<std::string>{"Platt", "patient 60"});
  CHECK(grid.rows[0].entries[0].text == "+1");
  CHECK(grid.rows[0].entries[1].text == "0.025");
  CHECK(grid.rows[2].labels == std::vector<std::string>{"Our", "none"});
  CHECK(panel_of(all).notes.at(0).lines.size() == 1);
  all.rows.series.clear();
  grid = panel_of(all).grids.at(0);
  REQUIRE(grid.rows.size() == 2);
  CHECK(grid.rows[0].labels.back() == "not stored");
  CHECK(panel_of(all).notes.at(0).lines.size() == 2);
}

TEST_CASE("of several replicates each line names its own", "[misclassified]") {
  Results all = three_points();
  all.card.replications = 2;
  const Grid grid = panel_of(all).grids.at(0);
  CHECK(grid.stub == std::vector<std::string>{"Method", "Replicate", "Observation"});
  CHECK(grid.rows[0].labels == std::vector<std::string>{"Platt", "0", "patient 60"});
}

TEST_CASE("every format but the picture has the list where the layout asks, and none where it does not",
          "[misclassified][report]") {
  Results all = three_points();
  for (const Format format : {Format::text, Format::markdown, Format::latex, Format::html, Format::csv}) {
    const std::string report = render(all, format);
    CHECK(report.find("patient 60") != std::string::npos);
    CHECK(report.find("patient 39") == std::string::npos);
  }
  CHECK(render(all, Format::csv)
            .find("\r\nleukaemia,svm,platt,misclassified patient 60 of replicate 0,,,0.025,,,,,,,\r\n") !=
        std::string::npos);
  all.card.layout.panels.clear();
  for (const Format format : {Format::text, Format::markdown, Format::latex, Format::html, Format::csv})
    CHECK(render(all, format).find("patient") == std::string::npos);
}
