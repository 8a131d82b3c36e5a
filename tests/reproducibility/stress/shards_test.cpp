#include <array>

#include "tests/reproducibility/stress/siege.hpp"
#include "tests/support/catch.hpp"

using namespace reproducibility;

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
