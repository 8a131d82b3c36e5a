#include "datasets/readers/form.hpp"

#include "datasets/readers/characters.hpp"
#include "tests/datasets/refusal.hpp"
#include "tests/support/catch.hpp"

using namespace datasets::readers;
using Words = std::vector<std::string>;

namespace {

FoundForm found(const std::string& text, const SaidOfForm& said = {}, const Form& otherwise = {},
                const std::string& name = "t.csv") {
  return form_of({name, text}, said, otherwise);
}

const Words marks{"?", "NA"};

/// The columns' names and the numbers of the second column, as they are read without a word from anybody.
RawTable read(const std::string& text, const std::string& name = "t.csv") {
  const TextFile plain = plain_text({name, text}).file;
  return table_of(plain, form_of(plain, {.missing = marks}).form);
}

const std::string rows[] = {"1.5,2,a", "2.5,1,b", "1.2,3,a", "2.8,0,b"};

std::string divided_by(const std::string& delimiter, char mark) {
  std::string out;
  for (std::string row : rows) {
    for (char& c : row) c = c == ',' ? '\1' : c;
    for (char& c : row) c = c == '.' ? mark : c;
    for (const char c : row) out += c == '\1' ? delimiter : std::string(1, c);
    out += '\n';
  }
  return out;
}

} // namespace

TEST_CASE("a file that every program reads is read without a note", "[datasets]") {
  for (const char* text : {"x,y\n1,a\n2,b\n", "x,y\r\n1,a\r\n2,b\r\n", "a b,c\n1,2\n",
                           "when,y\n2020-01-01,1\n", "x,y\n1,a\n", "\"x, in mm\",y\n1,0\n",
                           "name,y\n\"1,500\",a\n\"2,250\",b\n", "a,b\nred,x\nblue,y\n", "x\n1\nNA\n3\n"}) {
    CAPTURE(text);
    const FoundForm form = found(text, {.missing = marks});
    CHECK(form.notes.empty());
    CHECK(form.form.csv.delimiter == ',');
    CHECK(form.form.csv.header == Header::first_line);
    CHECK(form.form.csv.decimal_mark == '.');
  }
}

TEST_CASE("a delimiter and a decimal comma are found, with a header and without, and said", "[datasets]") {
  for (const std::string delimiter : {";", "\t", "|", " ", "   "})
    for (const char mark : {'.', ','})
      for (const std::string head : {"", "x,z,y"}) {
        CAPTURE(delimiter, mark, head);
        std::string names = head;
        for (std::size_t at; (at = names.find(',')) != std::string::npos;) names.replace(at, 1, delimiter);
        const std::string text = (names.empty() ? "" : names + "\n") + divided_by(delimiter, mark);
        const RawTable table = read(text);
        REQUIRE(table.columns.size() == 3);
        CHECK(table.columns[0].numbers == std::vector<double>{1.5, 2.5, 1.2, 2.8});
        CHECK(table.columns[1].numbers == std::vector<double>{2, 1, 3, 0});
        CHECK(table.columns[2].words == Words{"a", "b", "a", "b"});
        CHECK(table.columns[0].is_named == !head.empty());
        CHECK(found(text).notes.size() == 1u + (mark == ',' ? 1 : 0) + (head.empty() ? 1 : 0));
      }
}

TEST_CASE("thousands divided by commas are not taken for decimals", "[datasets]") {
  CHECK(found("x\ty\n1,500\ta\n12,250\tb\n").form.csv.decimal_mark == '.');
  CHECK(found("x\ty\n1,500\ta\n12,25\tb\n").form.csv.decimal_mark == ',');
  CHECK(found("x,y\n\"1,5\",a\n\"2,25\",b\n").form.csv.decimal_mark == ',');
  CHECK(found("x;y\n1,5;a\n2.5;b\n").form.csv.decimal_mark == '.');
}

