#include <algorithm>
#include <atomic>

#include "core/contract.hpp"
#include "experiments/config/read_study.hpp"
#include "experiments/run/merge.hpp"
#include "experiments/run/store.hpp"
#include "experiments/verify/replay.hpp"
#include "results/store/file.hpp"
#include "tests/reproducibility/program.hpp"
#include "tests/reproducibility/study_files.hpp"
#include "tests/support/catch.hpp"

using namespace reproducibility;

// What a cell is recorded as, and what later looks make of that.

namespace {

/// The machine's disk, which counts how often the contents of a file are synced.
class CountingDisk final : public results::Disk {
 public:
  std::atomic<int> syncs = 0;
  int fdatasync(int descriptor) override {
    ++syncs;
    return Disk::fdatasync(descriptor);
  }
};

} // namespace

TEST_CASE("a cell whose estimate did not converge is stored as such, counted, and no failure",
          "[reproducibility][outcomes]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study_of_one("name: it, method: saying, what: unconverged"));
  REQUIRE(run_quietly(config, scratch / "run", 2) == 0);
  const results::Results all = stored(scratch / "run");
  REQUIRE(all.rows.size() == 20);
  CHECK(std::count(all.rows.outcome.begin(), all.rows.outcome.end(), 1) == 20);
  CHECK(all.failures.empty());
}

TEST_CASE("a cell with a probability of exactly 1 says that it is rounded, one without says nothing",
          "[reproducibility][outcomes][degenerate]") {
  for (const std::string data : {"wang2008/example1", "wu2010/example1"}) {
    CAPTURE(data);
    const Scratch scratch;
    std::string text = study_of_one("name: it, method: saying, what: certain");
    text.insert(text.find("metrics:"), "  - {name: inside, method: saying}\n");
    const std::string usual = "wang2008/example1";
    text.replace(text.find(usual), usual.size(), data);
    REQUIRE(run_quietly(scratch.write("s.yaml", text), scratch / "run", 2) == 0);
    const results::Results all = stored(scratch / "run");
    const auto& rounded = all.rows.values.at("rounded");
    for (std::size_t row = 0; row < all.rows.size(); ++row) {
      const auto& setting = all.card.settings[static_cast<std::size_t>(all.rows.setting[row])];
      CAPTURE(row, setting.canonical);
      CHECK((rounded[row] == 1) == (setting.canonical.find("certain") != std::string::npos));
    }
  }
}

TEST_CASE("a worker process that leaves with an exit code fails the cell that it was at, and no other",
          "[reproducibility][outcomes][isolate]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study_of_one("name: it, method: failing, how: leave, at: 7"));
  REQUIRE(run_quietly(
              {.config = config.string(), .threads = 2, .isolate = true, .directory = scratch / "run"}) == 3);
  const results::Results all = stored(scratch / "run");
  REQUIRE(all.rows.size() == 20);
  REQUIRE(all.failures.size() == 1);
  CHECK(all.failures.front().key.replicate == 7);
  CHECK(all.failures.front().error == "its process ended with exit code 7");
  CHECK(all.failures.front().signal == 0);
}

TEST_CASE("a certificate is over as many threads as are named: it fails where a method counts them",
          "[reproducibility][certify][checker]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study_of_one("name: it, method: saying, what: threads"));
  const experiments::Study counts = experiments::read_study(config.string(), {});
  CHECK(experiments::certify(counts, 4, {1, 1}).holds());
  CHECK_FALSE(experiments::certify(counts, 4, {1, 2}).holds());
  CHECK(answer_to({"certify", config.string(), "--threads", "1,2"}).code ==
        2); // the program lists no such method
}

TEST_CASE("a failed row of results.h5 is no finished cell once its journal is gone",
          "[reproducibility][outcomes]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study_of_one("name: it, method: failing, how: throw, at: 7"));
  REQUIRE(run_quietly(config, scratch / "run", 2) == 3);
  std::filesystem::remove(scratch / "run" / "journal.jsonl");
  const experiments::Study made_of = experiments::read_study(config.string(), {});
  const experiments::RunStore left(made_of.plan, {scratch / "run"});
  CHECK(left.cells() == 19);
  CHECK_FALSE(left.finished()[0][7]);
  REQUIRE(left.warnings().size() == 1);
  CHECK_THAT(left.warnings().front(), Catch::StartsWith("19 cell(s) are taken from results.h5"));
  REQUIRE(run_quietly(config, scratch / "run", 2) == 3); // tried again, and failed again
  CHECK(stored(scratch / "run").failures.size() == 1);
}

TEST_CASE("a merge refuses a directory with another number of replications",
          "[reproducibility][outcomes][shard]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study(platt_item));
  REQUIRE(run_quietly(config, scratch / "two", 2, {"replications=2"}) == 0);
  REQUIRE(run_quietly(config, scratch / "three", 2, {"replications=3"}) == 0);
  const std::string two = scratch / "two", three = scratch / "three";
  for (const Words& words : {Words{"merge", two, three}, Words{"merge", three, two}}) {
    const Answer answer = answer_to(words);
    CHECK(answer.code == 2);
    CHECK_THAT(answer.said, Catch::Contains("with other settings or replications"));
  }
  CHECK(stored(scratch / "two").rows.size() == 8);
}

TEST_CASE("replay compares what became of a cell, not its numbers alone",
          "[reproducibility][outcomes][replay]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study(platt_item));
  REQUIRE(run_quietly(config, scratch / "run", 2, {"replications=1"}) == 0);
  results::Results all = stored(scratch / "run");
  CHECK(experiments::replayed(all, 0).is_equal);
  all.rows.outcome[0] = static_cast<std::int32_t>(results::Outcome::not_converged);
  CHECK_FALSE(experiments::replayed(all, 0).is_equal);
}

TEST_CASE("limits of a cell are refused where no process can be ended alone",
          "[reproducibility][outcomes][isolate]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study(platt_item)).string();
  for (const experiments::CellLimits& limits :
       {experiments::CellLimits{.seconds = 9}, experiments::CellLimits{.bytes = std::uint64_t{1} << 30U}})
    CHECK_THROWS_WITH(run_quietly({.config = config, .cell_limits = limits, .directory = scratch / "run"}),
                      Catch::Contains("need --isolate process"));
  CHECK_FALSE(std::filesystem::exists(scratch / "run"));
}

TEST_CASE("a certificate looks at no more groups than it takes for so many cells",
          "[reproducibility][certify]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study(platt_item));
  const experiments::Plan plan = experiments::read_study(config.string(), {}).plan;
  const auto cells = [&](std::int64_t asked) {
    std::size_t out = 0;
    for (const auto& group : experiments::sample_of_cells(plan, asked)) out += group.cells.size();
    return out;
  };
  // A group is a replicate of a data set under both classifiers, and each data set has one at least.
  CHECK(cells(1) == 4);
  CHECK(cells(4) == 4);
  CHECK(cells(5) == 6);
  CHECK(cells(1000) == 24);
}

TEST_CASE("the journal is synced each second while cells are computed", "[reproducibility][outcomes][disk]") {
  const Scratch scratch;
  const auto syncs = [&](const std::string& method) {
    const auto config =
        scratch.write(method + ".yaml", study_of_one("name: it, method: saying, what: " + method));
    CountingDisk disk;
    const results::DiskInstead instead(disk);
    REQUIRE(run_quietly(config, scratch / method, 1, {"replications=8"}) == 0);
    return disk.syncs.load();
  };
  const int at_once = syncs("unconverged"); // where the run begins and where it ends
  CHECK(syncs("late") > at_once);           // 1.6 seconds
}
