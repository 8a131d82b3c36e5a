#include "datasets/encoding/filling.hpp"

#include <limits>

#include "datasets/encoding/column_code.hpp"
#include "datasets/encoding/labels.hpp"
#include "datasets/readers/csv.hpp"
#include "tests/datasets/refusal.hpp"
#include "tests/support/catch.hpp"

using namespace datasets::encoding;

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

datasets::readers::RawTable gappy_table() {
  return datasets::readers::read_csv({"t.csv", "age,town\n1,a\n,b\n5,\n3,b\n"},
                                     {.header = datasets::readers::Header::first_line});
}

Inputs inputs(MissingFields missing) {
  return inputs_of(gappy_table(), {0, 1}, Words::occurring, missing);
}

} // namespace

TEST_CASE(
    "a missing number is filled by the median of the rows learned from, a missing word by the commonest",
    "[datasets]") {
  const core::Matrix x = (core::Matrix(4, 3) << 1, 1, 0, none, 0, 1, 5, none, none, 3, 0, 1).finished();
  const Filling filling = filling_of(x, {0, 1, 1});
  CHECK(filling.value == core::Vector((core::Vector(3) << 3, 0, 1).finished()));
  CHECK(filling.applied_to(x).row(1)(0) == 3);
  CHECK(filling.applied_to(x).row(2) == (core::Matrix(1, 3) << 5, 0, 1).finished());
  CHECK(filling_of(core::Matrix::Constant(2, 1, none), {0}).value(0) == 0);
  CHECK(filling_of((core::Matrix(2, 1) << 1, 2).finished(), {0}).value(0) == 1.5);
}

TEST_CASE("words commonest among the rows learned from are filled in where none of these misses one",
          "[datasets]") {
  const core::Matrix x = (core::Matrix(3, 2) << 1, 0, 0, 1, 0, 1).finished();
  CHECK(filling_of(x, {4, 4}).value == core::Vector((core::Vector(2) << 0, 1).finished()));
}

TEST_CASE("missing words follow the policy of missing numbers", "[datasets]") {
  CHECK_THAT(tests::refusal([] { inputs_of(gappy_table(), {1}, Words::occurring, MissingFields::refused); }),
             Catch::Contains("t.csv:4: column 2 ('town') is missing"));
  const Inputs kept = inputs(MissingFields::kept);
  CHECK(kept.names == std::vector<std::string>{"age", "town=a", "town=b"});
  CHECK(kept.group == std::vector<std::size_t>{0, 1, 1});
  CHECK(std::isnan(kept.x(1, 0)));
  CHECK(std::isnan(kept.x(2, 1)));
  CHECK(std::isnan(kept.x(2, 2)));
}

TEST_CASE("an indicator marks what is missing in a column of numbers as in one of words", "[datasets]") {
  const Inputs marked = inputs(MissingFields::marked);
  CHECK(marked.names ==
        std::vector<std::string>{"age", "age is missing", "town=a", "town=b", "town is missing"});
  CHECK(marked.x.col(1) == core::Vector((core::Vector(4) << 0, 1, 0, 0).finished()));
  CHECK(marked.x.col(4) == core::Vector((core::Vector(4) << 0, 0, 1, 0).finished()));
  CHECK(marked.x.row(2).tail(3) == (core::Matrix(1, 3) << 0, 0, 1).finished());
}

TEST_CASE("what keeps a row from being encoded is said of it alone", "[datasets]") {
  const std::vector<ColumnCode> codes{{"age", true, {}}, {"town", false, {"a"}}};
  const RowProblems problems = row_problems(gappy_table(), {0, 1}, codes, MissingFields::refused);
  CHECK(problems.of ==
        std::vector<std::string>{"", "column 'age' is missing", "column 'town' is missing",
                                 "column 'town' has the word 'b', which the model does not know"});
  CHECK(problems.unknown_words.size() == 2);
  CHECK(row_problems(gappy_table(), {0, 1}, codes, MissingFields::kept).of[2].empty());
}

TEST_CASE("0 and -0, 1 and 1.0 and +1 are one class, among words as among numbers; nan is none",
          "[datasets]") {
  const auto classes = [](const std::string& text) {
    const auto read = datasets::readers::read_csv({"t.csv", text}, {});
    std::vector<std::string> out;
    for (std::size_t i = 0; i < read.rows(); ++i) out.push_back(class_of(read.columns[0], i));
    return out;
  };
  CHECK(classes("0,1\n-0,1\n0.0,1\n") == std::vector<std::string>{"0", "0", "0"});
  CHECK(classes("1,1\n1.0,1\n+1,1\nb,1\n-0,1\n0,1\n") ==
        std::vector<std::string>{"1", "1", "1", "b", "0", "0"});
  CHECK(classes("nan,1\nNaN,1\nNA,1\nb,1\n") == std::vector<std::string>{"", "", "", "b"});
}

TEST_CASE("spellings of one class on two sides are refused by name; with both named they are one side",
          "[datasets]") {
  const std::vector<std::string> classes{"no", "Yes", "yes", "No"};
  for (const char* positive : {"yes", "Yes"})
    CHECK_THAT(tests::refusal([&] { coded(classes, class_coding(positive, "rest"), "t.csv"); }),
               Catch::Contains("differ in capitals or blanks alone") && Catch::Contains("'Yes'"));
  const auto both = coded(classes, class_coding("yes, Yes", "rest"), "t.csv");
  CHECK(both.y == core::Vector((core::Vector(4) << -1, 1, 1, -1).finished()));
  CHECK_THAT(
      tests::refusal([&] { coded({"malignant", "benign"}, class_coding("Malignant", "rest"), "t.csv"); }),
      Catch::Contains("Did you mean 'malignant'?"));
  CHECK(tests::refusal([&] { coded({"yes", "YES ", "no"}, class_coding("yes", "no"), "t.csv"); }) ==
        "accepted");
}

TEST_CASE("a class with a comma is named as it is, or in quotes among others", "[datasets]") {
  const std::vector<std::string> classes{"yes, match", "no", "maybe"};
  const core::Vector one = (core::Vector(3) << 1, -1, -1).finished(),
                     two = (core::Vector(3) << 1, -1, 1).finished();
  CHECK(coded(classes, class_coding("yes, match", "rest"), "t").y == one);
  CHECK(coded(classes, class_coding("\"yes, match\"", "rest"), "t").y == one);
  CHECK(coded(classes, class_coding("\"yes, match\",maybe", "rest"), "t").y == two);
  CHECK(coded(classes, class_coding("maybe", "\"yes, match\""), "t").y ==
        core::Vector((core::Vector(2) << -1, 1).finished()));
}

TEST_CASE("of words that are as frequent the first fills what is missing", "[encoding][filling]") {
  core::Matrix x(4, 3);
  x << 0, 1, 0, 0, 0, 1, none, none, none, 0, 0, 0;
  CHECK(filling_of(x, {2, 2, 2}).value == core::Vector((core::Vector(3) << 0, 1, 0).finished()));
}
