#include <bit>
#include <cmath>
#include <limits>

#include "core/contract.hpp"
#include "results/store/journal.hpp"
#include "results/store/journal_line.hpp"
#include "tests/results/store/journal/cells.hpp"
#include "tests/results/store/journal/scratch_directory.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/read_journal.hpp"

using namespace results;

namespace {

std::string json_of(const Record& record) {
  const std::string line = journal_line(record);
  const auto json = checked_json(std::string_view(line).substr(0, line.size() - 1));
  REQUIRE(json.has_value());
  return std::string(*json);
}

} // namespace

// The checksums were computed with Python's zlib.crc32 of the text after the first space.
TEST_CASE("a line holds the values that its record holds, whoever wrote it", "[journal]") {
  const std::vector<std::string> names{"gkl", "mse", "cre", "nothing", "odd \"name\""};
  Record record = ok_cell('a', 0);
  record.values["mse"] = std::numeric_limits<double>::quiet_NaN();
  const auto held_by = [&](const Record& one) {
    const std::string line = journal_line(one);
    const std::string_view json = checked_json(std::string_view(line).substr(0, line.size() - 1)).value();
    CHECK(held_values(json, names) == held_values(read_record(json).value(), names));
    return held_values(json, names);
  };
  CHECK(held_by(record) == 0b00111); // NaN is a value
  record.series = {{"t.x", {1, 2}}};
  CHECK(held_by(record) == 0b00111);
  record.values["odd \"name\""] = 1; // by the JSON parser
  CHECK(held_by(record) == 0b10111);
  record.values.clear();
  CHECK(held_by(record) == 0);
  const std::string line = journal_line(failed_cell('a', 1));
  CHECK(held_values(checked_json(std::string_view(line).substr(0, line.size() - 1)).value(), names) == 0);
  CHECK(all_values(names) == 0b11111);
  CHECK(all_values({}) == 0);
  CHECK(all_values(std::vector<std::string>(64, "x")) == ~HeldValues{0});
}

TEST_CASE("the lines of a journal are these bytes", "[journal][golden]") {
  CHECK(journal_header() == "3eba59e9 {\"format\":\"marginlab-journal\",\"format_version\":\"1.2\"}\n");
  CHECK(
      journal_line(ok_cell('a', 7)) ==
      "464013d8 "
      "{\"key\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/7\",\"outcome\":\"ok\",\"values\":{\"cre\":0.5,\"gkl\":1},"
      "\"seconds\":0.25}\n");
  CHECK(journal_line(failed_cell('0', 0)) ==
        "ef56bef7 "
        "{\"key\":\"00000000000000000000000000000000/"
        "0\",\"outcome\":\"failed\",\"values\":{},\"stage\":\"fit\","
        "\"error\":\"one class only\",\"seconds\":0}\n");
  Record killed = failed_cell('0', 1);
  killed.error = "ended by SIGSEGV";
  killed.signal = 11;
  killed.stderr_tail = "one\ntwo";
  CHECK(
      journal_line(killed) ==
      R"(ef31f922 {"key":"00000000000000000000000000000000/1","outcome":"failed","values":{},"stage":"fit",)"
      R"("error":"ended by SIGSEGV","signal":11,"stderr_tail":"one\ntwo","seconds":0})"
      "\n");
}

// Written by the program of format 1.1.
TEST_CASE("a journal of format 1.1 is read; its failures have neither signal nor standard error",
          "[journal][golden]") {
  const ScratchDirectory scratch;
  put_bytes(
      scratch / "journal.jsonl",
      R"(3cfce7b0 {"format":"marginlab-journal","format_version":"1.1"})"
      "\n"
      R"(ef56bef7 {"key":"00000000000000000000000000000000/0","outcome":"failed","values":{},"stage":"fit",)"
      R"("error":"one class only","seconds":0})"
      "\n");
  const auto contents = read_journal(scratch / "journal.jsonl");
  REQUIRE(contents.records.size() == 1);
  CHECK(same(contents.records[0], failed_cell('0', 0)));
}

TEST_CASE("every double comes back from a line with the same bits, by either parser",
          "[journal][roundtrip]") {
  using limits = std::numeric_limits<double>;
  Record record = ok_cell('b', 2147483647);
  record.values = {{"zero", 0.0},
                   {"minus_zero", -0.0},
                   {"tenth", 0.1},
                   {"third", 1.0 / 3},
                   {"huge", limits::max()},
                   {"tiny", limits::denorm_min()},
                   {"inf", limits::infinity()},
                   {"minus_inf", -limits::infinity()},
                   {"many", 1e22},
                   {"whole", 123456789012345678.0}};
  record.seconds = limits::infinity();
  for (const char* stage : {"", "a stage makes the line take the JSON parser"}) {
    record.stage = stage;
    const auto back = read_record(json_of(record));
    REQUIRE(back.has_value());
    CHECK(back->seconds == record.seconds);
    REQUIRE(back->values.size() == record.values.size());
    for (const auto& [name, value] : record.values) {
      CAPTURE(name, stage);
      CHECK(std::bit_cast<std::uint64_t>(back->values.at(name)) == std::bit_cast<std::uint64_t>(value));
    }
  }
  record.values = {{"nan", limits::quiet_NaN()}};
  CHECK(std::isnan(read_record(json_of(record))->values.at("nan")));
}

