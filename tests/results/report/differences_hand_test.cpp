#include "results/report/panels/compose.hpp"
#include "tests/results/report/handmade_methods.hpp"
#include "tests/support/catch.hpp"

using namespace results;

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
    if (row.fields[0] == "error_percent_minus_a") {
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
