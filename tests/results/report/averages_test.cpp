#include <algorithm>
#include <cmath>

#include "results/render/render.hpp"
#include "results/report/grids.hpp"
#include "results/report/panels/compose.hpp"
#include "results/report/panels/heat_map.hpp"
#include "results/report/table/tabulate.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/results/report/handmade_data_sets.hpp"
#include "tests/results/report/occurrences.hpp"
#include "tests/results/report/table_readers.hpp"
#include "tests/support/catch.hpp"

using namespace results;
using handmade::inf;

namespace {

TableCell mean_cell(const Results& results, const std::string& classifier, const std::string& method,
                    const std::string& metric) {
  std::optional<TableCell> out;
  for_each_cell(tabulate(results), [&](const TableRow&, const TableColumn&, const TableCell& one) {
    if (one.at.at("classifier") == classifier && one.at.at("method") == method && one.metric == metric)
      out = one;
  });
  return out.value();
}

Part part(double mean, double se, std::int32_t used = 4) {
  Part out{"d", 0};
  out.ours.mean = out.ours.finite_mean = mean;
  out.ours.se = out.ours.finite_se = se;
  out.ours.used = used;
  return out;
}

} // namespace

TEST_CASE("a mean over data sets is unweighted, its error the root of the sum of squares over their number",
          "[mean_over]") {
  const Summary mean = mean_over({part(1, 0.3), part(2, 0.4, 400), part(6, 1.2)});
  CHECK(mean.mean == 3);
  CHECK(mean.se == Approx(1.3 / 3).epsilon(1e-15)); // .09 + .16 + 1.44 = 1.69
  CHECK(mean.used == 408);
}

TEST_CASE("the order of the data sets changes no bit of their mean", "[mean_over]") {
  std::vector<Part> parts{part(0.1, 0.01), part(1e-9, 0.3), part(0.7, 1e-7), part(1e8, 0.02)};
  const Summary one = mean_over(parts);
  std::reverse(parts.begin(), parts.end());
  CHECK(mean_over(parts).mean == one.mean);
  CHECK(mean_over(parts).se == one.se);
}

TEST_CASE("an infinite part makes the mean infinite and leaves the mean of the others", "[mean_over]") {
  const Summary mean = mean_over({part(1, 0.3), part(inf, std::nan("")), part(2, 0.4)});
  CHECK(mean.mean == inf);
  CHECK(std::isnan(mean.se));
  CHECK(mean.finite_mean == 1.5);
  CHECK(mean.finite_se == Approx(0.25).epsilon(1e-15));
  CHECK(std::isnan(mean_over({part(inf, 0), part(-inf, 0)}).mean));
}

TEST_CASE("a data set without a value leaves no mean, however many others have one",
          "[mean_over][degenerate]") {
  const Summary mean = mean_over({part(1, 0.3), part(std::nan(""), std::nan(""), 0), part(inf, 0)});
  CHECK(std::isnan(mean.mean));
  CHECK(std::isnan(mean.se));
  CHECK(mean.finite_mean == 1);
  CHECK(std::isnan(mean_over({}).mean));
}

TEST_CASE("a data set of one replicate leaves the mean without an error", "[mean_over][degenerate]") {
  const Summary mean = mean_over({part(1, 0.3), part(2, std::nan(""), 1)});
  CHECK(mean.mean == 1.5);
  CHECK(std::isnan(mean.se));
}

TEST_CASE("each cell is the mean over its data sets, and knows them in the order of the axis",
          "[mean_over]") {
  const TableCell klr = mean_cell(handmade::data_sets(), "linear", "klr", "mse");
  CHECK(klr.ours.mean == Approx(0.2).epsilon(1e-14));
  CHECK(klr.ours.se == Approx(0.001 / std::sqrt(3.0)).epsilon(1e-12));
  CHECK(klr.ours.used == 12);
  CHECK(klr.planned == 12);
  REQUIRE(klr.parts.size() == 3);
  CHECK(klr.parts[1].value == "wine");
  CHECK(klr.parts[1].ours.mean == Approx(0.2).epsilon(1e-14));
  CHECK_FALSE(klr.at.contains("data"));
  const TableCell beta = mean_cell(handmade::data_sets(), "linear", "beta", "mse");
  CHECK(beta.ours.mean == inf);
  CHECK(beta.ours.infinite == 1);
  CHECK(beta.ours.finite_mean == Approx(0.45).epsilon(1e-14));
}

