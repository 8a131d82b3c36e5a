#include <array>
#include <iostream>
#include <thread>

#include "tests/reproducibility/stress/siege.hpp"
#include "tests/support/catch.hpp"

using namespace reproducibility;

TEST_CASE(
    "a run killed at any moment and repeated loses nothing stored and gives the data of an undisturbed run",
    "[reproducibility][stress]") {
  Siege siege("random moments");
  while (siege.goes_on()) {
    const auto run = siege.start();
    if (siege.below(3) > 0) siege.await_cell(*run); // the others may be hit while they start
    siege.pause(100);
    if (siege.killed(*run)) siege.complete();
  }
  siege.finish();
  siege.conclude();
}

// What SIGKILL would cost is what has begun and is not stored. Halt the program, count what is stored, and
// have every thread hear SIGTERM before it does anything else: it then finishes and stores the cell it is at,
// and begins no other. The difference is what was running.
TEST_CASE("at any moment no more cells are begun and not stored than there are threads",
          "[reproducibility][stress]") {
  Siege siege("halts");
  std::int64_t most = 0;
  int halts = 0;
  for (; halts < siege.wanted(); ++halts) {
    const auto run = siege.start();
    siege.await_cell(*run);
    siege.pause(50);
    const bool halted = run->halted();
    const std::int64_t stored = siege.look();
    if (halted) {
      run->signal_threads(SIGTERM);
      run->signal(SIGCONT);
    }
    const int answer = run->ended();
    CAPTURE(run->said());
    CHECK((answer == 0 || answer == 143 || answer == -SIGTERM));
    const std::int64_t running = siege.look() - stored;
    CHECK(running <= 2);
    most = std::max(most, running);
    if (answer == 0) siege.complete();
  }
  CHECK(most > 0); // else nothing was running when it was halted
  siege.finish();
  std::cout << "halts: " << halts << " halts, at most " << most << " cells begun and not stored\n";
}

namespace {

/// Returns as soon as the program begins to write a results.h5, or has ended.
void await_snapshot(Program& run, const std::filesystem::path& directory) {
  const auto unfinished = unfinished_results(directory, run.id());
  while (!std::filesystem::exists(unfinished) && run.runs())
    std::this_thread::sleep_for(std::chrono::microseconds(50));
}

} // namespace

TEST_CASE(
    "a run killed while it writes, syncs or renames results.h5 leaves the old one or the new one, whole",
    "[reproducibility][stress]") {
  Siege siege("snapshots");
  while (siege.goes_on()) {
    const auto run = siege.start({"--snapshot-every", "0.02s"});
    await_snapshot(*run, siege.directory());
    siege.pause(4);
    if (siege.killed(*run)) siege.complete();
  }
  CHECK(siege.kills_while_publishing() > 0);
  siege.finish();
  siege.conclude();
}

namespace {

/// Two shards of one study in one directory; what has ended by itself stays ended.
struct Shards {
  Siege& siege;
  std::array<std::unique_ptr<Program>, 2> running{};
  std::array<bool, 2> done{};

  void start() {
    for (std::size_t i = 0; i < 2; ++i) {
      if (!done[i] && !running[i]) running[i] = siege.start({"--shard", std::to_string(i + 1) + "/2"});
    }
  }

  void kill(std::size_t i) {
    if (!running[i]) return;
    done[i] = siege.killed(*running[i]);
    running[i].reset();
  }

  void let_finish(std::size_t i) {
    if (!running[i]) return;
    done[i] = siege.heard(*running[i], running[i]->ended());
    running[i].reset();
  }

  bool are_done() const { return done[0] && done[1]; }
};

/// Once for good; before that once killed at a random moment.
void merge(Siege& siege) {
  const Words words{"merge", siege.directory()};
  Program first(words);
  siege.pause(30);
  siege.killed(first);
  const Answer answer = answer_to(words);
  CAPTURE(answer.said);
  REQUIRE(answer.code == 0);
  siege.look();
  siege.complete();
}

} // namespace

TEST_CASE("shards that work side by side lose nothing stored, whichever of them is killed",
          "[reproducibility][stress]") {
  Siege siege("two shards");
  Shards shards{siege};
  while (siege.goes_on()) {
    shards.start();
    if (shards.running[0] && siege.below(3) > 0) siege.await_cell(*shards.running[0]);
    siege.pause(100);
    const auto which = siege.below(3); // the first, the second, both
    if (which != 1) shards.kill(0);
    if (which != 0) shards.kill(1);
    if (!shards.are_done()) continue;
    merge(siege);
    shards.done = {};
  }
  shards.start();
  shards.let_finish(0);
  shards.let_finish(1);
  REQUIRE(shards.are_done());
  merge(siege);
  siege.conclude();
}
