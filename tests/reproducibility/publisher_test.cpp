#include <atomic>
#include <catch2/catch.hpp>
#include <semaphore>
#include <stdexcept>

#include "experiments/run/periodic_task.hpp"

using namespace std::chrono_literals;
using experiments::Publisher;

namespace {

constexpr auto patience = 60s; // of a test that would otherwise wait forever

} // namespace

TEST_CASE("a snapshot that takes long does not hold up the syncs of the journal", "[publisher]") {
  std::counting_semaphore<> syncs(0), begun(0), ended(0);
  std::atomic<int> missed = 0;
  const auto publish = [&] {
    begun.release();
    while (syncs.try_acquire()) continue;
    for (int i = 0; i < 3; ++i) missed += syncs.try_acquire_for(patience) ? 0 : 1;
    ended.release();
  };
  const Publisher publisher({[&] { syncs.release(); }, 1ms}, {publish, 1ms}, [] {});
  REQUIRE(begun.try_acquire_for(patience));
  REQUIRE(ended.try_acquire_for(patience));
  CHECK(missed == 0);
}

TEST_CASE("an error of either duty is announced, kept, and ends both", "[publisher]") {
  for (const bool of_sync : {true, false}) {
    CAPTURE(of_sync);
    std::counting_semaphore<> announced(0);
    std::atomic<int> acts = 0;
    const auto fail = [] { throw std::runtime_error("no room"); };
    const auto act = [&] { ++acts; };
    const experiments::Duty failing{fail, 1ms}, sound{act, 1h};
    const Publisher publisher(of_sync ? failing : sound, of_sync ? sound : failing,
                              [&] { announced.release(); });
    REQUIRE(announced.try_acquire_for(patience));
    REQUIRE(publisher.failure() != nullptr);
    CHECK_THROWS_WITH(std::rethrow_exception(publisher.failure()), "no room");
    CHECK(acts == 0);
  }
}

TEST_CASE("the end of a run does not wait for the next snapshot", "[publisher]") {
  std::atomic<int> acts = 0;
  {
    const Publisher publisher({[&] { ++acts; }, 1h}, {[&] { ++acts; }, 1h}, [] {});
    CHECK(publisher.failure() == nullptr);
  }
  CHECK(acts == 0);
}