TEST_CASE("a published number without a data set finds the mean over them; one with a data set finds none",
          "[mean_over]") {
  Results results = handmade::data_sets();
  CHECK(mean_cell(results, "linear", "platt", "mse").published.value == "0.20");
  CHECK(tabulate(results).unplaced == 0);
  results.card.published.push_back(
      {{{"data", "liver"}, {"classifier", "linear"}, {"method", "platt"}}, "mse", "0.1", ""});
  CHECK(tabulate(results).unplaced == 1);
}

TEST_CASE("means that are comparable as values are judged by z", "[mean_over]") {
  Results results = handmade::data_sets();
  results.card.published_comparable = Comparable::value;
  const TableCell bins = mean_cell(results, "linear", "bins", "mse");
  CHECK(bins.agreement.verdict == Verdict::off); // .2167 against .30
  CHECK(bins.agreement.z < -3);
  CHECK(mean_cell(results, "rbf", "klr", "mse").agreement.verdict == Verdict::match);
  CHECK(mean_cell(results, "linear", "beta", "mse").agreement.verdict == Verdict::match); // both infinite
}

TEST_CASE("a missing replicate is counted, a missing data set leaves no mean", "[mean_over]") {
  Results results = handmade::data_sets();
  const std::int32_t setting = handmade::setting_at(results, "wine", "linear", "klr");
  handmade::drop_replicates(results, setting, 2);
  CHECK(mean_cell(results, "linear", "klr", "mse").ours.used == 10);
  CHECK(mean_cell(results, "linear", "klr", "mse").planned == 12);
  CHECK(mean_cell(results, "linear", "klr", "mse").ours.mean == Approx(0.2).epsilon(1e-12)); // unweighted
  handmade::drop_replicates(results, setting, 0);
  CHECK(std::isnan(mean_cell(results, "linear", "klr", "mse").ours.mean));
  CHECK(mean_cell(results, "linear", "klr", "mse").ours.finite_mean == Approx(0.2).epsilon(1e-14));
}

TEST_CASE("over nondegenerate replicates the mean of the data sets is finite", "[mean_over]") {
  Results results = handmade::data_sets();
  results.card.layout.average = Average::nondegenerate;
  const TableCell beta = mean_cell(results, "linear", "beta", "mse");
  CHECK(std::isfinite(beta.ours.mean));
  CHECK(beta.ours.degenerate == 1);
  CHECK(beta.planned == 12);
}

TEST_CASE("over one data set the mean is its mean", "[mean_over][degenerate]") {
  Results results = handmade::data_sets();
  std::erase_if(results.card.points, [](const Point& point) { return point.at.at("data") != "colon"; });
  const TableCell platt = mean_cell(results, "linear", "platt", "mse");
  CHECK(platt.ours.mean == Approx(0.31).epsilon(1e-14));
  CHECK(platt.ours.se == Approx(0.002).epsilon(1e-12));
  CHECK(platt.parts.size() == 1);
}

TEST_CASE("a method without a place on the averaged axis is shown as it is", "[mean_over][degenerate]") {
  Results results = handmade::data_sets();
  auto& points = results.card.points;
  std::erase_if(points, [](const Point& point) {
    return point.at.at("method") == "platt" && point.at.at("data") != "wine";
  });
  for (Point& point : points)
    if (point.at.at("method") == "platt") point.at.erase("data");
  results.card.layout.rank_over.reset();
  results.card.layout.metrics = {"mse"};
  const TableCell platt = mean_cell(results, "linear", "platt", "mse");
  CHECK(platt.ours.mean == Approx(0.19).epsilon(1e-14));
  CHECK(platt.parts.empty());
  CHECK(platt.planned == 4);
  CHECK(mean_cell(results, "linear", "klr", "mse").parts.size() == 3);
}

