#include "results/store/run_directory.hpp"
#include "tests/reproducibility/damage/finished_run.hpp"
#include "tests/support/catch.hpp"

// What a merge makes of a directory that holds more, less or other cells than its results.h5.
using namespace reproducibility;
using Catch::Contains;
namespace fs = std::filesystem;

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
  CHECK_THAT(third.said, Contains("holds shards of 2") && Contains("journal-1-of-2.jsonl"));
  CHECK_FALSE(fs::exists(halves.one / "journal-1-of-3.jsonl"));
  REQUIRE(answer_to(run_of(halves.config, halves.one)).code == 0);
  CHECK(stored(halves.one).data_hash == halves.whole_hash());
}
