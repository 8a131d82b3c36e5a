#include "results/record/record.hpp"

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"
#include "results/record/columns.hpp"
#include "results/record/text.hpp"
#include "results/store/hdf5/results_file.hpp"
#include "results/store/journal.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/results/store/hdf5/example_study.hpp"
#include "tests/results/store/hdf5/same_results.hpp"
#include "tests/results/store/journal/cells.hpp"
#include "tests/results/store/journal/scratch_directory.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/read_journal.hpp"

using namespace results;
using handmade::inf;

TEST_CASE("the columns of a study hold its own cells, sorted, and no others", "[columns]") {
  const StudyCard card = example_card(5);
  std::vector<Record> records = example_records(card);
  const Results clean = assemble(card, records);
  Record foreign, beyond;
  foreign.key.setting = std::string(32, '0'); // a setting the study no longer has
  beyond.key = {card.settings[0].key, 5};     // a replicate beyond its number of replications
  records.push_back(foreign);
  records.push_back(beyond);
  std::reverse(records.begin(), records.end());
  const Results results = assemble(card, records);
  CHECK(results.data_hash == clean.data_hash);
  REQUIRE(results.rows.size() == 5 * card.settings.size());
  for (std::size_t i = 0; i < results.rows.size(); ++i) {
    CHECK(results.rows.setting[i] == static_cast<std::int32_t>(i / 5));
    CHECK(results.rows.replicate[i] == static_cast<std::int32_t>(i % 5));
  }
  CHECK(results.rows.values.at("gkl")[1] == std::numeric_limits<double>::infinity());
  CHECK(std::isnan(results.rows.values.at("lambda")[1]));
  const auto failed = std::count(results.rows.outcome.begin(), results.rows.outcome.end(), 2);
  CHECK(failed > 0);
  CHECK(results.failures.size() == static_cast<std::size_t>(failed));
}

TEST_CASE("of a cell entered twice the first record counts, unless it failed", "[columns]") {
  ResultColumns columns({setting_key('a'), setting_key('b')}, 2);
  CHECK_FALSE(columns.outcome(0, 1).has_value());
  Record first = ok_cell('a', 1, 1.0);
  first.series = {{"t.x", {1, 2}}};
  CHECK(columns.enter(first));
  CHECK(columns.enter(ok_cell('a', 1, 9.0)));
  CHECK(columns.enter(failed_cell('b', 0)));
  CHECK(columns.outcome(1, 0) == Outcome::failed);
  CHECK(columns.failures().size() == 1);
  CHECK(columns.enter(ok_cell('b', 0, 2.0)));
  CHECK(columns.failures().empty());
  const Rows rows = columns.rows();
  CHECK(rows.values.at("cre") == std::vector<double>{1, 2});
  CHECK(rows.series.at("t").columns.at("x") == std::vector<double>{1, 2});
  CHECK(rows.series.at("t").row == std::vector<std::int32_t>{0, 0});
}

TEST_CASE("later records of a cell add what it lacks, and one that lacks what is asked for does not count",
          "[columns]") {
  ResultColumns columns({setting_key('a')}, 3, {"cre", "mse"});
  Record further = ok_cell('a', 0, 9.0);
  further.values["mse"] = 7;
  further.outcome = Outcome::not_converged;
  CHECK(columns.enter(ok_cell('a', 0, 1.0)));
  CHECK(columns.enter(failed_cell('a', 1)));
  CHECK(columns.counts().finished() == 1);
  CHECK(columns.counts().failed == 1);
  CHECK(columns.enter(failed_cell('a', 0)));
  CHECK(columns.enter(further));
  CHECK(columns.counts().ok == 1);
  CHECK(columns.rows().values.at("cre")[0] == 1);
  CHECK(columns.rows().values.at("mse")[0] == 7);
  CHECK(columns.failures().size() == 1);
}

TEST_CASE("a failed cell is a row without values and without series", "[columns][degenerate]") {
  ResultColumns columns({setting_key('a')}, 2);
  Record failure = failed_cell('a', 0);
  failure.values["cre"] = 1;
  failure.series["t.x"] = {1};
  columns.enter(failure);
  CHECK(columns.rows().size() == 1);
  CHECK(columns.rows().values.empty());
  CHECK(columns.rows().series.empty());
}

