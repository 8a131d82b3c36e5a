#include <cmath>

#include "results/report/diff/text.hpp"
#include "tests/results/store/hdf5/example_study.hpp"
#include "tests/support/catch.hpp"

// Wrong answers first: every way in which two files can differ is seen.
using namespace results;

namespace {

/// The one cell in which a changed copy differs from the original.
DifferingCell only_difference(void (*change)(Results&)) {
  const Results one = example_results(4);
  Results other = one;
  change(other);
  const CellComparison cells = compare_cells(one, other, 10);
  REQUIRE(cells.different == 1);
  REQUIRE(cells.first.size() == 1);
  CHECK(cells.same + 1 == one.rows.size());
  CHECK_FALSE(cells.is_equal());
  return cells.first[0];
}

std::size_t row_with(const Rows& rows, Outcome outcome) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows.outcome[i] == static_cast<std::int32_t>(outcome)) return i;
  throw std::logic_error("no such row");
}

} // namespace

TEST_CASE("a last bit, a sign of zero, a NaN, an outcome, an error each make a cell differ",
          "[diff][checker]") {
  DifferingCell cell =
      only_difference([](Results& r) { r.rows.values["gkl"][0] = std::nextafter(0.0, 1.0); });
  CHECK(cell.values[0].name == "gkl");
  CHECK(cell.values[0].b == "5e-324");
  cell = only_difference([](Results& r) { r.rows.values["cre"][1] = 0.0; }); // -0.0 is stored
  CHECK(cell.values[0].a == "-0");
  CHECK(cell.key.replicate == 1);
  cell = only_difference([](Results& r) { r.rows.values["lambda"][0] = std::nan(""); });
  CHECK(cell.values[0].b == "nan");
  cell = only_difference([](Results& r) { r.rows.outcome[0] = 1; });
  CHECK(cell.values[0].name == "status");
  CHECK(cell.values[0].b == "not_converged");
  cell = only_difference([](Results& r) { r.failures[0].error += "."; });
  CHECK(cell.values[0].name == "error");
  cell = only_difference([](Results& r) { r.failures[0].stage = "tune"; });
  CHECK(cell.values[0].name == "stage");
}

TEST_CASE("a number of a series and its length make a cell differ", "[diff][checker]") {
  DifferingCell cell =
      only_difference([](Results& r) { r.rows.series["criterion"].columns["value"][2] = 7; });
  CHECK(cell.values[0].name == "criterion.value[2]");
  CHECK(cell.values[0].a == "inf");
  cell = only_difference([](Results& r) {
    SeriesTable& path = r.rows.series["path"];
    path.row.pop_back();
    for (auto& [name, column] : path.columns) column.pop_back();
  });
  CHECK(cell.values[0].name == "path.pi");
  CHECK_THAT(cell.values[0].a, Catch::EndsWith("numbers"));
}

TEST_CASE("a failure that only one file has is a different status", "[diff][checker]") {
  const Results one = example_results(4);
  Results other = one;
  const std::size_t row = row_with(one.rows, Outcome::failed);
  other.rows.outcome[row] = 0;
  std::erase_if(other.failures, [&](const Failure& failure) { return failure.key == one.failures[0].key; });
  const CellComparison cells = compare_cells(one, other, 10);
  CHECK(cells.different == 1);
  CHECK(cells.first[0].values[0].a == "failed");
}

TEST_CASE("cells that one file alone has are counted, by common settings and others", "[diff][checker]") {
  const Results one = example_results(4);
  const std::size_t settings = one.card.settings.size();
  CellComparison cells = compare_cells(one, example_results(7), 10);
  CHECK(cells.only_a == 0);
  CHECK(cells.only_b == 3 * settings);
  CHECK_FALSE(cells.is_equal());
  Results other = one;
  other.card.settings[0].key = std::string(32, 'e');
  cells = compare_cells(one, other, 10);
  CHECK(cells.others_a == 4);
  CHECK(cells.others_b == 4);
  CHECK(cells.same == 4 * (settings - 1));
  CHECK_FALSE(cells.is_equal());
}

TEST_CASE("a file is equal to itself, in any order of settings and whatever else than results differs",
          "[diff]") {
  const Results one = example_results(4);
  CellComparison cells = compare_cells(one, one, 10);
  CHECK(cells.is_equal());
  CHECK(cells.same == one.rows.size());
  Results other = one;
  for (double& seconds : other.rows.seconds) seconds *= 3;
  for (Failure& failure : other.failures) {
    failure.replay.clear();
    failure.signal = 9;
    failure.stderr_tail = "elsewhere";
  }
  other.provenance.clear();
  other.rows.values["never"] = std::vector<double>(one.rows.size(), std::nan(""));
  CHECK(compare_cells(one, other, 10).is_equal());
  StudyCard card = example_card(4);
  std::reverse(card.settings.begin(), card.settings.end());
  CHECK(compare_cells(one, assemble(card, example_records(example_card(4))), 10).is_equal());
  CHECK(compare_cells({}, {}, 10).is_equal());
}

TEST_CASE("the first few differing cells are listed with both values and the command to see one again",
          "[diff]") {
  const Results one = example_results(4);
  Results other = one;
  for (double& value : other.rows.values["lambda"]) value += 1;
  const CellComparison cells = compare_cells(one, other, 2);
  REQUIRE(cells.first.size() == 2);
  const std::string text = cells_text(cells, {one, other, "runs/a", "b.h5"});
  CHECK_THAT(text, Catch::Contains("lambda: A 1, B 2\n"));
  CHECK_THAT(text, Catch::Contains("marginlab replay runs/a " + cells.first[0].key.text() + "\n"));
  CHECK_THAT(text, Catch::Contains("  and " + std::to_string(cells.different - 2) + " more\n"));
}