namespace {

/// The handmade Table 2 with the neighbourhoods collapsed.
Results collapsed() {
  Results results = handmade::table2();
  results.card.layout.columns = {"method"};
  results.card.layout.best_over = "neighbours";
  return results;
}

const TableCell& cell(const Table& table, std::size_t row, const std::string& method,
                      const std::string& metric) {
  for (std::size_t c = 0; c < table.columns.size(); ++c)
    if (table.columns[c].at.at("method") == method && table.columns[c].metric.name == metric)
      return *table.rows.at(row).cells[c];
  throw std::logic_error("no such column");
}

/// Gives one setting these values of a metric.
void set(Results& results, std::int32_t setting, const std::string& metric,
         const std::vector<double>& values) {
  auto& column = results.rows.values.at(metric);
  std::copy(values.begin(), values.end(), column.begin() + 5 * setting);
}

} // namespace

TEST_CASE("each metric shows its own best value of the collapsed axis, nondegenerate replicates only",
          "[best_over]") {
  const Table table = tabulate(collapsed());
  REQUIRE(table.columns.size() == 6);
  REQUIRE(table.rows.size() == 2);
  // Example 1: gkl .600, .580 over 4 of 5, .580 over 5: the level one over more replicates
  CHECK(cell(table, 0, "nn", "gkl").chosen == "16");
  CHECK(cell(table, 0, "nn", "gkl").ours.mean == Approx(0.58).epsilon(1e-14));
  CHECK(cell(table, 0, "nn", "gkl").ours.used == 5);
  // test error .240, .230 over 4, .230 over 5
  CHECK(cell(table, 0, "nn", "test_error").chosen == "16");
  // Example 2: no average of gkl at any value; test errors .090, .088, .108 over all replicates
  CHECK(std::isnan(cell(table, 1, "nn", "gkl").ours.mean));
  CHECK(cell(table, 1, "nn", "gkl").chosen.empty());
  CHECK(cell(table, 1, "nn", "test_error").chosen == "9");
  CHECK(cell(table, 1, "nn", "test_error").ours.mean == Approx(0.088).epsilon(1e-14));
}

TEST_CASE("fewer replicates neither win nor lose against a worse average", "[best_over]") {
  Results results = collapsed();
  set(results, 2, "gkl", {0.59, 0.58, 0.57, 0.59, 0.58}); // 16 neighbours: .582, over one more than 9
  CHECK(cell(tabulate(results), 0, "nn", "gkl").chosen == "9");
  set(results, 2, "gkl", {0.579, 0.58, 0.57, 0.59, 0.578}); // .5794, level with .580 to two digits only
  CHECK(cell(tabulate(results), 0, "nn", "gkl").chosen == "16");
  results.card.layout.decimals = 1; // .6 everywhere: most replicates, then the first
  CHECK(cell(tabulate(results), 0, "nn", "gkl").chosen == "4");
}

TEST_CASE("where larger is better the largest average is chosen", "[best_over]") {
  Results results = collapsed();
  results.card.metrics[1].smaller_is_better = false;
  CHECK(cell(tabulate(results), 1, "nn", "test_error").chosen == "16");
}

TEST_CASE("over all replicates an infinite average loses to every finite one", "[best_over]") {
  Results results = collapsed();
  results.card.layout.average = Average::all;
  CHECK(cell(tabulate(results), 0, "nn", "gkl").chosen == "16");
  CHECK(std::isinf(cell(tabulate(results), 1, "nn", "gkl").ours.mean));
  CHECK(cell(tabulate(results), 1, "nn", "gkl").chosen.empty());
}

TEST_CASE("methods without a place on the collapsed axis are shown as they are", "[best_over]") {
  Results wide = handmade::table2();
  const Table table = tabulate(collapsed()), plain = tabulate(wide);
  CHECK(cell(table, 0, "plr", "gkl").chosen.empty());
  CHECK(cell(table, 0, "plr", "gkl").ours.mean == cell(plain, 0, "plr", "gkl").ours.mean);
}

