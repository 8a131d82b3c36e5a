#include "results/report/panels/compose.hpp"
#include "tests/results/report/handmade_methods.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

/// 20 rates on 10 points: multiples of a half percent.
Results small(const std::vector<Published>& printed) {
  Results all = handmade::methods({{"a", {10, 20, 0}}, {"b", {10, 10, 10}}, {"c", {0, 10, 0}}});
  for (double& points : all.rows.values["test_points"]) points = 10;
  all.card.published = printed;
  all.card.published_replications = 20;
  all.card.published_attainable = "test_points";
  return all;
}

const Grid* grid_of(const Document& document) {
  for (const Grid& grid : document.grids)
    if (grid.title.find("no study of 20") != std::string::npos) return &grid;
  return nullptr;
}

std::string note_of(const Document& document) {
  for (const Section& section : document.sections)
    if (section.heading == "Attainable numbers") return section.lines.at(0);
  return "";
}

} // namespace

TEST_CASE("printed error rates that cannot be are listed with the nearest that can, the others are not",
          "[attainable][checker]") {
  const Document document = compose(small(
      {handmade::printed("a", "1.10"), handmade::printed("b", "1.25"), handmade::printed("c", "1.50")}));
  const Grid* grid = grid_of(document);
  REQUIRE(grid != nullptr);
  REQUIRE(grid->rows.size() == 2);
  CHECK(grid->rows[0].labels.back() == "<a>");
  CHECK(grid->rows[0].entries[0].text == "1.10");
  CHECK(grid->rows[0].entries[1].text == "10");
  CHECK(grid->rows[0].entries[2].text == "1.0000");
  CHECK(grid->rows[0].entries[3].text == "no");
  CHECK(grid->rows[1].entries[3].text == "only if ties count half");
  CHECK_THAT(note_of(document), Catch::Contains("Of 3 printed rates 3 are printed finely enough") &&
                                    Catch::Contains("1 cannot be such a mean, 1 only if ties count half"));
}

TEST_CASE("a table whose numbers can all be has the note and no list; one that is not asked has neither",
          "[attainable]") {
  Results all = small({handmade::printed("a", "1.50")});
  CHECK(grid_of(compose(all)) == nullptr);
  CHECK_THAT(note_of(compose(all)), Catch::Contains("0 cannot be such a mean"));
  all.card.published_attainable.clear();
  CHECK(note_of(compose(all)).empty());
}

TEST_CASE("a cell whose replicates have different test points is not asked, and counted", "[attainable]") {
  Results all = small({handmade::printed("a", "1.10")});
  all.rows.values["test_points"][1] = 11;
  const Document document = compose(all);
  CHECK(grid_of(document) == nullptr);
  CHECK_THAT(note_of(document), Catch::Contains("Of 0 printed rates"));
}
