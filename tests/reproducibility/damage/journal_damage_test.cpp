#include <signal.h>

#include <thread>

#include "results/store/journal_line.hpp"
#include "tests/reproducibility/damage/finished_run.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/read_journal.hpp"

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
                      "cell again unless results.h5 has it\n"));
  CHECK_THAT(found.printed,
             Contains("note    results.h5 is not there; marginlab merge makes it from the journals\n"));
  require_mended(
      run,
      "the last line of journal.jsonl was torn off; its cell is computed again unless results.h5 has it\n");
  CHECK(bytes_of(run.journal).substr(0, line_start(whole, 25)) == whole.substr(0, line_start(whole, 25)));
  const Answer after = run.fsck();
  CHECK(after.code == 0);
  CHECK_THAT(after.printed, !Contains("note  ") && Contains("24 of 24 cells are stored"));
}

TEST_CASE("a journal cut in the middle of a line is filled up from results.h5, and fsck calls it damage",
          "[reproducibility][damage]") {
  const FinishedRun run;
  const std::string whole = bytes_of(run.journal);
  put_bytes(run.journal, whole.substr(0, line_start(whole, 12) + 40));
  const Answer found = run.fsck();
  CHECK(found.code == 3);
  CHECK_THAT(found.printed, Contains("10 of 24 cells are stored"));
  CHECK_THAT(found.printed,
             Contains("DAMAGE  results.h5 has 14 cell(s) that no journal has (a journal was cut "
                      "short or removed); the next run or marginlab merge takes them from there\n"));
  require_mended(run, "24 already stored, 0 to compute");
  CHECK(run.fsck().code == 0);
}

TEST_CASE("a journal of zero bytes is filled up from results.h5, and fsck calls it damage",
          "[reproducibility][damage]") {
  const FinishedRun run;
  put_bytes(run.journal, "");
  const Answer found = run.fsck();
  CHECK(found.code == 3);
  CHECK_THAT(found.printed, Contains("DAMAGE  results.h5 has 24 cell(s) that no journal has"));
  require_mended(run, "24 cell(s) are taken from results.h5, because no journal has them");
  CHECK(results::read_journal(run.journal).records.size() == 24);
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
                      "computes their cells again unless results.h5 has them\n"));
  require_mended(
      run,
      "journal.jsonl has 1 damaged line(s), the first is line 7; their cells are computed again unless "
      "results.h5 has them\n");
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

TEST_CASE("without results.h5 the cells that a journal has lost are computed again",
          "[reproducibility][damage]") {
  const FinishedRun run;
  const std::string whole = bytes_of(run.journal);
  put_bytes(run.journal, whole.substr(0, line_start(whole, 12) + 40));
  std::filesystem::remove(run.results);
  require_mended(run, "10 already stored, 14 to compute");
  CHECK(run.fsck().code == 0);
}

TEST_CASE("a journal that contradicts a sound results.h5 raises the alarm, and neither is touched",
          "[reproducibility][damage]") {
  const FinishedRun run;
  results::Record other = results::read_journal(run.journal).records.front();
  other.values["gkl"] += 1e-12;
  put_bytes(run.journal, results::journal_header() + results::journal_line(other));
  const std::string journal = bytes_of(run.journal), results = bytes_of(run.results);
  for (const Words& words : {run_of(run.config, run.directory), Words{"merge", run.directory}}) {
    const Answer alarm = answer_to(words);
    CAPTURE(alarm.said);
    CHECK(alarm.code == 3);
    CHECK(alarm.printed.empty());
    CHECK_THAT(alarm.said,
               Contains("the journals beside it hold 1 cell(s) with different values, the first is " +
                        other.key.text()));
    CHECK(bytes_of(run.journal) == journal);
    CHECK(bytes_of(run.results) == results);
  }
}

TEST_CASE(
    "a journal that is removed, alone or with its directory, or emptied while a run is on is written anew",
    "[reproducibility][damage]") {
  const Scratch scratch;
  const std::string gone = GENERATE("the journal", "the directory", "the bytes");
  const auto config = scratch.write("s.yaml", long_study()), directory = scratch / "run",
             journal = directory / "journal.jsonl";
  Program program(run_of(config, directory));
  while (!std::filesystem::exists(journal) || std::filesystem::file_size(journal) < 20000)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  REQUIRE(program.halted());
  if (gone == "the journal") std::filesystem::remove(journal);
  if (gone == "the directory") std::filesystem::remove_all(directory);
  if (gone == "the bytes") put_bytes(journal, "");
  program.signal(SIGCONT);
  CHECK(program.ended() == 0);
  CHECK_THAT(program.said(), Contains("was removed or cut short by another program while this run is on"));
  CHECK(stored(directory).rows.size() == long_study_cells);
  CHECK(answer_to({"fsck", directory}).code == 0);
  CHECK_THAT(answer_to(run_of(config, directory)).said, Contains("2,400 already stored, 0 to compute"));
}
