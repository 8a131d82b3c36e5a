#include "datasets/readers/csv.hpp"

#include <cmath>

#include "tests/datasets/refusal.hpp"
#include "tests/support/catch.hpp"

using datasets::readers::CsvFormat;
using datasets::readers::Header;
using datasets::readers::read_csv;
using tests::refusal;
using Words = std::vector<std::string>;
using Numbers = std::vector<double>;

namespace {

datasets::readers::RawTable read(const std::string& text, const CsvFormat& format = {}) {
  return read_csv({"t.csv", text}, format);
}

std::string refused(const std::string& text, const CsvFormat& format = {}) {
  return refusal([&] { read(text, format); });
}

} // namespace

TEST_CASE("CSV: a table is the same with LF, CRLF, a byte order mark, blank lines and no last line end",
          "[datasets]") {
  for (const char* text : {"a,1\nb,2\n", "a,1\r\nb,2\r\n",
                           "\xef\xbb\xbf"
                           "a,1\nb,2",
                           "\na,1\n\n  \nb,2\n\n", " a , 1\n b,2 "}) {
    CAPTURE(text);
    const auto table = read(text);
    REQUIRE(table.columns.size() == 2);
    CHECK(table.columns[0].words == Words{"a", "b"});
    CHECK(table.columns[1].numbers == Numbers{1, 2});
  }
}

TEST_CASE("CSV: quotes protect delimiters, line ends, quotes and blanks", "[datasets]") {
  const auto table = read("\"a,b\",\"1\"\n\"two\nlines\", \" x\"\"y \" \n");
  CHECK(table.columns[0].words == Words{"a,b", "two\nlines"});
  CHECK(table.columns[1].words == Words{"1", " x\"y "});
  CHECK(table.lines == std::vector<std::size_t>{1, 2});
}

TEST_CASE("CSV: a quote inside an unquoted field is a letter", "[datasets]") {
  CHECK(read("5'9\",x\n").columns[0].words == Words{"5'9\""});
}

TEST_CASE("CSV: names come from the header, or are the numbers of the columns", "[datasets]") {
  CHECK(read("age,,x y\n1,2,3\n", {.header = Header::first_line}).columns[2].name == "x y");
  CHECK(read("age,,x y\n1,2,3\n", {.header = Header::first_line}).columns[1].name == "2");
  CHECK(read("1,2\n").columns[1].name == "2");
}

TEST_CASE("CSV: every delimiter divides, and blanks do so in runs", "[datasets]") {
  CHECK(read("1;2,5\n", {.delimiter = ';'}).columns[1].words == Words{"2,5"});
  CHECK(read("1\t\t3\n", {.delimiter = '\t'}).columns.size() == 3);
  const auto blanks = read("  6.0000  -1.0 \t0.5  \n 5 1 2\n", {.delimiter = ' '});
  REQUIRE(blanks.columns.size() == 3);
  CHECK(blanks.columns[0].numbers == Numbers{6, 5});
}

TEST_CASE("CSV: an empty field and a mark are missing, in numbers as in words", "[datasets]") {
  const auto table = read("1,a\n,\n?,?\n+2.5e1,b\n", {.missing = {"?"}});
  CHECK(table.columns[0].numbers.size() == 4);
  CHECK(std::isnan(table.columns[0].numbers[1]));
  CHECK(std::isnan(table.columns[0].numbers[2]));
  CHECK(table.columns[0].numbers[3] == 25);
  CHECK(table.columns[1].words == Words{"a", "", "", "b"});
}

TEST_CASE("CSV: without its mark a ? is a word, and what only looks like a number is one too", "[datasets]") {
  for (const char* field : {"?", "0x1A", "nan", "inf", "1,5", "1.5.", "--1", "1e999", "1 2"}) {
    CAPTURE(field);
    CHECK_FALSE(read(std::string("1;1\n2;") + field + "\n", {.delimiter = ';'}).columns[1].is_numeric());
  }
}

TEST_CASE("CSV: a broken file is refused with its line and the offending text", "[datasets]") {
  CHECK(refused("1,2\n3\n") ==
        "t.csv:2: 1 fields, beginning with '3' (the first line has 2) is the delimiter right, or a field not "
        "quoted?");
  CHECK(refused("1,2\n\n3,4,5\n").starts_with("t.csv:3: 3 fields, beginning with '3'"));
  CHECK(refused("a,b\n\"x,1\ny,2\n") ==
        "t.csv:2: a quote that is never closed: 'x,1?y,2?' (it takes the rest of the file for one field) "
        "close it, or "
        "double it if it is meant");
  CHECK(refused("\"a\"b,1\n") ==
        "t.csv:1: text behind the closing quote of 'a' (a quoted field ends with its quote) "
        "double quotes that belong to the text");
  CHECK(refused("x,x\n1,2\n", {.header = Header::first_line}) ==
        "t.csv:1: two columns called 'x' (a name must mean one column) rename one, or say header: none");
  CHECK(refused(std::string("1\n\0", 3)) ==
        "t.csv:2: a NUL byte (this is no text file) name the right format");
  for (const char* text : {"", "\n\n", "  \n"})
    CHECK(refused(text) == "t.csv: no rows (the file has no data) give a file with data");
  CHECK(refused("a,b\n", {.header = Header::first_line}) ==
        "t.csv: no rows (the file has no data) give a file with data");
}

TEST_CASE("a column is found by name, number, first or last, and its absence names those there are",
          "[datasets]") {
  using datasets::readers::column_index;
  const auto table = read("age,2nd,last\n1,2,3\n", {.header = Header::first_line});
  CHECK(column_index(table, "2nd") == 1);
  CHECK(column_index(table, "1") == 0);
  CHECK(column_index(table, "first") == 0);
  CHECK(column_index(table, "last") == 2);
  for (const char* wanted : {"0", "4", "Age", "-1", ""}) {
    CAPTURE(wanted);
    CHECK(refusal([&] { column_index(table, wanted); }) ==
          "t.csv: no column '" + std::string(wanted) +
              "' (there are 3: age, 2nd, last) name one of them, or its number from 1");
  }
}