TEST_CASE("a comma within every field of one column divides no fields where another mark does",
          "[datasets]") {
  for (const std::string mark : {";", "\t", "|"}) {
    const std::string text = "x" + mark + "y\n1.000,5" + mark + "a\n2.500,25" + mark + "b\n";
    CAPTURE(text);
    CHECK(found(text).form.csv.delimiter == mark.front());
  }
  CHECK(found("\"x\"\n\"1\",0.5\n\"2\",1.5\n").form.csv.delimiter == ','); // row names beside one column
}

TEST_CASE("a word from a person wins over what the bytes say", "[datasets]") {
  const std::string numbers = "1.5,2,a\n2.5,1,b\n";
  CHECK(found(numbers).form.csv.header == Header::none);
  CHECK(found(numbers, {.header = Header::first_line}).form.csv.header == Header::first_line);
  CHECK(found(numbers, {.header = Header::first_line}).notes.empty());
  CHECK(found("a;b\n1;2\n", {.delimiter = ','}).form.csv.delimiter == ',');
  CHECK(found("a;b\n1,5;2\n", {.decimal_mark = '.'}).form.csv.decimal_mark == '.');
  CHECK(found("1 1:2\n0 1:3\n", {.format = Format::csv}).form.format == Format::csv);
  CHECK(found("1 1:2\n0 1:3\n", {.delimiter = ' '}).form.format == Format::csv);
  CHECK(found("1 0:2\n0 1:3\n", {.first_index = 1}, {}, "t.svm").form.first_index == 1);
}

TEST_CASE("a first line of numbers, or of words that stand again below, is data", "[datasets]") {
  for (const char* text : {"1,2\n3,4\n", "1.5,2,a\n2.5,1,b\n", "1,a\n2,b\n", "5.1,3.5,setosa\n4.9,3,setosa\n",
                           "p,x\ne,x\np,y\ne,y\np,x\n", "red,1.5\nblue,2\nblue,3\n", "3,4\n"}) {
    CAPTURE(text);
    CHECK(found(text).form.csv.header == Header::none);
    CHECK(found(text).notes == Words{"t.csv: the first line is data, so it is read with header=none."});
  }
}

TEST_CASE("numbers that name the columns are names", "[datasets]") {
  std::string classes = "2019,2020,class\n";
  for (int i = 0; i < 12; ++i) classes += std::to_string(i) + ",2," + (i % 2 ? "a\n" : "b\n");
  for (const std::string& text :
       {classes, std::string("0,1,2\n1.5,2,a\n2.5,1,b\n"), std::string("1,2,3,y\n5,6,7,0\n8,9,1,1\n")}) {
    CAPTURE(text);
    CHECK(found(text).form.csv.header == Header::first_line);
    CHECK(found(text).notes.empty());
  }
}

TEST_CASE("what R writes with row names is read with a column that has no name", "[datasets]") {
  const RawTable table = read("\"x\" \"y\"\n\"1\" 5 \"a\"\n\"2\" 6 \"b\"\n");
  REQUIRE(table.columns.size() == 3);
  CHECK_FALSE(table.columns[0].is_named);
  CHECK(table.columns[1].name == "x");
  CHECK(table.columns[1].numbers == std::vector<double>{5, 6});
}

TEST_CASE("a line sep=; says the delimiter and is no row", "[datasets]") {
  for (const char* text : {"sep=;\nx;y\n1;a\n2;b\n", "\"sep=;\"\r\nx;y\r\n1;a\r\n2;b\r\n"}) {
    const RawTable table = read(text);
    REQUIRE(table.columns.size() == 2);
    CHECK(table.columns[0].name == "x");
    CHECK(table.lines == std::vector<std::size_t>{3, 4});
  }
}

