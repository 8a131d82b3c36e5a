#include <cmath>
#include <map>

#include "core/contract.hpp"
#include "results/render/render.hpp"
#include "results/report/panels/compose.hpp"
#include "results/report/panels/misclassified.hpp"
#include "results/report/panels/paired_tests.hpp"
#include "results/report/table/tabulate.hpp"
#include "tests/core/oracles/fixture.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/results/report/handmade_data_sets.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

using Matrix = std::vector<std::vector<std::int32_t>>;
using handmade::inf;

Series of(const std::vector<double>& values) {
  Series out;
  for (const double value : values)
    out.push_back({static_cast<std::int32_t>(out.size()), value, Outcome::ok});
  return out;
}

Matrix larger(const TestMatrix& matrix) {
  Matrix out;
  for (const auto& row : matrix.cells) {
    out.emplace_back();
    for (const TestCount& count : row) out.back().push_back(count.larger);
  }
  return out;
}

Matrix untestable(const TestMatrix& matrix) {
  Matrix out;
  for (const auto& row : matrix.cells) {
    out.emplace_back();
    for (const TestCount& count : row) out.back().push_back(count.untestable);
  }
  return out;
}

double p_of(const std::vector<double>& a, const std::vector<double>& b) {
  return paired_t_test(paired_difference(of(a), of(b)), true);
}

PairedTests tests_of(const Results& results) {
  return paired_tests(results, *results.card.layout.panel("paired_tests"));
}

auto& asked(Results& results) {
  return handmade::request(results, "paired_tests").parameters;
}

} // namespace

TEST_CASE("a paired difference is over common replicates; infinite values leave it without a mean",
          "[paired_tests]") {
  const Summary plain = paired_difference(of({3, 5, 9, 100}), of({1, 2, 5}));
  CHECK(plain.mean == 3); // 2, 3, 4
  CHECK(plain.se == Approx(1 / std::sqrt(3.0)).epsilon(1e-15));
  CHECK(plain.used == 3);
  for (const double other : {inf, -inf, 7.0}) {
    const Summary one = paired_difference(of({3, inf, 9, 8}), of({1, other, 5, 4}));
    CHECK(std::isnan(one.mean));
    CHECK(std::isnan(one.se));
    CHECK(one.infinite == 1);
    CHECK(one.finite_mean == Approx(10.0 / 3));
  }
}

TEST_CASE("what has no t has no p: fewer than two pairs, an infinity, a constant difference",
          "[paired_tests][degenerate]") {
  CHECK(std::isnan(p_of({}, {})));
  CHECK(std::isnan(p_of({1}, {2})));
  CHECK(std::isnan(p_of({1, 2, inf}, {2, 3, 5})));
  CHECK(std::isnan(p_of({1, 2, 3}, {1, 2, 3})));
  CHECK(std::isnan(p_of({1.1, 2.1, 3.1}, {1, 2, 3}))); // constant but for rounding
  CHECK(p_of({1.1, 2.1, 3.2}, {1, 2, 3}) < 0.1);
  CHECK(p_of({1, 3}, {2, 2}) == 1);
}

TEST_CASE("each count is on how many data sets the row is significantly larger", "[paired_tests]") {
  const PairedTests tests = tests_of(handmade::data_sets());
  REQUIRE(tests.matrices.size() == 2);
  CHECK(tests.matrices[0].labels == std::vector<std::string>{"Linear"});
  // klr, platt, bins, beta; standard errors of the differences .001 to .003, t of 3.18 needed
  CHECK(larger(tests.matrices[0]) == Matrix{{0, 1, 0, 0}, {1, 0, 1, 0}, {2, 2, 0, 0}, {0, 2, 2, 0}});
  CHECK(larger(tests.matrices[1]) == Matrix{{0, 0, 0, 0}, {3, 0, 0, 0}, {3, 3, 0, 0}, {0, 0, 0, 0}});
}

