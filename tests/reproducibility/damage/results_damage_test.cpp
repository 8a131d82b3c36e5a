#include "results/store/journal.hpp"
#include "results/store/journal_line.hpp"
#include "tests/reproducibility/damage/finished_run.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/read_journal.hpp"

using namespace reproducibility;
using Catch::Contains;

TEST_CASE("a flipped byte in results.h5 is damage, and the same command publishes it anew from the journal",
          "[reproducibility][damage]") {
  const FinishedRun run;
  const std::string whole = bytes_of(run.results), journal = bytes_of(run.journal);
  for (const int of_ten : {0, 3, 6, 9}) {
    std::string bytes = whole;
    bytes[bytes.size() / 10 * static_cast<std::size_t>(of_ten) + 100] ^= 4;
    put_bytes(run.results, bytes);
    const Answer found = run.fsck();
    CAPTURE(of_ten, found.printed);
    CHECK(found.code == 3);
    CHECK_THAT(found.printed, Contains("DAMAGE  results.h5: "));
    CHECK_THAT(found.printed,
               Contains("; nothing is lost, marginlab merge makes it anew from the journals\n"));
    const Answer again = run.run();
    CHECK(again.code == 0);
    CHECK_THAT(again.said, Contains("24 already stored, 0 to compute"));
    CHECK(stored(run.directory).data_hash == run.data_hash);
    CHECK(run.fsck().code == 0);
  }
  CHECK(bytes_of(run.journal) == journal);
}

TEST_CASE("a cell stored twice with different values raises the alarm, and nothing is computed or published",
          "[reproducibility][damage]") {
  const FinishedRun run;
  results::Record other = results::read_journal(run.journal).records.front();
  other.values["gkl"] += 1e-12;
  std::ofstream(run.journal, std::ios::app | std::ios::binary) << results::journal_line(other);
  const std::string journal = bytes_of(run.journal), results = bytes_of(run.results);
  const std::string key = other.key.text(), directory = run.directory.string();
  const Answer again = run.run();
  CHECK(again.code == 3);
  CHECK_THAT(
      again.said,
      Contains("the journals of " + directory + " hold 1 cell(s) twice with different values, the first is " +
               key + " (a result that cannot be repeated) find out which is right: marginlab replay " +
               directory + " " + key + "\n"));
  const Answer merged = answer_to({"merge", directory});
  CHECK(merged.code == 3);
  CHECK(bytes_of(run.journal) == journal);
  CHECK(bytes_of(run.results) == results);
  const Answer found = run.fsck();
  CHECK(found.code == 3);
  CHECK_THAT(found.printed, Contains("DAMAGE  " + key +
                                     " is stored twice with different values (a result that cannot "
                                     "be repeated) find out which is right: marginlab replay " +
                                     directory + " " + key + "\n"));
}

TEST_CASE("a cell stored twice with the same values is no alarm", "[reproducibility][damage]") {
  const FinishedRun run;
  results::Record same = results::read_journal(run.journal).records.front();
  same.seconds += 1;
  std::ofstream(run.journal, std::ios::app | std::ios::binary) << results::journal_line(same);
  CHECK(run.run().code == 0);
  CHECK(stored(run.directory).data_hash == run.data_hash);
  CHECK(run.fsck().code == 0);
}