TEST_CASE("the format is told from the bytes, whatever the name", "[datasets]") {
  for (const char* name : {"heart_scale", "a1a.t", "x.dat", "x.txt", "x.csv", "x.svm"}) {
    CAPTURE(name);
    CHECK(found("# c\n+1 1:0.5 2:2\r\n-1 2:1\n", {}, {}, name).form.format == Format::libsvm);
    CHECK(found("% c\n\n@RELATION r\n@attribute a real\n", {}, {}, name).form.format == Format::arff);
  }
  CHECK(found("1,2\n3,4\n", {}, {}, "x.dat").form.format == Format::csv);
  CHECK(found("1 12:30 x\n2 12:31 y\n", {}, {}, "x.dat").form.format == Format::csv);
  CHECK(found("1\n-1\n", {}, {}, "x.svm").form.format == Format::libsvm);
  CHECK(found("+1 1:2\n", {}, {}, "x.dat").notes ==
        Words{"x.dat: its rows are those of LIBSVM, so it is read with format=libsvm."});
}

TEST_CASE("an index 0 makes indices count from 0, but not against the file of a model", "[datasets]") {
  CHECK(found("1 0:1 1:2\n", {}, {}, "x.svm").form.first_index == 0);
  CHECK(found("1 1:2\n", {}, {}, "x.svm").form.first_index == 1);
  Form from_one{.format = Format::libsvm};
  CHECK(found("1 0:1 1:2\n", {}, from_one, "x.svm").form.first_index == 1);
  Form from_zero{.format = Format::libsvm, .csv = {}, .first_index = 0};
  CHECK(found("1 1:2\n", {}, from_zero, "x.svm").form.first_index == 0);
}

TEST_CASE("what bytes leave open is as in the file of the model, and no note says so", "[datasets]") {
  Form model;
  model.csv = {.delimiter = ';', .header = Header::none, .missing = {}, .decimal_mark = ','};
  const FoundForm words = found("red;x\nblue;y\n", {}, model), numbers = found("1;2\n3;4\n", {}, model);
  CHECK(words.form.csv.header == Header::none);
  CHECK(numbers.form.csv.decimal_mark == ',');
  CHECK(words.notes.empty());
  CHECK(numbers.notes.empty());
  CHECK(found("1.5;2\n2.5;3\n", {}, model).notes ==
        Words{"t.csv: decimals stand behind a point, so it is read with decimal=point."});
}

TEST_CASE("UTF-16 with a mark or without, a byte order mark and CR alone give the text of the file",
          "[datasets]") {
  const std::string text = "x,y\n1,\xc3\xa4\n2,\xf0\x9f\x98\x80\n";
  const std::u16string wide = u"x,y\n1,\u00e4\n2,\U0001F600\n";
  std::string low, high;
  for (const char16_t c : wide) {
    low += static_cast<char>(c & 0xff);
    low += static_cast<char>(c >> 8);
    high += static_cast<char>(c >> 8);
    high += static_cast<char>(c & 0xff);
  }
  CHECK(plain_text({"t", "\xff\xfe" + low}).file.bytes == text);
  CHECK(plain_text({"t", "\xfe\xff" + high}).file.bytes == text);
  CHECK(plain_text({"t", "\xff\xfe" + low}).notes == Words{"t: the file is UTF-16 and is read as such."});
  CHECK(plain_text({"t", "\xef\xbb\xbf" + text}).file.bytes == text);
  CHECK(plain_text({"t", "\xef\xbb\xbf" + text}).notes.empty());
  CHECK(plain_text({"t", "x,y\r1,0\r"}).file.bytes == "x,y\n1,0\n");
  CHECK(plain_text({"t", "x,y\r\n1,0\r\n"}).file.bytes == "x,y\r\n1,0\r\n");
  CHECK(tests::refusal([&] { plain_text({"t", "\xff\xfe" + low + "x"}); }).starts_with("t: byte "));
  CHECK(tests::refusal([&] {
          plain_text({"t", std::string("\xff\xfe\x00\xdc", 4)});
        }).starts_with("t: byte 3 breaks"));
}

