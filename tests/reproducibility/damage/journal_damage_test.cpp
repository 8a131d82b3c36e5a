#include "tests/reproducibility/damage/finished_run.hpp"
#include "tests/support/catch.hpp"

using namespace reproducibility;
using Catch::Contains;

namespace {

/// The same command again mends it, saying so.
void require_mended(const FinishedRun& run, const std::string& sentence) {
  const Answer again = run.run();
  CAPTURE(again.said);
  REQUIRE(again.code == 0);
  CHECK_THAT(again.said, Contains(sentence));
  CHECK(stored(run.directory).data_hash == run.data_hash);
}

/// The first byte of a line, counted from 1.
std::size_t line_start(const std::string& text, int line) {
  std::size_t at = 0;
  for (int i = 1; i < line; ++i) at = text.find('\n', at) + 1;
  return at;
}

} // namespace

TEST_CASE("a torn last line is no damage: it is said, cut off, and its cell computed again",
          "[reproducibility][damage]") {
  const FinishedRun run;
  const std::string whole = bytes_of(run.journal);
  put_bytes(run.journal, whole.substr(0, whole.size() - 10));
  std::filesystem::remove(run.results); // as a kill leaves it before the first snapshot
  const Answer found = run.fsck();
  CHECK(found.code == 0);
  CHECK_THAT(found.printed,
             Contains("note    journal.jsonl: the last line was torn off; the next run computes its "
                      "cell again\n"));
  CHECK_THAT(found.printed,
             Contains("note    results.h5 is not there; marginlab merge makes it from the journals\n"));
  require_mended(run, "the last line of journal.jsonl was torn off; its cell is computed again\n");
  CHECK(bytes_of(run.journal).substr(0, line_start(whole, 25)) == whole.substr(0, line_start(whole, 25)));
  const Answer after = run.fsck();
  CHECK(after.code == 0);
  CHECK_THAT(after.printed, !Contains("note  ") && Contains("24 of 24 cells are stored"));
}

TEST_CASE("a journal cut in the middle of a line costs the cells behind the cut, and fsck calls it damage",
          "[reproducibility][damage]") {
  const FinishedRun run;
  const std::string whole = bytes_of(run.journal);
  put_bytes(run.journal, whole.substr(0, line_start(whole, 12) + 40));
  const Answer found = run.fsck();
  CHECK(found.code == 3);
  CHECK_THAT(found.printed, Contains("10 of 24 cells are stored"));
  CHECK_THAT(found.printed,
             Contains("DAMAGE  results.h5 has 14 cell(s) that no journal has (a journal was cut "
                      "short or removed); the next run computes them again\n"));
  require_mended(run, "10 already stored, 14 to compute");
  CHECK(run.fsck().code == 0);
}

TEST_CASE("a journal of zero bytes is begun anew, and fsck calls it damage", "[reproducibility][damage]") {
  const FinishedRun run;
  put_bytes(run.journal, "");
  const Answer found = run.fsck();
  CHECK(found.code == 3);
  CHECK_THAT(found.printed, Contains("DAMAGE  results.h5 has 24 cell(s) that no journal has"));
  require_mended(run, "0 already stored, 24 to compute");
  CHECK(run.fsck().code == 0);
}

TEST_CASE("a flipped byte in a journal costs one cell and is reported by its line",
          "[reproducibility][damage]") {
  const FinishedRun run;
  std::string bytes = bytes_of(run.journal);
  bytes[line_start(bytes, 7) + 60] ^= 1;
  put_bytes(run.journal, bytes);
  const Answer found = run.fsck();
  CHECK(found.code == 3);
  CHECK_THAT(found.printed,
             Contains("DAMAGE  journal.jsonl: 1 line(s) are damaged, the first is line 7; the next run "
                      "computes their cells again\n"));
  require_mended(
      run, "journal.jsonl has 1 damaged line(s), the first is line 7; their cells are computed again\n");
  CHECK_THAT(run.fsck().printed, Contains("24 of 24 cells are stored"));
}

TEST_CASE("a journal that is none is refused and left alone", "[reproducibility][damage]") {
  const FinishedRun run;
  put_bytes(run.journal, "dear diary\n");
  const Answer again = run.run();
  CHECK(again.code == 2);
  CHECK_THAT(again.said,
             Contains("marginlab: '" + run.journal.string() +
                      "' is not a journal (its first line is no header and no line is sound) name the "
                      "journal.jsonl of a run directory\n"));
  CHECK(bytes_of(run.journal) == "dear diary\n");
  CHECK(run.fsck().code == 3);
}
