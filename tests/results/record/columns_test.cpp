#include "results/record/columns.hpp"

#include <algorithm>
#include <cmath>

#include "tests/results/store/hdf5/example_study.hpp"
#include "tests/results/store/journal/cells.hpp"
#include "tests/support/catch.hpp"

using namespace results;

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
