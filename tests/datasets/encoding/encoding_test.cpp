#include <cmath>
#include <limits>

#include "core/random/stream.hpp"
#include "datasets/encoding/column_code.hpp"
#include "datasets/encoding/genes.hpp"
#include "datasets/encoding/inputs.hpp"
#include "datasets/encoding/labels.hpp"
#include "datasets/encoding/standardise.hpp"
#include "tests/datasets/refusal.hpp"
#include "tests/support/catch.hpp"

using namespace datasets::encoding;
using Names = std::vector<std::string>;
using Rows = std::vector<std::int64_t>;
using datasets::encoding::class_coding;
using datasets::encoding::classes_of;
using datasets::encoding::coded;
using datasets::encoding::Inputs;
using datasets::encoding::inputs_of;
using datasets::encoding::positions_of;
using datasets::encoding::standardisation_of;
using datasets::encoding::Words;
using datasets::readers::RawTable;

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
  CHECK_THAT(refused(wrong), Catch::StartsWith("new.csv:3: column 3 ('colour') is 'green', a word without an "
                                               "indicator. Those known here are 'blue', 'red'. "));
  wrong = new_table();
  wrong.columns[0].numbers[0] = 3;
  CHECK_THAT(refused(wrong), Catch::StartsWith("new.csv:2: column 1 ('size') is '3', a word"));
}

TEST_CASE("a word where the first file had numbers is refused", "[datasets][encoding][degenerate]") {
  RawTable wrong = new_table();
  wrong.columns[1] = {.name = "width", .words = {"7", "wide"}};
  CHECK_THAT(refused(wrong),
             Catch::StartsWith("new.csv:3: column 2 ('width') is 'wide', which is not a number. "));
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
        "new.csv:3: column 2 ('width') is -1e+308. The squares of numbers beyond 1e100 leave double "
        "precision. Rescale the column, or treat the value as missing with missing=-1e+308.");
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
        "old.csv:3: column 1 ('width') is 5e-324, and the column differs by no more than 5e-324. Squares of "
        "differences below 1e-140 are 0 in double precision. Rescale the column, or leave it out with "
        "ignore.");
  table.columns[0].numbers = {1e-200, 2e-200, -1e-200};
  CHECK_THAT(said(), Catch::StartsWith("old.csv:3: column 1 ('width') is 2e-200"));
  table.columns[0].numbers = {5e-324, 5e-324, 5e-324};
  CHECK(said() == "accepted");
  table.columns[0].numbers = {5e-324, 0, 1};
  CHECK(said() == "accepted");
}

namespace {

RawTable table() {
  return {"t.csv",
          {{.name = "width", .numbers = {1, 2, 3}},
           {.name = "colour", .words = {"red", "blue", "red"}, .declared = {"red", "green", "blue"}},
           {.name = "town", .words = {"b", "", "a"}}},
          {2, 3, 5}};
}

/// The word each row had, from the indicators called column=word.
Names decoded(const Inputs& inputs, const std::string& column) {
  Names words(static_cast<std::size_t>(inputs.x.rows()));
  for (std::size_t j = 0; j < inputs.names.size(); ++j)
    for (Eigen::Index i = 0; i < inputs.x.rows(); ++i)
      if (inputs.names[j].starts_with(column + "=") && inputs.x(i, static_cast<Eigen::Index>(j)) == 1)
        words[static_cast<std::size_t>(i)] += inputs.names[j].substr(column.size() + 1);
  return words;
}

} // namespace

TEST_CASE("words become indicators of what is declared or of what occurs, numbers stay", "[datasets]") {
  const auto declared = inputs_of(table(), {0, 1, 2}, Words::declared);
  CHECK(declared.names == Names{"width", "colour=red", "colour=green", "colour=blue", "town=a", "town=b"});
  CHECK(declared.x ==
        (core::Matrix(3, 6) << 1, 1, 0, 0, 0, 1, 2, 0, 0, 1, 0, 0, 3, 1, 0, 0, 1, 0).finished());
  const auto occurring = inputs_of(table(), {0, 1}, Words::occurring);
  CHECK(occurring.names == Names{"width", "colour=red", "colour=blue"});
  CHECK(inputs_of(table(), {0}, Words::refused).x.col(0) == core::Vector::LinSpaced(3, 1, 3));
}

