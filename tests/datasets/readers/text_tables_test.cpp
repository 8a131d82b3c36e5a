#include <sys/stat.h>

#include <cmath>

#include "datasets/encoding/column_code.hpp"
#include "datasets/readers/arff.hpp"
#include "datasets/readers/csv.hpp"
#include "datasets/readers/gzip.hpp"
#include "datasets/readers/libsvm.hpp"
#include "tests/datasets/refusal.hpp"
#include "tests/datasets/temporary_folder.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gzip.hpp"

using namespace datasets::readers;
using Numbers = std::vector<double>;
using Words = std::vector<std::string>;
using datasets::readers::CsvFormat;
using datasets::readers::Header;
using datasets::readers::read_arff;
using datasets::readers::read_csv;
using datasets::readers::read_libsvm;
using tests::refusal;

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
        "t.csv:2: the row has 1 fields, beginning with '3', but the first line has 2. Is the delimiter "
        "right, or a field not quoted?");
  CHECK(refused("1,2\n\n3,4,5\n").starts_with("t.csv:3: the row has 3 fields, beginning with '3'"));
  CHECK(refused("a,b\n\"x,1\ny,2\n") ==
        "t.csv:2: the quote of 'x,1?y,2?' is never closed. It takes the rest of the file for one field. "
        "Close it, or double it if it is meant.");
  CHECK(refused("\"a\"b,1\n") ==
        "t.csv:1: text stands behind the closing quote of 'a'. A quoted field ends with its quote. Double "
        "quotes that belong to the text.");
  CHECK(
      refused("x,x\n1,2\n", {.header = Header::first_line}) ==
      "t.csv:1: two columns have the name 'x'. A name must mean one column. Rename one, or say header=none.");
  CHECK(refused(std::string("1\n\0", 3)) ==
        "t.csv:2: a NUL byte stands here, so this is no text file. Name the right format.");
  for (const char* text : {"", "\n\n", "  \n"})
    CHECK(refused(text) == "t.csv: there are no rows. Give a file with data.");
  CHECK(refused("a,b\n", {.header = Header::first_line}) ==
        "t.csv: there are no rows. Give a file with data.");
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
          "t.csv: there is no column '" + std::string(wanted) +
              "'. There are 3: age, 2nd, last. Name one of them, or its number from 1.");
  }
}

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

TEST_CASE("ARFF: a comment may stand behind a declaration, and a % inside a list is none", "[datasets]") {
  const auto table =
      read_arff({"t.arff",
                 "@relation r % c\n@attribute a NUMERIC %mm\n@attribute p {10%, '}%', 20%} %{x}\n"
                 "@data % rows\n1,10%\n2,'}%'\n"});
  REQUIRE(table.columns.size() == 2);
  CHECK(table.columns[0].numbers == Numbers{1, 2});
  CHECK(table.columns[1].declared == Words{"10%", "}%", "20%"});
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
        "t.arff:8: column 2 ('the colour') is 'blue', which is not one of its declared values. Declare it, "
        "or correct the row.");
  CHECK(arff_refused(arff_header + "one,red,yes\n") ==
        "t.arff:8: column 1 ('width') is 'one', but the column is declared numeric. Write a number, or ? for "
        "none.");
  CHECK(
      arff_refused(arff_header + "1,red\n") ==
      "t.arff:8: the row has 2 fields, beginning with '1', but 3 attributes are declared. Correct the row.");
  CHECK(arff_refused(arff_header + "1,'red,yes\n") ==
        "t.arff:8: the quote of ''red,yes' is never closed. It takes the rest of the line. Close it, or "
        "write \\ before it.");
  CHECK(arff_refused(arff_header + "1,'red'x,yes\n")
            .starts_with("t.arff:8: text stands behind the quoted field 'red'"));
  CHECK(arff_refused(arff_header + "1,red,yes,{5}\n").starts_with("t.arff:8: the row has 4 fields"));
  CHECK(arff_refused(arff_header + "{3 yes}\n") ==
        "t.arff:8: '3' is no index of a sparse row. Indices go from 0 to 2. Correct it.");
  CHECK(arff_refused(arff_header + "{0 1, 0 2}\n").starts_with("t.arff:8: index 0 stands twice."));
  CHECK(arff_refused(arff_header + "{0 1\n").starts_with("t.arff:8: '{0 1' has no } at its end"));
  CHECK(arff_refused("@relation r\n@attribute d date\n") ==
        "t.arff:2: 'date' is no known type. Known are numeric, real, integer, string and {a, b}. Leave the "
        "attribute out, or write it as one of them.");
  CHECK(arff_refused("@attribute a real\n@attribute a real\n")
            .starts_with("t.arff:2: two attributes have the name 'a'"));
  CHECK(arff_refused("@attribute a {x,y\n").starts_with("t.arff:1: '{x,y' has no }"));
  CHECK(arff_refused("1,2,3\n") ==
        "t.arff:1: '1,2,3' is none of @relation, @attribute and @data. Is this an ARFF file?");
  CHECK(arff_refused("@relation r\n@data\n1\n").starts_with("t.arff:2: @data stands before any @attribute"));
  CHECK(arff_refused("@relation r\n").starts_with("t.arff: there is no @data."));
  CHECK(arff_refused(arff_header) == "t.arff: no row follows @data. Give a file with data.");
}