TEST_CASE("points that are one computation leave nothing to choose", "[best_over]") {
  Results results = collapsed();
  for (Point& point : results.card.points)
    if (point.at.contains("neighbours")) point.setting = point.at.at("data") == "example1" ? 0 : 5;
  CHECK(cell(tabulate(results), 0, "nn", "gkl").chosen.empty());
  CHECK(cell(tabulate(results), 0, "nn", "gkl").ours.mean == Approx(0.6));
}

TEST_CASE("published numbers have no place on the collapsed axis; one that has is counted as left over",
          "[best_over]") {
  Results results = collapsed();
  CHECK(tabulate(results).unplaced == 0);
  CHECK(cell(tabulate(results), 0, "nn", "gkl").published.value == "0.582");
  results.card.published.push_back(
      {{{"data", "example1"}, {"method", "nn"}, {"neighbours", "9"}}, "gkl", "0.5", ""});
  CHECK(tabulate(results).unplaced == 1);
}

TEST_CASE("an improvement is between the best values of what it is the improvement of", "[best_over]") {
  Results results = collapsed();
  results.card.layout.improvement = Improvement{.of = "test_error", .axis = "method", .over = "nn"};
  results.card.layout.metrics = {"test_error", "improvement_percent"};
  results.card.layout.best = "";
  const Table table = tabulate(results);
  // Example 2: 9 neighbours .088 over all five, ours .068
  CHECK(cell(table, 1, "bracket", "improvement_percent").ours.mean ==
        Approx(100 * (1 - 0.068 / 0.088)).epsilon(1e-12));
}

TEST_CASE("a heat map over other axes ignores the collapsed one", "[best_over]") {
  Results results = collapsed();
  const auto maps = heat_maps(tabulate(results), results.card, {"data", "method"});
  REQUIRE(maps.size() == 2);
  CHECK(maps[0].cells[0][0]->ours.mean == Approx(0.58));
}

TEST_CASE("the choice stands beside the number and is called optimistic under the table", "[best_over]") {
  const Results results = collapsed();
  const Table table = tabulate(results);
  CHECK(flat(paper_grid(table).rows[0].entries[0]) == "0.580 (0.0071) k = 16");
  CHECK(flat(paper_grid(table).rows[1].entries[0]) == "-- [0/5]");
  CHECK(flat(paper_grid(table).rows[0].entries[2]) == "0.578 (0.0037)");
  bool said = false;
  for (const Section& section : compose(results).sections)
    for (const std::string& line : section.lines)
      said = said || (line.find("k in {4, 9, 16}") != std::string::npos &&
                      line.find("optimistic") != std::string::npos);
  CHECK(said);
}

namespace {

const Grid& grid_titled(const Document& document, const std::string& part) {
  for (const Grid& grid : document.grids)
    if (grid.title.find(part) != std::string::npos) return grid;
  throw std::logic_error("no grid is titled " + part);
}

std::vector<std::string> lines_of(const Document& document, const std::string& heading) {
  for (const Section& section : document.sections)
    if (section.heading == heading) return section.lines;
  return {};
}

bool has_line(const std::vector<std::string>& lines, const std::string& part) {
  return std::any_of(lines.begin(), lines.end(),
                     [&](const std::string& line) { return line.find(part) != std::string::npos; });
}

std::vector<std::string> flat_row(const Grid& grid, std::size_t row) {
  std::vector<std::string> out;
  for (const Entry& entry : grid.rows.at(row).entries) out.push_back(flat(entry));
  return out;
}

/// The CSV record that begins with these fields.
std::vector<std::string> record(const std::string& csv, const std::vector<std::string>& beginning) {
  for (const auto& fields : read_back::csv_records(csv))
    if (std::equal(beginning.begin(), beginning.end(), fields.begin())) return fields;
  return {};
}

} // namespace