TEST_CASE("words as integers are numbered by the alphabet among those that occur", "[datasets]") {
  const auto inputs = inputs_of(table(), {0, 1}, Words::integer);
  CHECK(inputs.names == Names{"width", "colour"});
  CHECK(inputs.x == (core::Matrix(3, 2) << 1, 2, 2, 1, 3, 2).finished());    // blue 1, red 2, no green
  CHECK_THROWS_AS(inputs_of(table(), {2}, Words::integer), core::UserError); // a town is missing
}

TEST_CASE("indicators decode to the words they were made of, whatever these are", "[datasets][property]") {
  core::Stream stream("encoding");
  for (int trial = 0; trial < 50; ++trial) {
    RawTable made{.file = "made"};
    for (int j = 0; j < 3; ++j) {
      auto& column = made.columns.emplace_back();
      column.name = "c" + std::to_string(j);
      for (int i = 0; i < 20; ++i) column.words.push_back("w" + std::to_string(stream.below(7)));
      if (j == 1) column.declared = {"w6", "w5", "w4", "w3", "w2", "w1", "w0", "never"};
    }
    for (const Words words : {Words::declared, Words::occurring}) {
      const auto inputs = inputs_of(made, {0, 1, 2}, words);
      for (const auto& column : made.columns) CHECK(decoded(inputs, column.name) == column.words);
    }
  }
}

TEST_CASE("a field that is no number, or missing, is refused with file, line, column and text",
          "[datasets]") {
  auto broken = table();
  CHECK(tests::refusal([&] { inputs_of(broken, {0, 1}, Words::refused); }) ==
        "t.csv:2: column 2 ('colour') is 'red', which is not a number. Correct it, treat it as missing with "
        "missing='red', or make words inputs with encoding=occurring.");
  broken.columns[1].words = {"1", "", "red"};
  CHECK(tests::refusal([&] { inputs_of(broken, {1}, Words::refused); })
            .ends_with(
                "column 2 ('colour') is 'red', which is not a number. Correct it, treat it as missing with "
                "missing='red', or make words inputs with encoding=occurring."));
  broken.columns[1].words = {"", "", ""};
  CHECK(tests::refusal([&] {
          inputs_of(broken, {1}, Words::refused);
        }).starts_with("t.csv:2: column 2 ('colour') is empty, as all of its column. Leave it out"));
  broken.columns[0].numbers[2] = std::numeric_limits<double>::quiet_NaN();
  CHECK(tests::refusal([&] { inputs_of(broken, {0}, Words::declared); }) ==
        "t.csv:5: column 1 ('width') is missing. A method needs every number. Say if_missing=omit, median or "
        "indicator, or mend the file.");
}

TEST_CASE("sequences become a column a position with the letters declared", "[datasets]") {
  RawTable sequences{"s.data", {{.name = "dna", .words = {"ac", "gt"}}}, {1, 2}};
  const auto columns = positions_of(sequences, 0, "acgt");
  REQUIRE(columns.size() == 2);
  CHECK(columns[1].words == Names{"c", "t"});
  CHECK(columns[1].declared == Names{"a", "c", "g", "t"});
  sequences.columns[0].words[1] = "gn";
  CHECK(tests::refusal([&] { positions_of(sequences, 0, "acgt"); }) ==
        "s.data:2: column 1 ('dna') has 'n', which is none of the letters acgt. Correct the row.");
  sequences.columns[0].words[1] = "g";
  CHECK(tests::refusal([&] { positions_of(sequences, 0, "acgt"); }) ==
        "s.data:2: column 1 ('dna') is 'g' of 1 letters, but the first has 2. Correct the row.");
}

namespace {

const Names classes{"1", "2", "3", "1", "4"};

std::string refused(const std::string& positive, const std::string& negative) {
  return tests::refusal([&] { coded(classes, class_coding(positive, negative), "t.csv"); });
}

} // namespace

TEST_CASE("classes are coded against the rest, or against named ones with the others left out",
          "[datasets]") {
  const auto rest = coded(classes, class_coding("1", "rest"), "t.csv");
  CHECK(rest.rows == Rows{0, 1, 2, 3, 4});
  CHECK(rest.y == (core::Vector(5) << 1, -1, -1, 1, -1).finished());
  const auto pair = coded(classes, class_coding("2, 4", "1"), "t.csv");
  CHECK(pair.rows == Rows{0, 1, 3, 4});
  CHECK(pair.y == (core::Vector(4) << -1, 1, -1, 1).finished());
  CHECK(coded(classes, class_coding("+1.0", "rest"), "t.csv").y == rest.y);
}