TEST_CASE("ARFF: text behind a quoted field of a sparse row is arff_refused, as in a dense one",
          "[datasets]") {
  CHECK(arff_refused(arff_header + "{1 'red'x, 2 yes}\n")
            .starts_with("t.arff:8: text stands behind the quoted field 'red'"));
}

TEST_CASE("ARFF: sparse rows that would be a vast table are arff_refused before they are written out",
          "[datasets][degenerate]") {
  const std::string word(20000, 'w');
  std::string rows;
  for (int i = 0; i < 20000; ++i) rows += "{}\n";
  CHECK(arff_refused("@attribute a {" + word + "}\n@data\n" + rows)
            .starts_with("t.arff: it is too large once"));
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

namespace {

std::string libsvm_refused(const std::string& text) {
  return tests::refusal([&] { read_libsvm({"t.svm", text}); });
}

} // namespace

TEST_CASE("LIBSVM: what is not written is 0, and the label comes first", "[datasets]") {
  const auto table = read_libsvm({"t.svm", "# a comment\n+1 1:0.5 4:-2e0 \n\n-1\t2:3 # more\r\n-1\n"});
  REQUIRE(table.columns.size() == 5);
  CHECK(table.columns[0].name == "label");
  CHECK(table.columns[0].numbers == Numbers{1, -1, -1});
  CHECK(table.columns[1].numbers == Numbers{0.5, 0, 0});
  CHECK(table.columns[2].numbers == Numbers{0, 3, 0});
  CHECK(table.columns[3].numbers == Numbers{0, 0, 0});
  CHECK(table.columns[4].numbers == Numbers{-2, 0, 0});
  CHECK(table.lines == std::vector<std::size_t>{2, 4, 5});
}

TEST_CASE("LIBSVM: indices in any order, from 0, a qid and a row without its label are read", "[datasets]") {
  const auto table = read_libsvm({"t.svm", "1 qid:4 2:3 0:5\n0:1 1:2\n"}, 0);
  REQUIRE(table.columns.size() == 4);
  CHECK(table.columns[1].name == "0");
  CHECK(table.columns[1].numbers == Numbers{5, 1});
  CHECK(table.columns[2].numbers == Numbers{0, 2});
  CHECK(table.columns[3].numbers == Numbers{3, 0});
  CHECK(table.columns[0].numbers[0] == 1);
  CHECK(std::isnan(table.columns[0].numbers[1]));
  CHECK(read_libsvm({"t.svm", "1 3:1 2:3\n"}).columns[2].numbers == Numbers{3});
}

TEST_CASE("LIBSVM: a broken file is libsvm_refused with its line and the offending text", "[datasets]") {
  CHECK(libsvm_refused("1 1:2\n1 0:3\n") ==
        "t.svm:2: '0:3' has the index 0, but indices count from 1 here. Correct the row, or say "
        "indices=from_0 when the model is fitted.");
  CHECK(libsvm_refused("1 x:3 1:2\n").starts_with("t.svm:1: 'x:3' has no index."));
  CHECK(libsvm_refused("1 2:1 1:5 2:3\n") ==
        "t.svm:1: index 2 stands twice. A feature has one value in a row. Remove one of them.");
  CHECK(libsvm_refused("1,3 1:2\n") ==
        "t.svm:1: the row has more than one label, '1,3'. A row belongs to one class here. Make a file for "
        "each label.");
  CHECK(
      libsvm_refused("1 1:x\n") ==
      "t.svm:1: '1:x' has no number behind its colon. Write a decimal there, or leave the field out for 0.");
  CHECK(libsvm_refused("1 1:\n").starts_with("t.svm:1: '1:' has no number"));
  CHECK(libsvm_refused("1\n1 2\n") ==
        "t.svm:2: '2' is no index:value. Every field behind the label is one. Is this another format?");
  CHECK(libsvm_refused("\n# only a comment\n") == "t.svm: there are no rows. Give a file with data.");
}

TEST_CASE("LIBSVM: a short file that asks for a vast table is libsvm_refused before it is made",
          "[datasets][degenerate]") {
  const std::string sentence =
      "t.svm: it is too large once what its rows leave out is written out. A table may take 2 GiB, 2048 "
      "times the file and half of the memory that is left. Use fewer rows or columns.";
  CHECK(libsvm_refused("1 18446744073709551615:1\n") == sentence);
  CHECK(libsvm_refused("1 268435456:1\n") == sentence);
  std::string rows;
  for (int i = 0; i < 4096; ++i) rows += "1\n";
  CHECK(libsvm_refused(rows + "0 65536:1\n") == sentence);
}

TEST_CASE("LIBSVM: a wide table of which one number of a thousand is not zero is read", "[datasets]") {
  std::string rows;
  for (int i = 0; i < 1000; ++i)
    for (int k = 0; k < 10; ++k)
      rows += (k ? " " : "1 ") + std::to_string(1000 * k + i + 1) + ":1" + (k < 9 ? "" : "\n");
  const auto table = read_libsvm({"t.svm", rows});
  CHECK(table.columns.size() == 10001);
  CHECK(table.columns[10000].numbers[999] == 1);
}

namespace {

constexpr std::size_t mib = std::size_t{1} << 20;

} // namespace

TEST_CASE("a room is stated and is no more than half of what the machine has", "[datasets][memory]") {
  CHECK(reading_room() > 0);
  CHECK(tests::refusal([] { require_room("t.csv", 3e9, 4000000000); }) == "accepted");
  CHECK(tests::refusal([] { require_room("t.csv", 300.0 * (1 << 20), 200 * mib); }) ==
        "t.csv: it would take 300 MiB once it is read. Half of what this machine has left is 200 MiB. Give "
        "fewer rows or columns, or a machine with more memory.");
}

TEST_CASE("packed data that unpack to more than there is room for are counted and refused, not kept",
          "[datasets][memory][degenerate]") {
  const std::string zeros = tests::gzip(std::string(32 * mib, '\0'));
  CHECK(zeros.size() < mib);
  const std::string sentence =
      "t.gz: it has more than 8388608 bytes unpacked. That is a sixteenth of the memory that is left, or the "
      "size that is expected. Split the file.";
  CHECK(tests::refusal([&] { gunzip(zeros, "t.gz", 8 * mib); }) == sentence);
  const std::string five = tests::gzip(std::string(5 * mib, 'a'));
  CHECK(tests::refusal([&] { gunzip(five + five, "t.gz", 8 * mib); }) == sentence);
  CHECK(gunzip(five, "t.gz", 8 * mib).capacity() <= 5 * mib + 64);
}

namespace {

/// A text again and again, to so many bytes or a few more.
std::string repeated(const std::string& text, std::size_t bytes) {
  std::string out;
  out.reserve(bytes + text.size());
  while (out.size() < bytes) out += text;
  return out;
}

} // namespace

TEST_CASE("packed data that are made to fill a memory are refused long before their end",
          "[datasets][memory][degenerate]") {
  const auto said = [](const std::string& packed) {
    return tests::refusal([&] { gunzip(packed, "t.gz", 1024 * mib); });
  };
  for (const std::string text : {"\n", "\r\n", "0\n", ",,,\n", "%\n"}) {
    std::string packed = tests::gzip(repeated(text, 80 * mib), Z_BEST_COMPRESSION);
    packed.resize(packed.size() * 19 / 20); // whoever reads to the end says that it is cut off
    CAPTURE(text);
    CHECK_THAT(said(packed), Catch::Contains("more than 500 times its size"));
  }
  const std::string member = tests::gzip(std::string(4 * mib, '\n'), Z_BEST_COMPRESSION);
  CHECK_THAT(said(repeated(member, 20 * member.size()) + "no gzip"),
             Catch::Contains("more than 500 times its size"));
  std::string row;
  for (int i = 0; i < 1000; ++i) row += std::to_string(i * 7919 % 10007) + (i < 999 ? "," : "\n");
  CHECK(said(tests::gzip(repeated(row, 66 * mib))) == "accepted");
}

TEST_CASE("a file that is larger than there is room for is refused before it is read, a pipe at once",
          "[datasets][memory][degenerate]") {
  const tests::TemporaryFolder folder;
  const auto sparse = folder.write("vast.csv", "a,b\n");
  std::filesystem::resize_file(sparse, std::uintmax_t{1} << 42);
  CHECK_THAT(tests::refusal([&] { read_file(sparse); }),
             Catch::Contains("it would take 33554432 MiB once it is read"));
  const auto packed = folder.write("rows.csv", tests::gzip(std::string(32 * mib, '1')));
  CHECK_THAT(tests::refusal([&] { read_file(packed, 16 * mib); }), Catch::Contains("bytes unpacked"));
  const std::string pipe = folder.path() / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(tests::refusal([&] { read_file(pipe); }) ==
        pipe + ": this is a pipe or a device. A data set is read more than once. Write it into a file.");
}

TEST_CASE("what a text has of fields is never underestimated", "[datasets][memory]") {
  CHECK(most_fields("a,b\n1,2\n", ',') >= 4);
  CHECK(most_fields("  1   2\t3\n4", ' ') >= 4);
  CHECK(most_fields("", ',') == 1);
  CHECK(most_fields(std::string(1000, '\n'), ',') >= 1000);
}

TEST_CASE("words that would become more indicators than there is room for are refused in a sentence",
          "[datasets][memory][degenerate]") {
  RawTable table{.file = "t.csv"};
  Column words{.name = "id"};
  datasets::encoding::ColumnCode code{"id", false, {}};
  constexpr int rows = 2000000; // 4e12 numbers
  for (int i = 0; i < rows; ++i) {
    words.words.push_back(std::to_string(i));
    code.words.push_back(words.words.back());
  }
  table.columns.push_back(std::move(words));
  CHECK_THAT(tests::refusal([&] { datasets::encoding::encoded(table, {0}, {code}); }),
             Catch::Contains("t.csv: it would take 91552734 MiB once it is read"));
}
