#include "datasets/encoding/column_code.hpp"

#include "tests/datasets/refusal.hpp"
#include "tests/support/catch.hpp"

using namespace datasets::encoding;
using datasets::readers::RawTable;
using Names = std::vector<std::string>;

namespace {

RawTable old_table() {
  return {"old.csv",
          {{.name = "width", .numbers = {1, 2, 3}},
           {.name = "colour", .words = {"red", "blue", "red"}},
           {.name = "size", .words = {"1", "2", "x"}}},
          {2, 3, 4}};
}

std::vector<ColumnCode> old_codes() {
  return codes_of(old_table(), {0, 1, 2}, Words::occurring);
}

/// A table whose columns stand in another order, without every word and with a column of numbers where the
/// words were.
RawTable new_table() {
  return {"new.csv",
          {{.name = "size", .numbers = {2, 1}},
           {.name = "width", .numbers = {7, 8}},
           {.name = "colour", .words = {"red", ""}}},
          {2, 3}};
}

std::string refused(const RawTable& table) {
  return tests::refusal([&] { encoded(table, {1, 2, 0}, old_codes()); });
}

} // namespace

TEST_CASE("another file is encoded as the first one was, whatever words it lacks", "[datasets][encoding]") {
  const Inputs inputs = encoded(new_table(), {1, 2, 0}, old_codes());
  CHECK(inputs.names == Names{"width", "colour=blue", "colour=red", "size=1", "size=2", "size=x"});
  core::Matrix expected(2, 6);
  expected << 7, 0, 1, 0, 1, 0, // size 2
      8, 0, 0, 1, 0, 0;         // no colour is no indicator
  CHECK(inputs.x == expected);
}

TEST_CASE("the file the codes come from is encoded as inputs_of does it", "[datasets][encoding][oracle]") {
  const Inputs one = encoded(old_table(), {0, 1, 2}, old_codes()),
               other = inputs_of(old_table(), {0, 1, 2}, Words::occurring);
  CHECK(one.names == other.names);
  CHECK(one.x == other.x);
}

TEST_CASE("a word without an indicator is refused with its place and the words that have one",
          "[datasets][encoding][degenerate]") {
  RawTable wrong = new_table();
  wrong.columns[2].words[1] = "green";
  CHECK_THAT(refused(wrong), Catch::StartsWith("new.csv:3: column 3 ('colour') is 'green' (a word without an "
                                               "indicator; those known here are 'blue', 'red') "));
  wrong = new_table();
  wrong.columns[0].numbers[0] = 3;
  CHECK_THAT(refused(wrong), Catch::StartsWith("new.csv:2: column 1 ('size') is '3' (a word"));
}

TEST_CASE("a word where the first file had numbers is refused", "[datasets][encoding][degenerate]") {
  RawTable wrong = new_table();
  wrong.columns[1] = {.name = "width", .words = {"7", "wide"}};
  CHECK_THAT(refused(wrong), Catch::StartsWith("new.csv:3: column 2 ('width') is 'wide' (the inputs are "));
}

TEST_CASE("a column in which every word is missing gives no input", "[datasets][encoding][degenerate]") {
  const RawTable empty{"e.csv", {{.name = "town", .words = {"", ""}}}, {}};
  CHECK(codes_of(empty, {0}, Words::occurring).front().is_number == false);
  CHECK(inputs_of(empty, {0}, Words::occurring).x.cols() == 0);
}

TEST_CASE("a number whose square leaves double precision is refused with its row and column",
          "[datasets][encoding][degenerate]") {
  RawTable table = new_table();
  table.columns[1].numbers = {7, -1e308};
  CHECK(refused(table) ==
        "new.csv:3: column 2 ('width') is -1e+308 (sums of squares of numbers beyond 1e100 leave double "
        "precision) rescale the column, or name the mark of a missing value in 'missing'");
  table.columns[1].numbers = {1e100, 5e-324};
  CHECK(refused(table) == "accepted");
}

TEST_CASE(
    "a column that differs by less than squares can tell is refused, a constant one and a tiny number are "
    "not",
    "[datasets][encoding][degenerate]") {
  RawTable table = old_table();
  const auto said = [&] { return tests::refusal([&] { codes_of(table, {0}, Words::occurring); }); };
  table.columns[0].numbers = {0, 5e-324, 0};
  CHECK(said() ==
        "old.csv:3: column 1 ('width') is 5e-324, and the column differs by no more than 5e-324 (squares of "
        "differences below 1e-140 are 0 in double precision) rescale the column, or leave it out");
  table.columns[0].numbers = {1e-200, 2e-200, -1e-200};
  CHECK_THAT(said(), Catch::StartsWith("old.csv:3: column 1 ('width') is 2e-200"));
  table.columns[0].numbers = {5e-324, 5e-324, 5e-324};
  CHECK(said() == "accepted");
  table.columns[0].numbers = {5e-324, 0, 1};
  CHECK(said() == "accepted");
}
