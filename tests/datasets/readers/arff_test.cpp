#include "datasets/readers/arff.hpp"

#include <cmath>

#include "tests/datasets/refusal.hpp"
#include "tests/support/catch.hpp"

using datasets::readers::read_arff;
using Numbers = std::vector<double>;
using Words = std::vector<std::string>;

namespace {

const std::string arff_header =
    "% made up\n@RELATION 'a test'\n\n@Attribute width NUMERIC\n@attribute 'the colour' {red, 'dark blue', "
    "green}\n"
    "@attribute class {no,yes}\n@DATA\n";

std::string arff_refused(const std::string& text) {
  return tests::refusal([&] { read_arff({"t.arff", text}); });
}

} // namespace

TEST_CASE("ARFF: dense rows, quotes, missing values, comments and declared values", "[datasets]") {
  const auto table =
      read_arff({"t.arff", arff_header + "1.5, red,yes\n% between\n?,'dark blue',no\r\n2,?, yes\n"});
  REQUIRE(table.columns.size() == 3);
  CHECK(table.columns[0].numbers[0] == 1.5);
  CHECK(std::isnan(table.columns[0].numbers[1]));
  CHECK(table.columns[1].name == "the colour");
  CHECK(table.columns[1].declared == Words{"red", "dark blue", "green"});
  CHECK(table.columns[1].words == Words{"red", "dark blue", ""});
  CHECK(table.columns[2].words == Words{"yes", "no", "yes"});
  CHECK(table.lines == std::vector<std::size_t>{8, 10, 11});
}

TEST_CASE("ARFF: a sparse row leaves out zeros and first values", "[datasets]") {
  const auto table = read_arff({"t.arff", arff_header + "{0 3, 2 yes}\n{}\n{1 'dark blue'}\n"});
  CHECK(table.columns[0].numbers == Numbers{3, 0, 0});
  CHECK(table.columns[1].words == Words{"red", "red", "dark blue"});
  CHECK(table.columns[2].words == Words{"yes", "no", "no"});
}

TEST_CASE("ARFF: a backslash protects a quote, and a quoted ? is a value", "[datasets]") {
  const auto table = read_arff({"t.arff", "@relation r\n@attribute s string\n@data\n'it\\'s'\n'?'\n?\n"});
  CHECK(table.columns[0].words == Words{"it's", "?", ""});
}

TEST_CASE("ARFF: a broken file is arff_refused with line, column and the offending text", "[datasets]") {
  CHECK(arff_refused(arff_header + "1,blue,yes\n") ==
        "t.arff:8: column 2 ('the colour') is 'blue' (not one of its declared "
        "values) declare it, or correct the row");
  CHECK(arff_refused(arff_header + "one,red,yes\n") ==
        "t.arff:8: column 1 ('width') is 'one' (declared numeric) write a number, or ? for none");
  CHECK(arff_refused(arff_header + "1,red\n") ==
        "t.arff:8: 2 fields, beginning with '1' (3 attributes are declared) correct the row");
  CHECK(arff_refused(arff_header + "1,'red,yes\n") ==
        "t.arff:8: a quote that is never closed: ''red,yes' (it takes the rest of the line) close it, or "
        "write \\ "
        "before it");
  CHECK(arff_refused(arff_header + "1,'red'x,yes\n")
            .starts_with("t.arff:8: text behind the quoted field 'red'"));
  CHECK(arff_refused(arff_header + "1,red,yes,{5}\n").starts_with("t.arff:8: 4 fields"));
  CHECK(arff_refused(arff_header + "{3 yes}\n") ==
        "t.arff:8: '3' as the index of a sparse row (there are 0 to 2) correct it");
  CHECK(arff_refused(arff_header + "{0 1, 0 2}\n").starts_with("t.arff:8: index 0 twice"));
  CHECK(arff_refused(arff_header + "{0 1\n").starts_with("t.arff:8: '{0 1' has no } at its end"));
  CHECK(arff_refused("@relation r\n@attribute d date\n") ==
        "t.arff:2: 'date' as a type (known: numeric, real, integer, string, {a, b}) leave the attribute out, "
        "or write "
        "it as one of them");
  CHECK(arff_refused("@attribute a real\n@attribute a real\n")
            .starts_with("t.arff:2: two attributes called 'a'"));
  CHECK(arff_refused("@attribute a {x,y\n").starts_with("t.arff:1: '{x,y' has no }"));
  CHECK(arff_refused("1,2,3\n") ==
        "t.arff:1: '1,2,3' (expected @relation, @attribute or @data) is this an ARFF file?");
  CHECK(arff_refused("@relation r\n@data\n1\n").starts_with("t.arff:2: @data before any @attribute"));
  CHECK(arff_refused("@relation r\n").starts_with("t.arff: no @data"));
  CHECK(arff_refused(arff_header) == "t.arff: no rows (nothing follows @data) give a file with data");
}

TEST_CASE("ARFF: text behind a quoted field of a sparse row is arff_refused, as in a dense one",
          "[datasets]") {
  CHECK(arff_refused(arff_header + "{1 'red'x, 2 yes}\n")
            .starts_with("t.arff:8: text behind the quoted field 'red'"));
}

TEST_CASE("ARFF: sparse rows that would be a vast table are arff_refused before they are written out",
          "[datasets][degenerate]") {
  const std::string word(20000, 'w');
  std::string rows;
  for (int i = 0; i < 20000; ++i) rows += "{}\n";
  CHECK(arff_refused("@attribute a {" + word + "}\n@data\n" + rows).starts_with("t.arff: too large once"));
}

TEST_CASE("ARFF: many attributes and many declared values are looked up, not searched for", "[datasets]") {
  std::string values, rows;
  for (int i = 0; i < 100000; ++i) {
    values += (i ? "," : "") + std::to_string(i);
    rows += "99999\n";
  }
  CHECK(read_arff({"t.arff", "@attribute a {" + values + "}\n@data\n" + rows}).rows() == 100000);
  std::string attributes;
  for (int i = 0; i < 50000; ++i) attributes += "@attribute a" + std::to_string(i) + " real\n";
  CHECK(read_arff({"t.arff", attributes + "@data\n{}\n"}).columns.size() == 50000);
}
