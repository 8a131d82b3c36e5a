#include <csignal>

#include "experiments/run/run.hpp"
#include "tests/reproducibility/study_files.hpp"
#include "tests/support/catch.hpp"

// What a run does about cells that fail.
using namespace reproducibility;

namespace {

/// Twenty cells, of which one fails, or all.
std::string failing_study(const std::string& how, int at = 7) {
  return R"(title: a study that fails
seed: 5
replications: 20
data:
  - {source: wang2008/example1, name: one, n_train: 30, n_test: 40}
classifiers:
  - {classifier: weighted_svm, name: linear, kernel: linear}
methods:
  - {method: failing, name: failing, how: )" +
         how + ", at: " + std::to_string(at) + R"(}
metrics: [gkl]
layout: {rows: [data, classifier], columns: [method], metrics: [gkl]}
)";
}

int run_isolated(const std::filesystem::path& config, const std::filesystem::path& directory,
                 experiments::CellLimits limits = {}) {
  return run_quietly({.config = config.string(),
                      .threads = 2,
                      .isolate = true,
                      .cell_limits = limits,
                      .directory = directory});
}

} // namespace

TEST_CASE("a method that crashes in one cell of twenty leaves nineteen rows, a failed one, and exit code 3",
          "[reproducibility][isolate]") {
  const Scratch scratch;
  REQUIRE(run_isolated(scratch.write("s.yaml", failing_study("crash")), scratch / "run") == 3);
  const results::Results all = stored(scratch / "run");
  REQUIRE(all.rows.size() == 20);
  REQUIRE(all.failures.size() == 1);
  const results::Failure& failure = all.failures.front();
  CHECK(failure.key.replicate == 7);
  CHECK(failure.signal == SIGSEGV);
  CHECK(failure.error == "its process was ended by signal 11 (Segmentation fault)");
  CHECK(failure.stderr_tail.find("the last words of a cell") != std::string::npos);
  CHECK(failure.replay.find("marginlab replay") == 0);
  for (std::size_t row = 0; row < 20; ++row)
    CHECK((all.rows.outcome[row] == 2) == (all.rows.replicate[row] == 7));
}

TEST_CASE("a cell that takes longer than it may is ended and is one failed row",
          "[reproducibility][isolate]") {
  const Scratch scratch;
  REQUIRE(run_isolated(scratch.write("s.yaml", failing_study("hang")), scratch / "run", {.seconds = 1}) == 3);
  const results::Results all = stored(scratch / "run");
  REQUIRE(all.failures.size() == 1);
  CHECK(all.failures.front().error == "took longer than the 1 s a cell may take, and was ended");
  CHECK(all.failures.front().key.replicate == 7);
}

#ifndef __SANITIZE_ADDRESS__ // which reserves more address space than any limit
TEST_CASE("a cell that takes all memory it may is one failed row", "[reproducibility][isolate]") {
  const Scratch scratch;
  const experiments::CellLimits limits{.bytes = std::uint64_t{1} << 30U};
  REQUIRE(run_isolated(scratch.write("s.yaml", failing_study("eat")), scratch / "run", limits) == 3);
  const results::Results all = stored(scratch / "run");
  REQUIRE(all.failures.size() == 1);
  CHECK(all.failures.front().error.find("bad_alloc") != std::string::npos);
}
#endif

TEST_CASE("a worker process that is ended by SIGTERM, SIGINT or SIGUSR1 costs no cell: another goes on",
          "[reproducibility][isolate]") {
  const Scratch scratch;
  std::string text = failing_study("term"), more;
  for (const std::string how : {"interrupt", "user", "throw"})
    more += "  - {method: failing, name: " + how + ", how: " + how +
            ", at: " + (how == "throw" ? "1000" : "7") + "}\n";
  text.insert(text.find("metrics:"), more);
  REQUIRE(run_isolated(scratch.write("s.yaml", text), scratch / "run") == 0);
  const results::Results all = stored(scratch / "run");
  CHECK(all.rows.size() == 80);
  CHECK(all.failures.empty());
}

TEST_CASE("processes compute what threads compute", "[reproducibility][isolate]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study(bracket_item + platt_item));
  REQUIRE(run_quietly(config, scratch / "threads", 2) == 0);
  REQUIRE(run_isolated(config, scratch / "processes") == 0);
  CHECK(stored(scratch / "processes").data_hash == stored(scratch / "threads").data_hash);
}

TEST_CASE("a method that throws fails its cell alone, on threads as in processes",
          "[reproducibility][failures]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", failing_study("throw"));
  REQUIRE(run_quietly(config, scratch / "threads", 2) == 3);
  REQUIRE(run_isolated(config, scratch / "processes") == 3);
  const results::Results threads = stored(scratch / "threads"), processes = stored(scratch / "processes");
  REQUIRE(threads.failures.size() == 1);
  CHECK(threads.failures.front().error == "cannot estimate with 17 points");
  CHECK(threads.failures.front().stage == "estimate");
  CHECK(threads.data_hash == processes.data_hash);
}

TEST_CASE("limits on cells without processes of their own are refused before anything is written",
          "[reproducibility][failures]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", failing_study("hang"));
  CHECK_THROWS_WITH(
      run_quietly({.config = config.string(), .cell_limits = {.seconds = 1}, .directory = scratch / "run"}),
      Catch::Contains("--isolate process"));
  CHECK_FALSE(std::filesystem::exists(scratch / "run"));
}

TEST_CASE("a run stops at --max-failures, and what is finished stays", "[reproducibility][failures]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", failing_study("throw", 0));
  REQUIRE(run_quietly(
              {.config = config.string(), .threads = 1, .directory = scratch / "run", .max_failures = 1}) ==
          3);
  const auto stopped = stored(scratch / "run").rows.size();
  CHECK(stopped == 1); // replicate 0 comes first, and fails
  REQUIRE(run_quietly({.config = config.string(), .threads = 1, .directory = scratch / "run"}) == 3);
  CHECK(stored(scratch / "run").rows.size() == 20);
}

TEST_CASE("no more cells fail than --max-failures and one a worker, whoever computes them",
          "[reproducibility][failures][isolate]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", failing_study("throw", -1));
  for (const bool isolate : {false, true}) {
    CAPTURE(isolate);
    const auto directory = scratch / (isolate ? "processes" : "threads");
    REQUIRE(run_quietly({.config = config.string(),
                         .threads = 2,
                         .isolate = isolate,
                         .directory = directory,
                         .max_failures = 5}) == 3);
    const auto failed = stored(directory).failures.size();
    CHECK(failed >= 5);
    CHECK(failed <= 6);
  }
}
