#include <filesystem>

#include "experiments/config/read_study.hpp"
#include "experiments/run/round.hpp"
#include "experiments/run/threads.hpp"
#include "results/store/run_directory.hpp"
#include "tests/reproducibility/silence.hpp"
#include "tests/reproducibility/study_files.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/read_journal.hpp"

using namespace reproducibility;
namespace fs = std::filesystem;

namespace {

/// The working folder, in which a study finds the runs of the one it extends.
class WorkingFolder {
 public:
  explicit WorkingFolder(const fs::path& path) : before_(fs::current_path()) { fs::current_path(path); }
  ~WorkingFolder() { fs::current_path(before_); }
  WorkingFolder(const WorkingFolder&) = delete;
  WorkingFolder& operator=(const WorkingFolder&) = delete;

 private:
  fs::path before_;
};

experiments::RunResult result_of_shard(const fs::path& config, const fs::path& directory, int index) {
  const Silence silence;
  experiments::Threads threads(1);
  const experiments::RunOptions options{.directory = directory, .shard = {index, 2}};
  const experiments::Run run{options, results::create_run_directory(directory), threads};
  return experiments::Round(experiments::read_study(config, {}), run).complete();
}

} // namespace

TEST_CASE("a cell of a shard that fails is failed, and not missing as well", "[shard_counts]") {
  const Scratch scratch;
  const auto config =
      scratch.write("s.yaml", study_of_one("method: failing, name: failing, how: throw, at: 7", "gkl"));
  std::int64_t failed = 0;
  for (const int index : {1, 2}) {
    const experiments::RunResult result = result_of_shard(config, scratch / "run", index);
    CHECK(result.counts.ok + result.counts.failed == 10);
    CHECK(result.missing == 0);
    failed += result.counts.failed;
  }
  CHECK(failed == 1);
}

TEST_CASE("a run takes over the cells of the study that it extends, a shard computes its own",
          "[shard_counts]") {
  const Scratch scratch;
  scratch.write("base.yaml", study(platt_item));
  scratch.write("more.yaml", "extends: base.yaml\ntitle: the same with another title\n");
  const WorkingFolder here(scratch / ".");
  REQUIRE(run_quietly({.config = "base.yaml", .threads = 2}) == 0);
  REQUIRE(fs::exists("runs/base/journal.jsonl"));
  REQUIRE(run_quietly({.config = "more.yaml", .threads = 2, .directory = "whole"}) == 0);
  CHECK(results::read_journal("whole/journal.jsonl").records.size() == 24);
  REQUIRE(run_quietly({.config = "more.yaml", .threads = 2, .directory = "part", .shard = {1, 2}}) == 0);
  CHECK_FALSE(fs::exists("part/journal.jsonl"));
  CHECK(results::read_journal("part/journal-1-of-2.jsonl").records.size() == 12);
}
