#include <signal.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <functional>
#include <stdexcept>
#include <thread>

#include "experiments/run/run.hpp"
#include "experiments/system/periodic_task.hpp"
#include "tests/reproducibility/program.hpp"
#include "tests/reproducibility/study_files.hpp"
#include "tests/support/catch.hpp"

using namespace reproducibility;
using namespace std::chrono_literals;
using experiments::PeriodicTask;
using experiments::PeriodicTasks;

// What a run does about cells that fail.

namespace {

/// Twenty cells, of which one fails, or all.
std::string failing_study(const std::string& how, int at = 7) {
  return study_of_one("method: failing, name: failing, how: " + how + ", at: " + std::to_string(at), "gkl");
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

#ifndef MARGINLAB_SANITIZED // which reserves more address space than any limit
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

namespace {

/// Asked every millisecond; false where it has not come true within a minute.
bool comes_true(const std::function<bool()>& what) {
  const auto end = std::chrono::steady_clock::now() + 60s;
  while (!what() && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(1ms);
  return what();
}

} // namespace

TEST_CASE("a snapshot that takes long does not hold up the syncs of the journal", "[periodic]") {
  std::atomic<int> syncs = 0;
  std::atomic<bool> begun = false, ended = false, synced = false;
  const auto snapshot = [&] {
    if (begun.exchange(true))
      return; // the end of the test ends the syncs, and a second snapshot would wait in vain
    const int before = syncs;
    synced = comes_true([&] { return syncs >= before + 3; });
    ended = true;
  };
  PeriodicTasks tasks({{[&] { ++syncs; }, 1ms}, {snapshot, 1ms}});
  tasks.start([] {});
  REQUIRE(comes_true([&] { return ended.load(); }));
  CHECK(synced);
}

TEST_CASE("an error of either task is announced, kept, and ends both", "[periodic]") {
  for (const bool of_sync : {true, false}) {
    CAPTURE(of_sync);
    std::atomic<bool> announced = false;
    std::atomic<int> acts = 0;
    const auto fail = [] { throw std::runtime_error("no room"); };
    const auto act = [&] { ++acts; };
    const PeriodicTask failing{fail, 1ms}, sound{act, 1h};
    PeriodicTasks tasks({of_sync ? failing : sound, of_sync ? sound : failing});
    tasks.start([&] { announced = true; });
    REQUIRE(comes_true([&] { return announced.load(); }));
    REQUIRE(tasks.failure() != nullptr);
    CHECK_THROWS_WITH(std::rethrow_exception(tasks.failure()), "no room");
    CHECK(acts == 0);
  }
}

TEST_CASE("the end of a run does not wait for the next snapshot", "[periodic]") {
  std::atomic<int> acts = 0;
  {
    PeriodicTasks tasks({{[&] { ++acts; }, 1h}, {[&] { ++acts; }, 1h}});
    tasks.start([] {});
    CHECK(tasks.failure() == nullptr);
  }
  CHECK(acts == 0);
}

TEST_CASE("whoever polls does what is due, and syncs before a snapshot", "[reproducibility][isolate]") {
  std::string done;
  const auto note = [&done](char what) { return [&done, what] { done += what; }; };
  SECTION("nothing is due") {
    PeriodicTasks tasks({{note('s'), 1h}, {note('p'), 1h}});
    tasks.poll();
    CHECK(done.empty());
  }
  SECTION("a snapshot is due, the sync is not") {
    PeriodicTasks tasks({{note('s'), 1h}, {note('p'), 0s}});
    tasks.poll();
    tasks.poll();
    CHECK(done == "spsp");
  }
  SECTION("the sync is due, the snapshot is not") {
    PeriodicTasks tasks({{note('s'), 0s}, {note('p'), 1h}});
    tasks.poll();
    CHECK(done == "s");
  }
}

// The program itself, ended from outside. SIGKILL is in stress/.

namespace {

void wait_for_journal(const std::filesystem::path& directory) {
  while (!std::filesystem::exists(directory / "journal.jsonl"))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

/// One setting whose cells take seconds each.
std::string slow_study() {
  std::string text = study(bracket_item);
  for (std::size_t at = text.find("n_train: 30"); at != std::string::npos;
       at = text.find("n_train: 30", at + 1))
    text.replace(at, 11, "n_train: 1500");
  return text;
}

bool says_within(const Program& program, const std::string& words, std::chrono::milliseconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  while (program.said().find(words) == std::string::npos) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(5ms);
  }
  return true;
}

} // namespace

TEST_CASE("Ctrl-C is answered within a second, in the middle of a cell, with one line on how to go on",
          "[reproducibility][interrupt]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", slow_study()), directory = scratch / "run";
  const bool isolated = GENERATE(false, true);
  Program program(run_of(config, directory, isolated ? Words{"--isolate", "process"} : Words{}));
  wait_for_journal(directory);
  const std::string answer =
      "Interrupted. Cells under way are finished and stored first, Ctrl-C again ends at once. Repeat the "
      "command to go on.\n";
  std::this_thread::sleep_for(200ms);
  program.signal(SIGINT);
  CHECK(says_within(program, answer, 1s));
  CHECK(program.runs()); // its cells are not done
  program.signal(SIGINT);
  CHECK(program.ended() == 130);
  const std::string said = program.said();
  CHECK(said.find(answer) == said.rfind(answer));
}

TEST_CASE("an interrupted run commits what is finished, says so by its exit code, and resumes",
          "[reproducibility]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", long_study());
  const auto [signal, code] = GENERATE(table<int, int>({{SIGINT, 130}, {SIGTERM, 143}}));
  const auto directory = scratch / ("signal" + std::to_string(signal));
  Program program(run_of(config, directory));
  wait_for_journal(directory);
  REQUIRE(program.halted());
  program.signal(signal);
  program.signal(SIGCONT);
  CHECK(program.ended() == code);
  CHECK(stored(directory).rows.size() < long_study_cells);
  REQUIRE(answer_to(run_of(config, directory)).code == 0);
  CHECK(stored(directory).rows.size() == long_study_cells);
}
