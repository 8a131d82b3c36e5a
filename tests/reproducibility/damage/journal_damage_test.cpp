#include <signal.h>

#include <thread>

#include "results/store/journal_line.hpp"
#include "results/store/run_directory.hpp"
#include "tests/reproducibility/damage/finished_run.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/read_journal.hpp"

using namespace reproducibility;
using Catch::Contains;

namespace fs = std::filesystem;

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

// What a merge makes of a directory that holds more, less or other cells than its results.h5.

namespace {

struct Halves {
  Scratch scratch;
  fs::path config = scratch.write("s.yaml", study(bracket_item + platt_item)), one = scratch / "one",
           two = scratch / "two";

  Halves() {
    REQUIRE(shard(one, "1/2").code == 0);
    REQUIRE(shard(two, "2/2").code == 0);
  }

  Answer shard(const fs::path& directory, const std::string& part, const Words& more = {}) const {
    Words words = run_of(config, directory, {"--shard", part});
    words.insert(words.end(), more.begin(), more.end());
    return answer_to(words);
  }

  std::string whole_hash() const {
    REQUIRE(answer_to(run_of(config, scratch / "whole")).code == 0);
    return stored(scratch / "whole").data_hash;
  }
};

} // namespace

TEST_CASE("a merge shows what the journals hold now beside what results.h5 alone has kept",
          "[reproducibility][shard][union]") {
  const Halves halves;
  REQUIRE(answer_to({"merge", halves.one}).code == 75);
  fs::copy_file(halves.two / "journal-2-of-2.jsonl", halves.one / "journal-1-of-2.jsonl",
                fs::copy_options::overwrite_existing);
  const Answer merged = answer_to({"merge", halves.one});
  CAPTURE(merged.said);
  CHECK(merged.code == 0);
  CHECK(stored(halves.one).data_hash == halves.whole_hash());
  CHECK(answer_to({"fsck", halves.one}).code == 0);
}

TEST_CASE("a merge takes in the cells of another directory whose journal is gone and whose result is sound",
          "[reproducibility][shard][union]") {
  const Halves halves;
  REQUIRE(answer_to({"merge", halves.two}).code == 75);
  for (const char* name : {"journal-2-of-2.jsonl", "journal.jsonl"}) fs::remove(halves.two / name);
  REQUIRE(answer_to({"merge", halves.one, halves.two}).code == 0);
  CHECK(stored(halves.one).data_hash == halves.whole_hash());
}

TEST_CASE("a merge says which cells it leaves out: further replicates, and settings of another study",
          "[reproducibility][shard][union]") {
  const Halves halves;
  REQUIRE(halves.shard(halves.one, "2/2", {"replications=8"}).code == 0);
  REQUIRE(halves.shard(halves.one, "1/2", {"seed=6"}).code == 0);
  REQUIRE(halves.shard(halves.one, "2/2").code == 0); // study.json is that of six replications again
  const Answer merged = answer_to({"merge", halves.one});
  CAPTURE(merged.said);
  CHECK(merged.code == 0);
  CHECK_THAT(merged.said, Contains("cells of replicates beyond 6 are left out"));
  CHECK_THAT(merged.said, Contains("24 cells of other settings are left out"));
  CHECK(stored(halves.one).data_hash == halves.whole_hash());
}

TEST_CASE("a shard of another number is refused, and an undivided run completes the directory",
          "[reproducibility][shard][union]") {
  const Halves halves;
  const Answer third = halves.shard(halves.one, "1/3");
  CHECK(third.code == 2);
  CHECK_THAT(third.said, Contains("holds shards of 2"));
  CHECK_FALSE(fs::exists(halves.one / "journal-1-of-3.jsonl"));
  REQUIRE(answer_to(run_of(halves.config, halves.one)).code == 0);
  CHECK(stored(halves.one).data_hash == halves.whole_hash());
}

namespace {

void put_header(const FinishedRun& run, const std::string& header) {
  const std::string bytes = bytes_of(run.journal);
  REQUIRE(bytes.starts_with(results::journal_header()));
  put_bytes(run.journal, header + bytes.substr(results::journal_header().size()));
}

} // namespace

TEST_CASE("a journal of an older format is read and continued", "[reproducibility][damage]") {
  const FinishedRun run;
  put_header(run, "3d3e8d87 {\"format\":\"marginlab-journal\",\"format_version\":\"1.0\"}\n");
  const Answer found = run.fsck();
  CHECK(found.code == 0);
  CHECK_THAT(found.printed,
             Contains("journal.jsonl: 24 lines, format 1.0 (older; it is read all the same)\n"));
  const Answer more = answer_to(run_of(run.config, run.directory, {"replications=7"}));
  CHECK(more.code == 0);
  CHECK_THAT(more.said, Contains("24 already stored, 4 to compute"));
  CHECK(answer_to(run_of(run.config, run.scratch / "fresh", {"replications=7"})).code == 0);
  CHECK(stored(run.directory).data_hash == stored(run.scratch / "fresh").data_hash);
}

TEST_CASE("a journal of a newer major format is refused and left alone", "[reproducibility][damage]") {
  const FinishedRun run;
  put_header(run, "7a9ef757 {\"format\":\"marginlab-journal\",\"format_version\":\"2.0\"}\n");
  const std::string journal = bytes_of(run.journal), results = bytes_of(run.results);
  const std::string sentence =
      "'" + run.journal.string() +
      "' is a journal of format 2.0 (this program reads format 1) use a newer marginlab\n";
  for (const Words& more : {Words{}, Words{"replications=7"}, Words{"--shard", "1/2"}}) {
    const Answer again = answer_to(run_of(run.config, run.directory, more));
    CHECK(again.code == 2);
    CHECK_THAT(again.said, Contains("marginlab: " + sentence));
  }
  CHECK(bytes_of(run.journal) == journal);
  CHECK(bytes_of(run.results) == results);
  const Answer found = run.fsck();
  CHECK(found.code == 3);
  CHECK_THAT(found.printed, Contains("DAMAGE  journal.jsonl: " + sentence));
}