TEST_CASE("series stand one under the other, sorted by row, with NaN for a column a cell lacks",
          "[columns]") {
  ResultColumns columns({setting_key('a')}, 4);
  Record one = ok_cell('a', 3), two = ok_cell('a', 0), none = ok_cell('a', 1);
  one.series = {{"t.x", {1, 2}}, {"t.y", {3, 4}}, {"u.z", {5}}};
  two.series = {{"t.x", {7}}};
  none.series = {{"t.x", {}}};
  for (const Record& record : {one, two, none}) CHECK(columns.enter(record));
  const Rows rows = columns.rows();
  REQUIRE(rows.series.size() == 2);
  const SeriesTable& t = rows.series.at("t");
  CHECK(t.row == std::vector<std::int32_t>{0, 2, 2});
  CHECK(t.columns.at("x") == std::vector<double>{7, 1, 2});
  CHECK(std::isnan(t.columns.at("y")[0]));
  CHECK(t.columns.at("y")[2] == 4);
  CHECK(rows.series.at("u").row == std::vector<std::int32_t>{2});
}

TEST_CASE("a record whose series are uneven is a programmer's mistake", "[columns][degenerate]") {
  ResultColumns columns({setting_key('a')}, 1);
  Record record = ok_cell('a', 0);
  record.series = {{"t.x", {1, 2}}, {"t.y", {3}}};
  CHECK_THROWS_AS(columns.enter(record), std::logic_error);
  CHECK_FALSE(columns.outcome(0, 0).has_value());
}

TEST_CASE("a number is printed with just its decimals, correctly rounded", "[number]") {
  CHECK(decimal(0.5814, 3) == "0.581");
  CHECK(decimal(0.5816, 3) == "0.582");
  CHECK(decimal(0.125, 2) == "0.12"); // exactly half: to even
  CHECK(decimal(0.375, 2) == "0.38");
  CHECK(decimal(1.005, 2) == "1.00"); // the double is 1.00499999999999989...
  CHECK(decimal(12, 0) == "12");
  CHECK(decimal(-0.0004, 3) == "0.000");
  CHECK(decimal(-0.0006, 3) == "-0.001");
  CHECK(decimal(1.5e12, 2) == "1.50e+12");
}

TEST_CASE("what is not a finite number is printed as what it is", "[number][degenerate]") {
  CHECK(decimal(inf, 3) == "inf");
  CHECK(decimal(-inf, 3) == "-inf");
  CHECK(decimal(std::nan(""), 3) == "--");
  CHECK(spread(inf, 3).empty());
  CHECK(spread(std::nan(""), 3).empty());
}

TEST_CASE("a standard error gets one decimal more than its mean", "[number]") {
  CHECK(spread(0.00281, 3) == "(0.0028)");
  CHECK(spread(0.31, 0) == "(0.3)");
}

TEST_CASE("missing replicates show in the count", "[number]") {
  CHECK(replicate_count(100, 100) == "100");
  CHECK(replicate_count(97, 100) == "97/100");
  CHECK(replicate_count(0, 100) == "0/100");
}

TEST_CASE("a printed number carries the unit of its last digit", "[number]") {
  CHECK(read_printed(".581").value == 0.581);
  CHECK(read_printed(".581").ulp == 1e-3);
  CHECK(read_printed("0.540").ulp == 1e-3);
  CHECK(read_printed("2.06").ulp == 1e-2);
  CHECK(read_printed("20.3").ulp == 0.1);
  CHECK(read_printed("12").ulp == 1);
  CHECK(read_printed("1.2e-3").ulp == 1e-4);
  CHECK(read_printed("-0.5").value == -0.5);
  CHECK(read_printed("inf").value == inf);
  CHECK(read_printed("inf").rounding() == 0);
  CHECK(read_printed("0.54").rounding() == Approx(0.01 / std::sqrt(12.0)));
}

