#include "results/store/journal.hpp"
#include "tests/reproducibility/damage/finished_run.hpp"
#include "tests/reproducibility/damage/small_disk.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/read_journal.hpp"

using namespace reproducibility;
using Catch::Contains;

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