TEST_CASE("below the table the report shows each data set in the table's shape", "[averaged]") {
  const Document document = compose(handmade::data_sets());
  const Grid& grid = grid_titled(document, "marginlab on each of 3 data sets");
  REQUIRE(grid.rows.size() == 12);
  CHECK(grid.rows[5].labels == std::vector<std::string>{"Wine", "Platt's"});
  CHECK(grid.stub == std::vector<std::string>{"Data", "Method"});
  CHECK(flat_row(grid, 5) == std::vector<std::string>{"0.1900 (0.00200)", "0.0190 (0.00020)", "1", "1",
                                                      "0.2000 (0.00200)", "0.0200 (0.00020)", "2", "2"});
  CHECK(flat_row(grid, 7)[0] == "inf");
}

TEST_CASE("a shared rank that is no integer is shown with its half", "[averaged]") {
  Results results = handmade::data_sets();
  results.card.layout.rank_over->ties = Ties::average;
  const Document document = compose(results);
  const Grid& grid = grid_titled(document, "marginlab on each of");
  CHECK(flat_row(grid, 0)[2] == "1.5");
  CHECK(flat_row(grid, 2)[2] == "3.0");
}

TEST_CASE("a note says on which data sets a mean is infinite and what the others say", "[averaged]") {
  Results results = handmade::data_sets();
  handmade::drop_replicates(results, handmade::setting_at(results, "colon", "linear", "beta"), 0);
  const auto lines = lines_of(compose(results), "Averages over an axis");
  CHECK(has_line(lines,
                 "Beta, Linear, MSE: infinite on 1 of 3 data sets: Wine; no value on 1 of 3 data sets: "
                 "Colon; mean over the other 1: 0.4000 (0.00100)."));
  CHECK(has_line(lines, "Beta, RBF, MSE: infinite on 3 of 3 data sets: Liver, Wine, Colon."));
  CHECK(has_line(lines,
                 "KLR, Linear, Rank by MSE: no rank on 1 of 3 data sets: Colon; mean over the other 2: "
                 "1.50 (0.500)."));
  CHECK_FALSE(has_line(lines, "KLR, Linear, MSE"));
}

TEST_CASE("other axes than data are spoken of as values", "[averaged]") {
  Results results = handmade::data_sets();
  results.card.layout.rank_over.reset();
  results.card.layout.panels.clear();
  results.card.layout.rows = {"data", "method"};
  results.card.layout.columns = {};
  results.card.layout.mean_over = "classifier";
  results.card.layout.metrics = {"mse"};
  const Document document = compose(results);
  CHECK(grid_titled(document, "marginlab at each of 2 values of Classifier").rows.size() == 24);
  CHECK(
      has_line(lines_of(document, "Averages over an axis"), "infinite at 1 of 2 values of Classifier: RBF"));
}

TEST_CASE("the verdicts of an order study count pairs, in total and place by place", "[averaged]") {
  const Document document = compose(handmade::data_sets());
  const auto lines = lines_of(document, "Verdicts");
  REQUIRE_FALSE(lines.empty());
  CHECK(lines[0] ==
        "13 pairs of methods stand as published, 5 the other way round (1 by more than 3 errors of the "
        "difference), 1 is level.");
  CHECK(has_line(lines, "RBF, mCRE: 0 same, 1 opposite (1 beyond 3 errors), 0 level; Spearman -1.00."));
  CHECK(has_line(lines, "over other data sets"));
  CHECK(document.counts[Verdict::match] == 13);
  CHECK(flat_row(grid_titled(document, "order of the methods"), 0) ==
        std::vector<std::string>{"4", "0.80", "6", "5", "1", "0", "0"});
  CHECK(has_line(
      lines_of(document, "Order of the methods"),
      "off: RBF, mCRE: Platt's (0.020) is published below KLR (0.030); marginlab has it above by 0.0100 "
      "(0.00006)."));
}

TEST_CASE("the cells of an order study stand beside the published ones without z", "[averaged]") {
  const Document document = compose(handmade::data_sets());
  CHECK(flat_row(grid_titled(document, "ruping2004/means: published against marginlab"), 0) ==
        std::vector<std::string>{"0.25", "0.2000 (0.00058)", "12", "--", "cannot tell"});
}