TEST_CASE("text that is no UTF-8 is read as Windows-1252, and UTF-8 stays as it is", "[datasets]") {
  const PlainText read = plain_text({"t", "x,y\n1,Z\xfcrich\n2,5 \x80\n"});
  CHECK(read.file.bytes == "x,y\n1,Z\u00fcrich\n2,5 \u20ac\n");
  CHECK(read.notes == Words{"t: the file is not UTF-8 and is read as Windows-1252, or Latin-1."});
  for (const char* text :
       {"x,y\n1,a\n", "\u00fc,\u07ff", "\u0800\ud7ff\ue000\uffff", "\U00010000\U0010ffff"}) {
    CHECK(plain_text({"t", text}).file.bytes == text);
    CHECK(plain_text({"t", text}).notes.empty());
  }
  for (const char* broken :
       {"\xc0\x80", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "a\xfc", "\x80", "\xf0\x9f\x98"}) {
    CAPTURE(shown(broken));
    CHECK(plain_text({"t", broken}).notes.size() == 1);
  }
}

TEST_CASE("a file of another program is refused by what it is", "[datasets][degenerate]") {
  const std::pair<std::string, std::string> others[] = {
      {std::string("PK\3\4\0\0", 6), "a spreadsheet or a zip archive"},
      {"RDX3\nX\n", "a file of R"},
      {std::string("X\n\0\0\0\3", 6), "a file of R"},
      {"\x80\4\x95", "a pickle of Python"},
      {"\x93NUMPY\1", "an array of NumPy"},
      {"PAR1\x15", "a Parquet file"},
      {"BZh91AY", "packed by bzip2"},
      {"{\"x\":1,\"y\":0}\n{\"x\":2,\"y\":1}\n", "JSON"},
      {" [{\"x\": 1}]", "JSON"},
      {"<table border=\"1\">", "a web page"}};
  for (const auto& [bytes, what] : others) {
    CAPTURE(what);
    CHECK(tests::refusal([&, &text = bytes] { plain_text({"t.x", text}); }) ==
          "t.x: this is " + what + ", not a table as text. Save the table as CSV and name that file.");
  }
  for (const char* text : {"{a,b}\n1,2\n", "<=50K,1\n>50K,2\n", "[x],y\n1,0\n", "RD,y\n1,0\n"})
    CHECK(plain_text({"t", text}).file.bytes == text);
}

TEST_CASE("comments at the front are left out, and a first line of names behind a # stays", "[datasets]") {
  const PlainText read = plain_text({"t", "# made by hand\n#,2020\nx,z,y\n1,2,a\n"});
  CHECK(read.file.bytes == "\n\nx,z,y\n1,2,a\n");
  CHECK(read.notes == Words{"t: the lines at the front that begin with # are left out."});
  for (const char* text :
       {"# x,y\n1,0\n", "#x y\n1 0\n", "# one\n1 1:2\n", "#", "# x", "x,y\n# 1,0\n", "#a\n#b\n"}) {
    CAPTURE(text);
    CHECK(plain_text({"t", text}).file.bytes == text);
    CHECK(plain_text({"t", text}).notes.empty());
  }
}

TEST_CASE("UTF-16 without a mark is known by its zeros", "[datasets]") {
  std::string wide;
  for (const char c : std::string("x,y\n1,0\n2,1\n")) wide += std::string{c, '\0'};
  CHECK(plain_text({"t", wide}).file.bytes == "x,y\n1,0\n2,1\n");
}

TEST_CASE("a list of names is read back as it is written, commas and quotes and all", "[datasets]") {
  CHECK(names_in_list(" a, b ,, c") == Words{"a", "b", "c"});
  CHECK(names_in_list("\"a,b\",c") == Words{"a,b", "c"});
  for (const Words& names : {Words{"a"}, Words{"a,b", "say \"no\"", " x "}, Words{}, Words{"1", "2"}})
    CHECK(names_in_list(list_of_names(names)) == names);
}