TEST_CASE("numbers that are classes are called by their shortest decimal", "[datasets]") {
  CHECK(classes_of({"t", {{.name = "y", .numbers = {6, -1, 0.5}}}, {}}, 0) == Names{"6", "-1", "0.5"});
  CHECK(tests::refusal([] {
          classes_of({"t", {{.name = "y", .numbers = {6, std::numeric_limits<double>::quiet_NaN()}}}, {4, 9}},
                     0);
        }) ==
        "t:9: column 1 ('y') is missing. A row without its class teaches nothing. Remove the row, or say "
        "if_missing=omit.");
}

TEST_CASE("a coding that does not fit the file is refused, with the classes there are", "[datasets]") {
  CHECK(refused("5", "rest") ==
        "t.csv: no class '5'. There are 1 (2 rows), 2 (1 row), 3 (1 row), 4 (1 row). Name one of these, or "
        "another column of classes with target=COLUMN.");
  CHECK(refused("1", "yes").starts_with("t.csv: no class 'yes'"));
  CHECK(refused("1,2", "2") == "t.csv: class '2' is positive and negative. A class has one sign. Keep one.");
  CHECK(refused("1,2,3,4", "rest").starts_with("t.csv: all 5 rows have one sign"));
  CHECK(refused(",", "rest").starts_with("t.csv: all 5 rows have one sign"));
}

TEST_CASE("of many classes a message shows five and the count", "[datasets]") {
  Names many;
  for (int k = 0; k < 50; ++k) many.push_back("c" + std::to_string(10 + k));
  const std::string said = tests::refusal([&] { coded(many, class_coding("c99", "rest"), "t.csv"); });
  CHECK_THAT(said, Catch::Contains("c14 (1 row) and 45 more. Name"));
  CHECK_THAT(said, !Catch::Contains("c15"));
}

TEST_CASE("standardised columns have mean 0 and variance 1 with divisor n - 1", "[datasets]") {
  const core::Matrix x = (core::Matrix(4, 2) << 1, 1e6, 2, 2e6, 4, -1e6, 9, 3e6).finished();
  const core::Matrix z = standardisation_of(x).applied_to(x);
  for (Eigen::Index j = 0; j < 2; ++j) {
    CHECK(z.col(j).mean() == Approx(0).margin(1e-15));
    CHECK(z.col(j).squaredNorm() / 3 == Approx(1));
  }
}

TEST_CASE("a constant column becomes 0 and stays finite where it is not constant", "[datasets]") {
  const core::Matrix x = core::Matrix::Constant(3, 1, 0.1);
  const auto by = standardisation_of(x);
  CHECK(by.applied_to(x) == core::Matrix::Zero(3, 1));
  CHECK(by.applied_to(core::Matrix::Constant(1, 1, 1.1))(0, 0) == Approx(1));
  CHECK(
      standardisation_of(core::Matrix::Constant(1, 1, 5)).applied_to(core::Matrix::Constant(1, 1, 5))(0, 0) ==
      0);
}

TEST_CASE("genes are limited to [100, 16000] and kept where they vary strictly more than 5-fold and by 500",
          "[datasets]") {
  // ratio 5 exactly; difference 500 exactly; both beyond; beyond only before the limits
  const core::Matrix x = (core::Matrix(2, 4) << 200, 100, -50, 20, 1000, 600, 20000, 90).finished();
  CHECK(datasets::encoding::varying_genes(x) == std::vector<Eigen::Index>{2});
  CHECK(datasets::encoding::filtered_genes(x) == (core::Matrix(2, 1) << 2, std::log10(16000.0)).finished());
}

TEST_CASE(
    "a part that differs by less than squares can tell is taken for constant, and stays finite elsewhere",
    "[datasets][degenerate]") {
  core::Matrix x(3, 1), other(2, 1);
  x << 0, 1e-200, 2e-200;
  other << 1, 1e100;
  const auto by = standardisation_of(x);
  CHECK(by.scale(0) == 1);
  CHECK(by.applied_to(x).cwiseAbs().maxCoeff() <= 2e-200);
  CHECK(by.applied_to(other).allFinite());
}