TEST_CASE("paired tests are a square beside the published counts, and say what could not be tested",
          "[averaged]") {
  const Document document = compose(handmade::data_sets());
  const Grid& grid = grid_titled(document, "paired t tests of MSE, Linear");
  CHECK(flat_row(grid, 2) == std::vector<std::string>{"2 (5)", "2", "0", "0"});
  const auto lines = lines_of(document, "Paired t tests");
  CHECK(has_line(lines, "on how many of 3 data sets the MSE of the row is significantly larger"));
  CHECK(has_line(lines, "two-sided, level 0.05). In parentheses stands what the paper prints, out of 11."));
  CHECK(has_line(lines, "Linear: correlation with the published counts off the diagonal 0.98."));
  CHECK(has_line(lines, "Linear: 5 comparisons cannot be tested"));
  CHECK(has_line(lines, "KLR and Beta on 3, Platt's and Beta on 1, Bin-10 and Beta on 1."));
}

TEST_CASE("CSV has the averages, their parts, the pairs and the tests", "[averaged]") {
  const std::string csv = render(handmade::data_sets(), Format::csv);
  CHECK(record(csv, {"", "linear", "klr", "mse"}) ==
        std::vector<std::string>{"", "linear", "klr", "mse", "0.25", "", "0.2000", "0.00058", "12", "12", "",
                                 "cannot tell", "", ""});
  CHECK(record(csv, {"wine", "linear", "platt", "mse"}) ==
        std::vector<std::string>{"wine", "linear", "platt", "mse", "", "", "0.1900", "0.00200", "4", "4", "",
                                 "not published", "", ""});
  CHECK(record(csv, {"colon", "linear", "platt", "rank_mse"})[6] == "3.0");
  CHECK(record(csv, {"", "rbf", "klr", "mcre_minus_platt"}) ==
        std::vector<std::string>{"", "rbf", "klr", "mcre_minus_platt", "0.0100", "", "-0.0100", "0.00006", "",
                                 "", "-173.21", "off", "", ""});
  CHECK(record(csv, {"", "linear", "bins", "mse_above_klr"}) ==
        std::vector<std::string>{"", "linear", "bins", "mse_above_klr", "5", "", "2", "", "3", "3", "", "",
                                 "", ""});
  for (const auto& fields : read_back::csv_records(csv)) CHECK(fields.size() == 14);
}

TEST_CASE("every format has the tests, the order and the data sets", "[averaged]") {
  const Results results = handmade::data_sets();
  const xml::Element page = xml::read(render(results, Format::html));
  CHECK(page.all("table").size() == 6); // table, order, data sets, two squares, comparison
  for (const Format format : {Format::text, Format::markdown, Format::latex}) {
    const std::string report = render(results, format);
    CHECK(occurrences(report, "paired t tests of MSE, RBF") >= 1);
    CHECK(occurrences(report, "marginlab on each of 3 data sets") >= 1);
    CHECK(occurrences(report, "order of the methods, published against marginlab") >= 1);
  }
}

TEST_CASE("of a study of which nothing has been run every format still has a report",
          "[averaged][degenerate]") {
  Results results = handmade::data_sets();
  results.rows = {};
  for (const Format format : {Format::text, Format::markdown, Format::latex, Format::csv, Format::html})
    CHECK_FALSE(render(results, format).empty());
  CHECK(lines_of(compose(results), "Verdicts").at(0) ==
        "0 pairs of methods stand as published, 0 the other way round, 19 are level.");
}

TEST_CASE("degenerate replicates behind an average are named with their data set", "[averaged]") {
  Results results = handmade::data_sets();
  results.card.layout.average = Average::nondegenerate;
  const auto lines = lines_of(compose(results), "Degenerate replicates");
  CHECK(has_line(lines, "Beta, Linear, Wine: 1 of 4 left out (MSE infinite in 1, mCRE in 1)."));
  CHECK_FALSE(has_line(lines, "There is none"));
}
