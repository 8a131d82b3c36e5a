#include "results/page/cell_explanation.hpp"

#include <algorithm>
#include <cmath>

#include "results/report/table/tabulate.hpp"
#include "results/report/verdicts/blocks.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

/// The paragraphs about the cell of this address, as one text.
std::string text_of(const Results& results, const std::string& address) {
  const Table table = tabulate(results);
  const std::vector<CellFacts> cells = cell_facts(results, table, blocks(results, table));
  const auto found =
      std::find_if(cells.begin(), cells.end(), [&](const auto& cell) { return cell.address == address; });
  REQUIRE(found != cells.end());
  std::string out;
  for (const std::string& paragraph : explanation_of(results, *found, "runs/a b")) out += paragraph + "\n";
  return out;
}

/// The handmade table with a setting behind the first number.
Results with_setting(const std::string& canonical) {
  Results all = handmade::table();
  all.card.settings.front().canonical = canonical;
  auto& lambdas = all.rows.values["lambda"];
  lambdas.assign(all.rows.size(), 0.5);
  lambdas[1] = 2;
  all.rows.values["worst_relative_gap"].assign(all.rows.size(), 2e-9);
  all.rows.values["fits"].assign(all.rows.size(), 30);
  return all;
}

std::string first_address(const Results& results) {
  const Table table = tabulate(results);
  for (const CellFacts& cell : cell_facts(results, table, blocks(results, table)))
    if (cell.cell.setting == 0) return cell.address;
  return "";
}

} // namespace

TEST_CASE("an explanation names data, method, fits, tuning, mean and the paper's number", "[page]") {
  const Results all = with_setting(
      R"({"data":{"id":"a/source","parameters":{"n_train":30}},"classifier":{"id":"svm","parameters":{}},)"
      R"("method":{"id":"platt","parameters":{"folds":[1,2]}},"seed":5,)"
      R"("tuning":{"id":"cross_validation","parameters":{"lambda":[0.1,1,10,100,1000]}}})");
  const std::string text = text_of(all, first_address(all));
  CHECK_THAT(text, Catch::Contains("own draw or split of a/source (n_train: 30)."));
  CHECK_THAT(text, Catch::Contains("the method platt (folds: 1, 2) with the classifier svm. 120 fits"));
  CHECK_THAT(text, Catch::Contains("The largest relative duality gap of any is 2e-09."));
  CHECK_THAT(text, Catch::Contains("by cross_validation (lambda: 5 values from 0.1 to 1000). It came to lie "
                                   "between 0.5 and 2."));
  CHECK_THAT(text, Catch::Contains("The mean of 4 replications is "));
  CHECK_THAT(text, Catch::Contains("Again: marginlab replay 'runs/a b' "));
}

TEST_CASE("an explanation of an untuned cell says so, and of an unprinted number too", "[page]") {
  Results all = with_setting(R"({"tuning":{"id":"fixed","parameters":{"lambda":1}}})");
  all.card.published.clear();
  const std::string text = text_of(all, first_address(all));
  CHECK_THAT(text, Catch::Contains("Tuning: none. What is tuned elsewhere is fixed (lambda: 1)."));
  CHECK_THAT(text, Catch::Contains("Comparison: the paper prints no number here."));
}

TEST_CASE("a setting of a hundred thousand lists within lists is explained without its depth",
          "[page][degenerate]") {
  constexpr std::size_t depth = 100'000;
  const Results all = with_setting(R"({"data":{"id":"deep","parameters":{"a":)" + std::string(depth, '[') +
                                   std::string(depth, ']') + "}}}");
  CHECK_THAT(text_of(all, first_address(all)), Catch::Contains("of deep (a: as stored)."));
}

TEST_CASE("every cell of every study has an explanation, whatever its setting says", "[page][degenerate]") {
  const char* const settings[] = {"",     "no JSON",         "[]", "{\"data\":3,\"method\":{\"id\":7}}",
                                  "null", "{\"tuning\":{}}", "{}"};
  for (const char* canonical : settings)
    for (Results all : {handmade::table(), handmade::sweep(), handmade::hostile(), handmade::table2(),
                        handmade::readings()}) {
      for (Setting& setting : all.card.settings) setting.canonical = canonical;
      const Table table = tabulate(all);
      for (const CellFacts& cell : cell_facts(all, table, blocks(all, table))) {
        const auto paragraphs = explanation_of(all, cell, "runs/x");
        CHECK(paragraphs.size() >= 3);
        for (const std::string& paragraph : paragraphs) CHECK(paragraph.size() > 10);
      }
    }
}

TEST_CASE("an explanation gives the printed number, z, the verdict and the cause of the block", "[page]") {
  const Results all = handmade::readings();
  const Table table = tabulate(all);
  int judged = 0;
  for (const CellFacts& cell : cell_facts(all, table, blocks(all, table))) {
    if (!cell.verdict) continue;
    ++judged;
    const std::string text = text_of(all, cell.address);
    CHECK_THAT(text, Catch::Contains(" prints " + cell.cell.published.value + " with the standard error " +
                                     cell.cell.published.se));
    CHECK_THAT(text, Catch::Contains("The verdict is " + cell.word + "."));
    CHECK((text.find(" combined standard errors") != std::string::npos) ==
          std::isfinite(cell.cell.agreement.z));
    CHECK((text.find("Why its block differs: ") != std::string::npos) == !cell.because.empty());
  }
  CHECK(judged > 0);
}
