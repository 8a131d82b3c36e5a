#include <algorithm>

#include "results/format/render.hpp"
#include "results/report/panels/compose.hpp"
#include "results/report/tabulate.hpp"
#include "tests/results/report/handmade_data_sets.hpp"
#include "tests/results/report/occurrences.hpp"
#include "tests/results/report/table_readers.hpp"
#include "tests/results/report/xml_reader.hpp"
#include "tests/support/catch.hpp"

using namespace results;

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
  const Grid& grid = grid_titled(document, "ours on each of 3 data sets");
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
  const Grid& grid = grid_titled(document, "ours on each of");
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
  CHECK(grid_titled(document, "ours at each of 2 values of Classifier").rows.size() == 24);
  CHECK(
      has_line(lines_of(document, "Averages over an axis"), "infinite at 1 of 2 values of Classifier: RBF"));
}

TEST_CASE("the verdicts of an order study count pairs, in total and place by place", "[averaged]") {
  const Document document = compose(handmade::data_sets());
  const auto lines = lines_of(document, "Verdicts");
  REQUIRE_FALSE(lines.empty());
  CHECK(lines[0] == "Pairs of methods: 13 match, 1 off, 5 cannot tell.");
  CHECK(has_line(lines, "RBF, mCRE: 0 match, 1 off, 0 cannot tell; Spearman -1.00."));
  CHECK(has_line(lines, "over other data sets"));
  CHECK(document.counts[Verdict::match] == 13);
  CHECK(flat_row(grid_titled(document, "order of the methods"), 0) ==
        std::vector<std::string>{"4", "0.80", "6", "5", "0", "1"});
  CHECK(has_line(
      lines_of(document, "Order of the methods"),
      "off: RBF, mCRE: Platt's (0.020) is published below KLR (0.030); in ours it is above by 0.0100 "
      "(0.00006)."));
}

TEST_CASE("the cells of an order study stand beside the published ones without z", "[averaged]") {
  const Document document = compose(handmade::data_sets());
  CHECK(flat_row(grid_titled(document, "ruping2004/means: published against ours"), 0) ==
        std::vector<std::string>{"0.25", "0.2000 (0.00058)", "12", "--", "cannot tell"});
}

TEST_CASE("paired tests are a square beside the published counts, and say what could not be tested",
          "[averaged]") {
  const Document document = compose(handmade::data_sets());
  const Grid& grid = grid_titled(document, "paired t tests of MSE, Linear");
  CHECK(flat_row(grid, 2) == std::vector<std::string>{"2 (5)", "2", "0", "0"});
  const auto lines = lines_of(document, "Paired t tests");
  CHECK(has_line(lines, "on how many of 3 data sets the MSE of the row is significantly larger"));
  CHECK(has_line(lines, "two-sided, level 0.05); in parentheses what the paper prints, out of 11."));
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
    CHECK(occurrences(report, "ours on each of 3 data sets") >= 1);
    CHECK(occurrences(report, "order of the methods, published against ours") >= 1);
  }
}

TEST_CASE("of a study of which nothing has been run every format still has a report",
          "[averaged][degenerate]") {
  Results results = handmade::data_sets();
  results.rows = {};
  for (const Format format : {Format::text, Format::markdown, Format::latex, Format::csv, Format::html})
    CHECK_FALSE(render(results, format).empty());
  CHECK(lines_of(compose(results), "Verdicts").at(0) == "Pairs of methods: 0 match, 0 off, 19 cannot tell.");
}

TEST_CASE("degenerate replicates behind an average are named with their data set", "[averaged]") {
  Results results = handmade::data_sets();
  results.card.layout.average = Average::nondegenerate;
  const auto lines = lines_of(compose(results), "Degenerate replicates");
  CHECK(has_line(lines, "Beta, Linear, Wine: 1 of 4 left out (MSE infinite in 1, mCRE in 1)."));
  CHECK_FALSE(has_line(lines, "There is none"));
}
