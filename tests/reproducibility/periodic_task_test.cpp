#include "experiments/run/periodic_task.hpp"

#include <atomic>
#include <semaphore>
#include <stdexcept>

#include "tests/support/catch.hpp"

using namespace std::chrono_literals;
using experiments::PeriodicTask;
using experiments::PeriodicTasks;

namespace {

constexpr auto patience = 60s; // of a test that would otherwise wait forever

} // namespace

TEST_CASE("a snapshot that takes long does not hold up the syncs of the journal", "[periodic]") {
  std::counting_semaphore<> syncs(0), begun(0), ended(0);
  std::atomic<int> missed = 0;
  const auto snapshot = [&] {
    begun.release();
    while (syncs.try_acquire()) continue;
    for (int i = 0; i < 3; ++i) missed += syncs.try_acquire_for(patience) ? 0 : 1;
    ended.release();
  };
  PeriodicTasks tasks({{[&] { syncs.release(); }, 1ms}, {snapshot, 1ms}});
  tasks.start([] {});
  REQUIRE(begun.try_acquire_for(patience));
  REQUIRE(ended.try_acquire_for(patience));
  CHECK(missed == 0);
}

TEST_CASE("an error of either task is announced, kept, and ends both", "[periodic]") {
  for (const bool of_sync : {true, false}) {
    CAPTURE(of_sync);
    std::counting_semaphore<> announced(0);
    std::atomic<int> acts = 0;
    const auto fail = [] { throw std::runtime_error("no room"); };
    const auto act = [&] { ++acts; };
    const PeriodicTask failing{fail, 1ms}, sound{act, 1h};
    PeriodicTasks tasks({of_sync ? failing : sound, of_sync ? sound : failing});
    tasks.start([&] { announced.release(); });
    REQUIRE(announced.try_acquire_for(patience));
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
