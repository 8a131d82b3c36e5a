#include <limits>

#include "results/store/journal.hpp"
#include "results/store/journal_index.hpp"
#include "results/store/journal_line.hpp"
#include "tests/results/store/journal/cells.hpp"
#include "tests/results/store/journal/scratch_directory.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/read_journal.hpp"

using namespace results;

namespace {

/// What the index and the full parse both make of these lines; they must agree.
JournalContents both(const std::vector<Record>& lines) {
  const ScratchDirectory scratch;
  std::string bytes = journal_header();
  for (const Record& record : lines) bytes += journal_line(record);
  put_bytes(scratch / "journal.jsonl", bytes);
  const auto index = index_journals({scratch / "journal.jsonl"});
  auto contents = read_journal(scratch / "journal.jsonl");
  CHECK(index.report().conflicts == contents.report.conflicts);
  CHECK(index.report().lines == lines.size());
  CHECK(index.size() == contents.records.size());
  for (const Record& record : contents.records) CHECK(index.outcome(record.key) == record.outcome);
  return contents;
}

} // namespace

TEST_CASE("of a failure and a later success the success counts", "[journal][repetition]") {
  const auto contents = both({failed_cell('a', 0), ok_cell('b', 0), ok_cell('a', 0)});
  REQUIRE(contents.records.size() == 2);
  CHECK(same(contents.records[0], ok_cell('a', 0)));
  CHECK(contents.report.conflicts.empty());
}

TEST_CASE("a later failure does not take a success away", "[journal][repetition]") {
  const auto contents = both({ok_cell('a', 0), failed_cell('a', 0)});
  REQUIRE(contents.records.size() == 1);
  CHECK(contents.records[0].outcome == Outcome::ok);
  CHECK(contents.report.conflicts.empty());
}

TEST_CASE("of two failures the later one counts", "[journal][repetition]") {
  Record later = failed_cell('a', 0);
  later.error = "another reason";
  CHECK(both({failed_cell('a', 0), later}).records.at(0).error == "another reason");
}

TEST_CASE("the same cell twice with the same values is no alarm, whatever time it took",
          "[journal][repetition]") {
  Record again = ok_cell('a', 0);
  again.seconds = 99;
  const auto contents = both({ok_cell('a', 0), again});
  CHECK(contents.records.size() == 1);
  CHECK(contents.report.conflicts.empty());
}

TEST_CASE("the same cell with other values is an alarm, once a cell, and the first counts",
          "[journal][repetition]") {
  const auto contents = both({ok_cell('b', 1, 1.0), ok_cell('a', 0, 1.0), ok_cell('b', 1, 2.0),
                              ok_cell('b', 1, 3.0), ok_cell('a', 0, 1.0)});
  CHECK(contents.report.conflicts == std::vector<Key>{{setting_key('b'), 1}});
  REQUIRE(contents.records.size() == 2);
  CHECK(same(contents.records[1], ok_cell('b', 1, 1.0)));
}

TEST_CASE("an alarm after a repeated failure is heard", "[journal][repetition]") {
  CHECK(both({failed_cell('a', 0), ok_cell('a', 0, 1.0), ok_cell('a', 0, 2.0)}).report.conflicts.size() == 1);
}

TEST_CASE("two computations agree bit for bit or disagree", "[journal][repetition]") {
  const Record one = ok_cell('a', 0, 0.1);
  Record other = one;
  CHECK_FALSE(disagree(one, other));
  other.outcome = Outcome::not_converged;
  CHECK(disagree(one, other));
  other = one;
  other.values["cre"] = std::nextafter(0.1, 1.0);
  CHECK(disagree(one, other));
  other = one;
  other.values.erase("cre");
  CHECK(disagree(one, other));
  other = one;
  other.values["more"] = 0;
  CHECK(disagree(one, other));
  Record missing = one, missing_too = one;
  missing.values["cre"] = std::numeric_limits<double>::quiet_NaN();
  missing_too.values["cre"] = -std::numeric_limits<double>::quiet_NaN();
  CHECK_FALSE(disagree(missing, missing_too));
  CHECK(disagree(one, missing));
}