TEST_CASE("differences that are infinite or constant are counted as untestable, equal replicates are not",
          "[paired_tests]") {
  Results results = handmade::data_sets();
  // klr and beta differ by the same amount in every replicate of Liver and Colon; beta is infinite on Wine
  CHECK(untestable(tests_of(results).matrices[0]) ==
        Matrix{{0, 0, 0, 3}, {0, 0, 0, 1}, {0, 0, 0, 1}, {3, 1, 1, 0}});
  for (auto& [metric, values] : results.rows.values)
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = results.rows.replicate[i];
  const PairedTests equal = tests_of(results);
  CHECK(untestable(equal.matrices[0]) == Matrix(4, std::vector<std::int32_t>(4)));
  CHECK(larger(equal.matrices[0]) == Matrix(4, std::vector<std::int32_t>(4)));
}

TEST_CASE("a one-sided test rejects more, a stricter level fewer", "[paired_tests]") {
  Results results = handmade::data_sets();
  // platt - bins on Colon: .01 with standard error .002, t = 5 on 3 degrees of freedom: p = .0154, two-sided
  asked(results)["alpha"] = {"0.01"};
  CHECK(larger(tests_of(results).matrices[0])[1][2] == 0);
  asked(results)["sides"] = {"one"};
  CHECK(larger(tests_of(results).matrices[0])[1][2] == 1);
  CHECK(larger(tests_of(results).matrices[0])[2][1] == 2);
}

TEST_CASE("the matrix has the methods that are asked for, in that order", "[paired_tests]") {
  Results results = handmade::data_sets();
  asked(results)["values"] = {"beta", "platt"};
  const PairedTests tests = tests_of(results);
  REQUIRE(tests.values.size() == 2);
  CHECK(tests.values[0].label == "Beta");
  CHECK(larger(tests.matrices[0]) == Matrix{{0, 2}, {0, 0}});
}

TEST_CASE("missing replicates are left out of both sides, a missing method cannot be tested",
          "[paired_tests][degenerate]") {
  Results results = handmade::data_sets();
  const std::int32_t setting = handmade::setting_at(results, "wine", "rbf", "platt");
  handmade::drop_replicates(results, setting, 2);
  CHECK(larger(tests_of(results).matrices[1])[1][0] == 3); // t = 58 on 1 degree of freedom: p = .011
  handmade::drop_replicates(results, setting, 1);
  CHECK(larger(tests_of(results).matrices[1])[1][0] == 2);
  CHECK(untestable(tests_of(results).matrices[1])[1][0] == 1);
  results.rows = {};
  CHECK(untestable(tests_of(results).matrices[1])[1][0] == 3);
}

TEST_CASE("published counts stand in their cells, and their correlation is off the diagonal only",
          "[paired_tests]") {
  Results results = handmade::data_sets();
  const TestMatrix linear = tests_of(results).matrices[0];
  CHECK(linear.cells[2][0].published == "5");
  CHECK(linear.cells[3][0].published.empty());
  // ours 1, 1, 2, 0 with published 2, 3, 5, 0
  CHECK(linear.correlation == Approx(5 / std::sqrt(2.0 * 13)).epsilon(1e-12));
  CHECK(std::isnan(tests_of(results).matrices[1].correlation));
  results.card.published_tests.push_back({{{"classifier", "linear"}}, "klr", "klr", "0"});
  CHECK(tests_of(results).matrices[0].correlation == linear.correlation);
}

TEST_CASE("tests of what is not computed are refused, and a card without a level of theirs",
          "[paired_tests]") {
  Results results = handmade::data_sets();
  asked(results)["of"] = {"gkl"};
  CHECK_THROWS_AS(tests_of(results), core::UserError);
  results = handmade::data_sets();
  asked(results).erase("alpha");
  CHECK_THROWS_WITH(tests_of(results), Catch::Contains("no 'alpha'"));
  asked(results)["alpha"] = {"five"};
  CHECK_THROWS_WITH(tests_of(results), Catch::Contains("no 'alpha'"));
}

namespace {

/// The paired differences of one sample of paired_sample.csv.
Summary difference_of(const std::string& sample) {
  Series a, b;
  for (const auto& row : tests::fixture("paired_sample.csv")) {
    if (row[0] != sample) continue;
    const auto replicate = static_cast<std::int32_t>(a.size());
    a.push_back({replicate, std::stod(row[1]), Outcome::ok});
    b.push_back({replicate, std::stod(row[2]), Outcome::ok});
  }
  return paired_difference(a, b);
}

} // namespace