TEST_CASE("a record with any text in it is one line and comes back", "[journal][roundtrip]") {
  Record record = failed_cell('c', 3);
  record.stage = "tuning \"lambda\"";
  record.error = "two\nlines, a tab\t, a backslash \\, λ = 1/C, and 100 %";
  record.signal = 64;
  record.stderr_tail = "\x1b[31mred\x1b[0m\nλ\r\n";
  record.values = {{"plain", 1.0}, {"with \"quotes\" and λ", 2.0}};
  const std::string line = journal_line(record);
  CHECK(line.find('\n') == line.size() - 1);
  const auto back = read_record(json_of(record));
  REQUIRE(back.has_value());
  CHECK(same(*back, record));
}

TEST_CASE("bytes that are no UTF-8 do not stop a record from being stored", "[journal][degenerate]") {
  Record record = failed_cell('c', 3);
  record.error = "caf\xe9";
  record.stderr_tail = "\x80\xff tail";
  CHECK(read_record(json_of(record))->error == "caf\xef\xbf\xbd");
  CHECK(read_record(json_of(record))->stderr_tail == "\xef\xbf\xbd\xef\xbf\xbd tail");
}

TEST_CASE("a line with any one byte changed is refused", "[journal][degenerate]") {
  const std::string line = journal_line(ok_cell('d', 12));
  const std::string text = line.substr(0, line.size() - 1);
  REQUIRE(checked_json(text).has_value());
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string damaged = text;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x01);
    CAPTURE(i, damaged);
    CHECK_FALSE(checked_json(damaged).has_value());
  }
}

TEST_CASE("text that is not a cell is not read as one", "[journal][degenerate]") {
  const std::string good = json_of(ok_cell('e', 1));
  REQUIRE(read_head(good).has_value());
  REQUIRE(read_record(good).has_value());
  for (const char* text :
       {"", "{}", "{\"key\":\"\"}", "{\"key\":\"eeee/1\",\"outcome\":\"ok\",\"values\":{},\"seconds\":1}",
        "{\"key\":\"zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz/1\",\"outcome\":\"ok\",\"values\":{},\"seconds\":1}",
        "{\"key\":\"eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee/1\",\"outcome\":\"fine\",\"values\":{},\"seconds\":1}",
        "{\"key\":\"eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee/\",\"outcome\":\"ok\",\"values\":{},\"seconds\":1}"}) {
    CAPTURE(text);
    CHECK_FALSE(read_head(text).has_value());
    CHECK_FALSE(read_record(text).has_value());
  }
  const std::string head = "{\"key\":\"eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee/1\",\"outcome\":\"ok\"";
  for (const char* rest :
       {"", "}", ",\"values\":{}}", ",\"values\":{\"a\":\"many\"},\"seconds\":1}",
        ",\"values\":[],\"seconds\":1}", ",\"values\":{},\"seconds\":1,\"stage\":5}",
        ",\"values\":{},\"signal\":\"SIGSEGV\",\"seconds\":1}",
        ",\"values\":{},\"signal\":1.5,\"seconds\":1}", ",\"values\":{},\"stderr_tail\":[],\"seconds\":1}"}) {
    CAPTURE(rest);
    CHECK_FALSE(read_record(head + rest).has_value());
  }
}

TEST_CASE("a setting that is no key is a programmer's mistake", "[journal][degenerate]") {
  Record record = ok_cell('a', 0);
  for (const char* key :
       {"", "short", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "gggggggggggggggggggggggggggggggg"}) {
    record.key.setting = key;
    CHECK_THROWS_AS(journal_line(record), std::logic_error);
  }
}

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity(),
                 undefined = std::numeric_limits<double>::quiet_NaN();

std::string json_with_series_of(const Record& record) {
  const std::string line = journal_line(record);
  return std::string(checked_json(std::string_view(line).substr(0, line.size() - 1)).value());
}

Record cell_with(SeriesByName series) {
  Record record = ok_cell('a', 7);
  record.series = std::move(series);
  return record;
}

} // namespace

// The checksum was computed with Python's zlib.crc32 of the text after the first space.
TEST_CASE("the line of a cell with series is these bytes", "[journal][series][golden]") {
  const SeriesByName series{
      {"criterion.lambda", {0.1, 1, 100}}, {"criterion.value", {0.25, infinity, undefined}}, {"path.pi", {}}};
  CHECK(journal_line(cell_with(series)) ==
        R"(3f0be25f {"key":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/7","outcome":"ok","values":{"cre":0.5,"gkl":1},)"
        R"("series":{"criterion.lambda":[0.1,1,100],"criterion.value":[0.25,"inf","nan"],"path.pi":[]},)"
        R"("seconds":0.25})"
        "\n");
}

