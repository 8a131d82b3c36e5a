#include <signal.h>

#include <thread>

#include "results/store/file.hpp"
#include "results/store/hdf5/provenance.hpp"
#include "results/store/journal.hpp"
#include "tests/reproducibility/damage/finished_run.hpp"
#include "tests/reproducibility/damage/small_disk.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/read_journal.hpp"

using namespace reproducibility;
using Catch::Contains;
using Catch::StartsWith;

namespace {

const std::string no_room =
    "(No space left on device) make room and run the same command again; nothing stored is "
    "lost\n";

/// With room made, the same command completes.
void require_completed(const Scratch& scratch, const std::filesystem::path& config,
                       const std::filesystem::path& directory) {
  REQUIRE(answer_to(run_of(config, directory)).code == 0);
  REQUIRE(answer_to(run_of(config, scratch / "undisturbed")).code == 0);
  CHECK(stored(directory).data_hash == stored(scratch / "undisturbed").data_hash);
  CHECK(answer_to({"fsck", directory}).code == 0);
}

} // namespace

TEST_CASE("a disk that fills up while cells are computed stops the run with 75 and costs nothing stored",
          "[reproducibility][damage][slow]") {
  const Scratch scratch;
  const SmallDisk disk(scratch / "disk", "64k");
  if (!disk.is_there()) return;
  const auto config = scratch.write("s.yaml", long_study()), directory = scratch / "disk/run";
  const auto journal = directory / "journal.jsonl";
  const Answer full = answer_to(run_of(config, directory));
  CAPTURE(full.said);
  CHECK(full.code == 75);
  CHECK_THAT(full.said, Contains("cannot write '" + journal.string() + "' " + no_room));
  const auto before = results::read_journal(journal).records;
  CHECK(before.size() > 0);
  const Answer found = answer_to({"fsck", directory});
  CHECK(found.code == 0);
  CHECK_THAT(found.printed,
             Contains("note    only 0 MB of disk are free; a run that finds none stops with exit code 75\n"));
  CHECK(answer_to(run_of(config, directory)).code == 75); // no better without room

  disk.resize("64m");
  require_completed(scratch, config, directory);
  const auto after = results::read_journal(journal);
  CHECK(after.report.lines == long_study_cells);
  CHECK(after.report.damaged.empty());
}

TEST_CASE("a disk that has no room for results.h5 stops the run with 75 after all cells are stored",
          "[reproducibility][damage]") {
  const Scratch scratch;
  const SmallDisk disk(scratch / "disk", "64k");
  if (!disk.is_there()) return;
  const auto config = scratch.write("s.yaml", study(platt_item)), directory = scratch / "disk/run";
  const Answer full = answer_to(run_of(config, directory));
  CAPTURE(full.said);
  CHECK(full.code == 75);
  CHECK_THAT(full.said,
             Contains("cannot write '" + (directory / ".results.h5.").string()) && Contains(no_room));
  CHECK(results::read_journal(directory / "journal.jsonl").records.size() == 24);
  for (const auto& entry : std::filesystem::directory_iterator(directory))
    CHECK_FALSE(entry.path().filename().string().ends_with(".tmp"));
  CHECK(answer_to({"fsck", directory}).code == 0);

  disk.resize("64m");
  require_completed(scratch, config, directory);
}

TEST_CASE("a disk that is full from the start stops the run with 75", "[reproducibility][damage]") {
  const Scratch scratch;
  const SmallDisk disk(scratch / "disk", "64k");
  if (!disk.is_there()) return;
  const auto config = scratch.write("s.yaml", study(platt_item)), directory = scratch / "disk/run";
  put_bytes(scratch / "disk/ballast", std::string(std::size_t{1} << 17U, 'x'));
  const Answer full = answer_to(run_of(config, directory));
  CHECK(full.code == 75);
  CHECK_THAT(full.said, Contains(no_room));
  disk.resize("64m");
  require_completed(scratch, config, directory);
}

TEST_CASE("a run directory that cannot be made is refused in a sentence", "[reproducibility][damage]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study(platt_item));
  put_bytes(scratch / "file", "x");
  // Places where not even the superuser can make a directory.
  for (const std::filesystem::path& place : {std::filesystem::path("/proc/self/run"), scratch / "file/run"}) {
    const Answer refused = answer_to(run_of(config, place));
    CAPTURE(place, refused.said);
    CHECK(refused.code == 2);
    CHECK_THAT(refused.said,
               Contains("marginlab: cannot create the run directory '" + place.string() + "' ("));
    CHECK_THAT(refused.said, Contains(") check the path and its permissions\n"));
    CHECK(answer_to({"fsck", place}).code == 2);
  }
  CHECK(bytes_of(scratch / "file") == "x");
}

