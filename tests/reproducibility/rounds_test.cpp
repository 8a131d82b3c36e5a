#include <catch2/catch.hpp>

#include "experiments/run/periodic_task.hpp"

using experiments::Rounds;

TEST_CASE("whoever makes rounds does what is due, and syncs before a snapshot",
          "[reproducibility][isolate]") {
  std::string done;
  const auto note = [&done](char what) { return [&done, what] { done += what; }; };
  using std::chrono::hours, std::chrono::nanoseconds;
  SECTION("nothing is due") {
    Rounds rounds({note('s'), hours(1)}, {note('p'), hours(1)});
    rounds.make();
    CHECK(done.empty());
  }
  SECTION("a snapshot is due, the sync is not") {
    Rounds rounds({note('s'), hours(1)}, {note('p'), nanoseconds(0)});
    rounds.make();
    rounds.make();
    CHECK(done == "spsp");
  }
  SECTION("the sync is due, the snapshot is not") {
    Rounds rounds({note('s'), nanoseconds(0)}, {note('p'), hours(1)});
    rounds.make();
    CHECK(done == "s");
  }
}
