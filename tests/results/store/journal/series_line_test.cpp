#include <bit>
#include <cmath>
#include <limits>

#include "results/store/journal.hpp"
#include "results/store/journal_line.hpp"
#include "tests/results/store/journal/cells.hpp"
#include "tests/results/store/journal/scratch_directory.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/read_journal.hpp"

using namespace results;

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
  CHECK(disagree(one, cell_with({})));
}