TEST_CASE("a run in a read-only directory is refused, and what is there can still be read",
          "[reproducibility][damage]") {
  const Scratch scratch;
  const SmallDisk disk(scratch / "disk", "64m");
  if (!disk.is_there()) return;
  const auto config = scratch.write("s.yaml", study(platt_item)), directory = scratch / "disk/run";
  REQUIRE(answer_to(run_of(config, directory)).code == 0);
  const std::string hash = stored(directory).data_hash;
  disk.forbid_writing();
  const Answer refused = answer_to(run_of(config, directory, {"replications=7"}));
  CHECK(refused.code == 2);
  CHECK_THAT(refused.said, Contains("marginlab: cannot open '" + (directory / "lock").string() +
                                    "' (Read-only file system) check the path and its permissions\n"));
  CHECK(stored(directory).data_hash == hash);
  CHECK(answer_to({"report", directory}).code == 0);
  const Answer found = answer_to({"fsck", directory});
  CHECK(found.code == 3);
  CHECK_THAT(found.printed, Contains("DAMAGE  " + directory.string() +
                                     " cannot be written to (its permissions, or a "
                                     "read-only disk); a run would refuse to begin\n"));
}

namespace {

/// A program that holds the directory, halted in the middle of its work until it is told to go on.
struct Holder {
  std::filesystem::path directory;
  Program program;

  Holder(const std::filesystem::path& config, std::filesystem::path where, const Words& more,
         const std::string& journal)
      : directory(std::move(where)), program(run_of(config, directory, more)) {
    while (!std::filesystem::exists(directory / journal))
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    REQUIRE(program.halted());
  }

  int goes_on() {
    program.signal(SIGCONT);
    return program.ended();
  }

  std::string name() const {
    return "process " + std::to_string(program.id()) + " on " + results::host_name();
  }

  void refuses(const Words& words) const {
    const Answer answer = answer_to(words);
    CAPTURE(words, answer.said);
    CHECK(answer.code == 2);
    // It says nothing before: what is stored is looked at by those alone who hold the directory.
    CHECK_THAT(answer.said,
               StartsWith("marginlab: '" + directory.string() + "' is in use by " + name() + " since 20"));
    CHECK_THAT(answer.said,
               Contains(" (two runs would compute the same cells twice) wait for it, or end it\n"));
  }

  void is_named_by_fsck() const {
    const Answer found = answer_to({"fsck", directory});
    CHECK(found.code == 0);
    CHECK_THAT(found.printed, Contains("note    in use by " + name() + " since 20"));
  }
};

} // namespace

TEST_CASE(
    "while a run works, a run, a shard and a merge of its directory are refused by its process and host",
    "[reproducibility][damage]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", long_study()), directory = scratch / "run";
  Holder holder(config, directory, {}, "journal.jsonl");
  holder.refuses(run_of(config, directory));
  holder.refuses(run_of(config, directory, {"--shard", "1/2"}));
  holder.refuses({"merge", directory});
  holder.is_named_by_fsck();
  CHECK(holder.goes_on() == 0);
  CHECK(stored(directory).rows.size() == long_study_cells);
  CHECK_THAT(answer_to({"fsck", directory}).printed, !Contains("in use"));
}

TEST_CASE("while a shard works, others of its study and a merge may work beside it, and no undivided run",
          "[reproducibility][damage][slow]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", long_study()), directory = scratch / "run";
  Holder holder(config, directory, {"--shard", "1/2"}, "journal-1-of-2.jsonl");
  holder.refuses(run_of(config, directory));
  holder.refuses(run_of(config, directory, {"--shard", "1/2"}));
  CHECK(answer_to({"merge", directory}).code == 75); // of what is stored by then
  holder.is_named_by_fsck();
  CHECK(answer_to(run_of(config, directory, {"--shard", "2/2"})).code == 0);
  CHECK(holder.goes_on() == 0);
  CHECK(answer_to({"merge", directory}).code == 0);
  CHECK(stored(directory).rows.size() == long_study_cells);
}

TEST_CASE("a run in the directory of another study is refused by both names, and --replace takes it over",
          "[reproducibility][damage][tenancy]") {
  const FinishedRun run;
  const auto other = run.scratch.write("other.yaml", study(bracket_item));
  const std::string card = bytes_of(run.directory / "study.json"), results = bytes_of(run.results);
  for (const Words& more : {Words{}, Words{"--shard", "1/2"}}) {
    const Answer refused = answer_to(run_of(other, run.directory, more));
    CHECK(refused.code == 2);
    CHECK_THAT(refused.said, Contains("holds the study 's', and this is 'other'") && Contains("--replace"));
  }
  std::filesystem::remove(run.directory / "study.json");
  CHECK(answer_to(run_of(other, run.directory)).code == 2); // results.h5 knows it too
  put_bytes(run.directory / "study.json", card);
  CHECK(bytes_of(run.results) == results);

  REQUIRE(answer_to(run_of(other, run.directory, {"--replace"})).code == 0);
  CHECK(stored(run.directory).card.study == "other");
  CHECK_THAT(answer_to(run_of(run.config, run.directory, {"--replace"})).said,
             Contains("24 already stored, 0 to compute"));
  CHECK(stored(run.directory).data_hash == run.data_hash);
}

TEST_CASE("a changed config, a grown grid and more replications of one name go on in their directory",
          "[reproducibility][damage][tenancy]") {
  const FinishedRun run;
  CHECK(answer_to(run_of(run.config, run.directory, {"replications=7"})).code == 0);
  CHECK(answer_to(run_of(run.config, run.directory, {"seed=6"})).code == 0);
  run.scratch.write("s.yaml", study(platt_item + bracket_item));
  CHECK(answer_to(run_of(run.config, run.directory)).code == 0);
}