TEST_CASE("series come back with the same bits, by the scanner and by the JSON parser",
          "[journal][series][roundtrip]") {
  using limits = std::numeric_limits<double>;
  const SeriesByName series{{"a.x", {0.1, -0.0, limits::max(), limits::denorm_min(), 1e22}},
                            {"a.y", {infinity, -infinity, undefined, 1.0 / 3, 0}},
                            {"b.x", {}},
                            {"c.x", {undefined}}};
  Record record = cell_with(series);
  const auto check = [&] {
    const auto back = read_record(json_with_series_of(record));
    REQUIRE(back.has_value());
    CHECK_FALSE(disagree(*back, record));
    CHECK(back->values == record.values);
    REQUIRE(back->series.size() == series.size());
    for (const auto& [name, numbers] : series) {
      REQUIRE(back->series.at(name).size() == numbers.size());
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        CAPTURE(name, i);
        const double found = back->series.at(name)[i];
        CHECK((std::isnan(numbers[i])
                   ? std::isnan(found)
                   : std::bit_cast<std::uint64_t>(found) == std::bit_cast<std::uint64_t>(numbers[i])));
      }
    }
    CHECK(back->seconds == record.seconds);
  };
  check();
  record.values["a name with \"quotes\""] = 1; // which the scanner leaves to the parser
  check();
}

TEST_CASE("a line without series is read as a cell without any", "[journal][series]") {
  CHECK(json_with_series_of(ok_cell('a', 1)).find("series") == std::string::npos);
  CHECK(read_record(json_with_series_of(ok_cell('a', 1)))->series.empty());
}

TEST_CASE("text whose series are no lists of numbers, or uneven, is no cell",
          "[journal][series][degenerate]") {
  const std::string head =
      R"({"key":"eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee/1","outcome":"ok","values":{},"series":)";
  REQUIRE(read_record(head + R"({"a.x":[1,2],"a.y":[3,4]},"seconds":1})").has_value());
  for (const char* series :
       {"5", "[]", "[1]", R"({"a.x":1})", R"({"a.x":[1,2})", R"({"a.x":[1 2]})", R"({"a.x":[1,,2]})",
        R"({"a.x":["many"]})", R"({"a.x":[[1]]})", R"({"a.x":[null]})", R"({"a.x":[1],"a.y":[1,2]})",
        R"({"a.x":[1],"a.y":[]})", R"({"x":[1]})", R"({"a.x/y":[1]})", R"({"a.row":[1]})"}) {
    CAPTURE(series);
    CHECK_FALSE(read_record(head + series + R"(,"seconds":1})").has_value());
  }
}

TEST_CASE("a line with uneven series counts as damaged, and the other cells are read",
          "[journal][series][degenerate]") {
  const ScratchDirectory scratch;
  // The checksum was computed with Python's zlib.crc32.
  const std::string uneven =
      R"(b75f5961 {"key":"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb/0","outcome":"ok","values":{},)"
      R"("series":{"a.x":[1],"a.y":[]},"seconds":1})";
  put_bytes(scratch / "journal.jsonl",
            journal_header() + journal_line(ok_cell('a', 0)) + uneven + "\n" + journal_line(ok_cell('c', 0)));
  const auto contents = read_journal(scratch / "journal.jsonl");
  CHECK(contents.records.size() == 2);
  CHECK(contents.report.lines == 2);
  CHECK(contents.report.damaged == std::vector<std::size_t>{3});
}

TEST_CASE("a record with uneven series is not written: a programmer's mistake",
          "[journal][series][degenerate]") {
  CHECK_THROWS_AS(journal_line(cell_with({{"a.x", {1}}, {"a.y", {}}})), std::logic_error);
  CHECK_THROWS_AS(journal_line(cell_with({{"x", {1}}})), std::logic_error);
}

TEST_CASE("two computations whose series differ in a bit disagree", "[journal][series][repetition]") {
  const Record one = cell_with({{"a.x", {0.1, undefined}}});
  CHECK_FALSE(disagree(one, cell_with({{"a.x", {0.1, -undefined}}})));
  CHECK(disagree(one, cell_with({{"a.x", {std::nextafter(0.1, 1.0), undefined}}})));
  CHECK(disagree(one, cell_with({{"a.x", {0.1}}})));
  CHECK(disagree(one, cell_with({{"a.y", {0.1, undefined}}})));
  CHECK_FALSE(disagree(one, cell_with({}))); // its program does not store the table
  CHECK(disagree(one, cell_with({{"a.none", {}}})));
}
