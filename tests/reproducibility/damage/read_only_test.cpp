#include "tests/reproducibility/damage/finished_run.hpp"
#include "tests/reproducibility/damage/small_disk.hpp"
#include "tests/support/catch.hpp"

using namespace reproducibility;
using Catch::Contains;

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