TEST_CASE("a published text that is not a number is refused", "[number]") {
  for (const char* text : {"", "-", "2.06%", "0,581", ".581 (.0028)", "nan", "n/a", " 0.5"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(read_printed(text), core::UserError);
  }
}

TEST_CASE("a series is called <table>.<column>, in letters, digits and underscores", "[series]") {
  const auto name = series_name("criterion.lambda");
  REQUIRE(name.has_value());
  CHECK(name->table == "criterion");
  CHECK(name->column == "lambda");
  CHECK(name->text() == "criterion.lambda");
  CHECK(series_name("path.w_1").has_value());
  for (const char* text : {"", ".", "criterion", "criterion.", ".lambda", "a.b.c", "a..b", "a/b.c", "a.b/c",
                           "a b.c", "a.\"b\"", "a.λ", "a.row", "a.point", "a.replicate"}) {
    CAPTURE(text);
    CHECK_FALSE(series_name(text).has_value());
  }
}

TEST_CASE("series are even where the columns of each table have one length", "[series]") {
  CHECK(is_even({}));
  CHECK(is_even({{"a.x", {}}, {"a.y", {}}}));
  CHECK(is_even({{"a.x", {1, 2}}, {"a.y", {3, 4}}, {"b.x", {5}}}));
  CHECK_FALSE(is_even({{"a.x", {1, 2}}, {"a.y", {3}}}));
  CHECK_FALSE(is_even({{"a.x", {1, 2}}, {"a.y", {}}}));
  CHECK_FALSE(is_even({{"a", {1, 2}}}));
}

TEST_CASE("the points of a row are found, also where it has none", "[series]") {
  const SeriesTable table{{1, 1, 4}, {{"x", {0.5, 1.5, 2.5}}}};
  CHECK(points_of(table, 1) == std::pair<std::size_t, std::size_t>(0, 2));
  CHECK(points_of(table, 4) == std::pair<std::size_t, std::size_t>(2, 3));
  CHECK(points_of(table, 0) == std::pair<std::size_t, std::size_t>(0, 0));
  CHECK(points_of(table, 3) == std::pair<std::size_t, std::size_t>(2, 2));
  CHECK(points_of(table, 5) == std::pair<std::size_t, std::size_t>(3, 3));
}

TEST_CASE("a text that every file can hold stays as it is", "[storable]") {
  for (const char* text : {"", "plain", "two\nlines\t\x1b[0m \"quoted\" \\", "λ “x” 𝔸 \xef\xbf\xbd"})
    CHECK(storable(text) == text);
}

TEST_CASE("bytes that are no UTF-8, and zero bytes, are replaced one by one", "[storable][degenerate]") {
  const std::string mark = "\xef\xbf\xbd";
  CHECK(storable("caf\xe9!") == "caf" + mark + "!");
  CHECK(storable(std::string("a\0b", 3)) == "a" + mark + "b");
  CHECK(storable("\xce") == mark);
  CHECK(storable("\x80\x81") == mark + mark);
}

TEST_CASE("a failure with any bytes in its texts has one data_hash, from memory, journal and results.h5",
          "[storable][reproducibility]") {
  const ScratchDirectory scratch;
  const StudyCard card = example_card(1);
  Record record{{card.settings[0].key, 0}, Outcome::failed};
  record.stage = "fit";
  record.error = std::string("caf\xe9\0!", 6);
  record.signal = 6;
  record.stderr_tail = std::string("\xff\0 at 0x55d0\n", 13);
  Journal(scratch / "journal.jsonl").append(record);
  const Results from_memory = assemble(card, {record});
  const Results from_journal = assemble(card, read_journal(scratch / "journal.jsonl").records);
  CHECK(same(from_memory, from_journal));
  write_results(scratch / "results.h5", from_memory);
  CHECK(same(read_results(scratch / "results.h5"), from_memory));
}

TEST_CASE("signals are named as programmers know them", "[signal]") {
  CHECK(signal_name(9) == "SIGKILL");
  CHECK(signal_name(11) == "SIGSEGV");
  CHECK(signal_name(0) == "signal 0");
  CHECK(signal_name(999) == "signal 999");
}
