#include "datasets/encoding/inputs.hpp"

#include <limits>

#include "core/random/stream.hpp"
#include "tests/datasets/refusal.hpp"
#include "tests/support/catch.hpp"

using datasets::encoding::Inputs;
using datasets::encoding::inputs_of;
using datasets::encoding::positions_of;
using datasets::encoding::Words;
using datasets::readers::RawTable;
using Names = std::vector<std::string>;

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
  CHECK(tests::refusal([&] {
          inputs_of(broken, {0, 1}, Words::refused);
        }) ==
        "t.csv:2: column 2 ('colour') is 'red' (the inputs are taken for numbers) correct it, name it in "
        "'missing', or "
        "encode words");
  broken.columns[1].words = {"1", "", "red"};
  CHECK(tests::refusal([&] {
          inputs_of(broken, {1}, Words::refused);
        }).starts_with("t.csv:3: column 2 ('colour') is empty"));
  broken.columns[0].numbers[2] = std::numeric_limits<double>::quiet_NaN();
  CHECK(tests::refusal([&] { inputs_of(broken, {0}, Words::declared); }) ==
        "t.csv:5: column 1 ('width') is missing (a method needs every number) say if_missing: omit, or mend "
        "the file");
}

TEST_CASE("sequences become a column a position with the letters declared", "[datasets]") {
  RawTable sequences{"s.data", {{.name = "dna", .words = {"ac", "gt"}}}, {1, 2}};
  const auto columns = positions_of(sequences, 0, "acgt");
  REQUIRE(columns.size() == 2);
  CHECK(columns[1].words == Names{"c", "t"});
  CHECK(columns[1].declared == Names{"a", "c", "g", "t"});
  sequences.columns[0].words[1] = "gn";
  CHECK(tests::refusal([&] { positions_of(sequences, 0, "acgt"); }) ==
        "s.data:2: column 1 ('dna') has 'n' (the letters are acgt) correct it");
  sequences.columns[0].words[1] = "g";
  CHECK(tests::refusal([&] { positions_of(sequences, 0, "acgt"); }) ==
        "s.data:2: column 1 ('dna') is 'g' of 1 letters (the first has 2) correct it");
}