TEST_CASE("p values of paired t tests are those of R's t.test", "[paired_tests][oracle]") {
  const auto rows = tests::fixture("paired_tests.csv");
  REQUIRE(rows.size() == 8);
  for (const auto& row : rows) {
    CAPTURE(row[0]);
    CHECK(paired_t_test(difference_of(row[0]), true) == Approx(std::stod(row[1])).epsilon(1e-9));
    CHECK(paired_t_test(difference_of(row[0]), false) == Approx(std::stod(row[2])).epsilon(1e-9));
  }
}

TEST_CASE("the comparison with R notices the other side", "[paired_tests][oracle]") {
  const auto row = tests::fixture("paired_tests.csv").at(2); // R's p against a larger a is .9995
  CHECK(paired_t_test(difference_of(row[0]), true) != Approx(std::stod(row[2])).epsilon(1e-3));
}

namespace {

/// b is a + 1, + 1, + 2, + 0: a difference of 1 with the standard error sqrt(2/3)/2. c lacks a replicate.
Results small() {
  const double nan = std::nan("");
  Results all =
      handmade::methods({{"a", {10, 20, 30, 40}}, {"b", {11, 21, 32, 40}}, {"c", {0, nan, 30, 90}}});
  all.card.layout.panels = {
      {"differences", {{"of", {"error_percent"}}, {"among", {"method"}}, {"from", {"a"}}}}};
  return all;
}

const Grid& grid_in(const Document& document) {
  for (const Grid& grid : document.grids)
    if (grid.title.find("minus that of") != std::string::npos) return grid;
  throw std::logic_error("no differences");
}

} // namespace

TEST_CASE("differences are taken replicate by replicate, and their errors are those of pairs",
          "[differences]") {
  const Document document = compose(small());
  const Grid& grid = grid_in(document);
  CHECK(grid.title == "zhang2013/small: TE % minus that of <a>, paired (Monte Carlo standard error)");
  REQUIRE(grid.heads[0].size() == 2);
  CHECK(grid.heads[0][0].text == "<b>");
  CHECK(flat(grid.rows[0].entries[0]) == "1.00 (0.408)"); // unpaired it would be 9.1
  CHECK(flat(grid.rows[0].entries[1]) == "13.33 (18.559) [3/4]");
}

TEST_CASE("differences: the reference may be any value, and the sign turns with it", "[differences]") {
  Results all = small();
  all.card.layout.panels[0].parameters["from"] = {"b"};
  const Document document = compose(all);
  CHECK(flat(grid_in(document).rows[0].entries[0]) == "-1.00 (0.408)");
}

TEST_CASE("differences: the long form names both methods", "[differences]") {
  std::size_t found = 0;
  for (const LongRow& row : compose(small()).long_form)
    if (row.metric == "error_percent_minus_a") {
      ++found;
      CHECK(row.at.at("method") != "a");
    }
  CHECK(found == 2);
}

TEST_CASE("differences: an infinite value leaves none, and a missing method is blank",
          "[differences][degenerate]") {
  Results all = small();
  all.rows.values["error_percent"][4] = std::numeric_limits<double>::infinity();
  CHECK(flat(grid_in(compose(all)).rows[0].entries[0]) == "--");
  all = small();
  std::erase_if(all.card.points, [](const Point& point) { return point.at.at("method") == "b"; });
  CHECK(flat(grid_in(compose(all)).rows[0].entries[0]) == "--");
}

TEST_CASE("differences: a reference without a place on a swept axis stands at every value of it",
          "[differences]") {
  Results all = small();
  all.card.axes.push_back({"k", "k", true, {{"1", "1"}, {"2", "2"}}});
  all.card.layout.rows = {"data", "k"};
  all.card.points[1].at["k"] = "1";
  all.card.points[2].at["k"] = "2";
  const Document document = compose(all);
  const Grid& grid = grid_in(document);
  REQUIRE(grid.rows.size() == 2);
  CHECK(flat(grid.rows[0].entries[0]) == "1.00 (0.408)");
  CHECK(flat(grid.rows[0].entries[1]) == "--");
  CHECK(flat(grid.rows[1].entries[1]) == "13.33 (18.559) [3/4]");
}

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
               {"method", "Method", false, {{"platt", "Platt"}, {"bracket", "Bracket"}}}};
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
  return misclassified_panel().panel({judge(all), all.card.layout.panels.at(0)});
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
  CHECK(grid.rows[2].labels == std::vector<std::string>{"Bracket", "none"});
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

namespace {

/// The hand-made study with the panel beside it.
Results ranked(const std::string& ties) {
  Results results = handmade::data_sets();
  results.card.layout.panels = {{"ranks",
                                 {{"over", {"data"}},
                                  {"among", {"method"}},
                                  {"values", {"beta", "klr", "platt", "bins"}},
                                  {"of", {"mse", "mcre"}},
                                  {"decimals", {"4"}},
                                  {"ties", {ties}}}}};
  return results;
}

/// Where a row of the long form stands; an averaged axis has no value.
Coordinates place_of(const LongRow& row) {
  Coordinates at = row.at;
  std::erase_if(at, [](const auto& one) { return one.second.empty(); });
  return at;
}

std::vector<Grid> grids_of(const Results& results) {
  std::vector<Grid> out;
  for (const Grid& grid : compose(results).grids)
    if (grid.title.find("average ranks") != std::string::npos) out.push_back(grid);
  return out;
}

} // namespace

TEST_CASE("the ranks beside a table are those that rank_over puts into it", "[ranks]") {
  for (const Ties ties : {Ties::smallest, Ties::average}) {
    Results results = ranked(ties == Ties::average ? "average" : "smallest");
    results.card.layout.rank_over->ties = ties;
    const Document document = compose(results);
    std::size_t compared = 0;
    for (const LongRow& row : document.long_form)
      for (const LongRow& other : document.long_form) {
        const bool same = row.metric == "rank_mse" && other.metric == "rank_mse" && &row != &other &&
                          place_of(other) == place_of(row) && !place_of(row).contains("data");
        if (!same) continue;
        ++compared;
        CHECK(std::stod(row.marginlab) == Approx(std::stod(other.marginlab)).margin(0.051));
      }
    CHECK(compared >= 8);
  }
}

TEST_CASE("there is a grid for each place of the other axes, its rows in the order asked for", "[ranks]") {
  const auto grids = grids_of(ranked("smallest"));
  REQUIRE(grids.size() == 2);
  CHECK(grids[0].title.ends_with("average ranks, Linear"));
  REQUIRE(grids[0].rows.size() == 4);
  CHECK(grids[0].rows[0].labels == std::vector<std::string>{"Beta"});
  CHECK(grids[0].columns() == 2);
}

TEST_CASE("average ranks among four values sum to ten, level ones included", "[ranks]") {
  for (const Grid& grid : grids_of(ranked("average"))) {
    double sum = 0;
    for (const GridRow& row : grid.rows) sum += std::stod(row.entries[0].text);
    CHECK(sum == Approx(1 + 2 + 3 + 4).margin(0.021)); // ties share the mean of the ranks they take up
  }
}

TEST_CASE("ranks by the average of ties say how far apart two must be, and which are not", "[ranks]") {
  const auto lines_of = [](const std::string& ties) {
    for (const Section& section : compose(ranked(ties)).sections)
      if (section.heading == "Which ranks differ") return section.lines;
    return std::vector<std::string>{};
  };
  const auto lines = lines_of("average");
  REQUIRE(lines.size() == 1 + 2 * 2); // two classifiers, two metrics
  CHECK(lines[1].find("Linear, ") == 0);
  CHECK(lines[1].find(": critical difference ") != std::string::npos);
  CHECK(lines[1].find("Platt's; ") != std::string::npos);
  CHECK(lines_of("smallest").empty());
}

TEST_CASE("a study that does not ask for ranks has no such grid", "[ranks]") {
  CHECK(grids_of(handmade::data_sets()).empty());
}
