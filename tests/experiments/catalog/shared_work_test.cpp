#include "experiments/catalog/shared_work.hpp"

#include <atomic>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include "tests/support/catch.hpp"

using namespace experiments;

namespace {

/// Threads that help until they are let go.
class Crew {
 public:
  explicit Crew(int count) {
    for (int i = 0; i < count; ++i)
      threads_.emplace_back([this] { work_until([this] { return over_.load(); }); });
  }
  ~Crew() { over_ = true; }

 private:
  std::atomic<bool> over_ = false;
  std::vector<std::jthread> threads_;
};

/// Uses the processor for so many seconds of this thread's own work.
void work_for(double seconds) {
  const double start = seconds_of_own_work();
  while (seconds_of_own_work() - start < seconds) continue;
}

} // namespace

TEST_CASE("every piece is carried out once, by one thread or by eight, also of pieces of pieces",
          "[shared]") {
  const int others = GENERATE(0, 1, 7);
  const Crew crew(others);
  std::vector<std::atomic<int>> seen(20 * 30);
  for (int round = 1; round <= 20; ++round) {
    share_out(20, [&](std::size_t i) { share_out(30, [&](std::size_t j) { ++seen[30 * i + j]; }); });
    int wrong = 0;
    for (const auto& times : seen) wrong += times == round ? 0 : 1;
    CHECK(wrong == 0);
  }
  share_out(0, [](std::size_t) { throw std::runtime_error("there is none"); });
}

TEST_CASE("a thread that helps is given pieces", "[shared]") {
  const Crew crew(1);
  std::atomic<int> begun = 0;
  std::set<std::thread::id> who;
  std::mutex mutex;
  share_out(2, [&](std::size_t) { // neither ends before both have begun
    ++begun;
    while (begun < 2) std::this_thread::yield();
    const std::lock_guard lock(mutex);
    who.insert(std::this_thread::get_id());
  });
  CHECK(who.size() == 2);
}

TEST_CASE("what a piece throws reaches the one that shared it out, once all others are done", "[shared]") {
  const Crew crew(3);
  std::atomic<int> done = 0;
  const auto work = [&](std::size_t i) {
    if (i == 5) throw std::runtime_error("the sixth");
    ++done;
  };
  CHECK_THROWS_WITH(share_out(40, work), "the sixth");
  CHECK(done == 39);
}

TEST_CASE("own work counts wherever it was carried out, and the work of others does not", "[shared]") {
  const Crew crew(1);
  const double start = seconds_of_own_work();
  std::atomic<int> begun = 0;
  share_out(2, [&](std::size_t) {
    ++begun;
    while (begun < 2) std::this_thread::yield();
    work_for(0.05);
  });
  CHECK(seconds_of_own_work() - start >= 0.1);
  std::atomic<bool> over = false;
  std::atomic<double> helped = 1;
  std::jthread other([&] {
    const double before = seconds_of_own_work();
    work_until([&] { return over.load(); });
    helped = seconds_of_own_work() - before;
  });
  begun = 0;
  share_out(3, [&](std::size_t) {
    ++begun;
    while (begun < 2) std::this_thread::yield();
    work_for(0.05);
  });
  over = true;
  other.join();
  CHECK(helped < 0.04);
}

TEST_CASE("what is found once is found by the first that asks, and the others help it", "[shared]") {
  std::atomic<int> searches = 0, begun = 0;
  const auto find = [&] {
    ++searches;
    share_out(2, [&](std::size_t) { // ends only where another takes part
      ++begun;
      while (begun < 2) std::this_thread::yield();
    });
    core::Tuned found;
    found.lambda = 7;
    return found;
  };
  std::vector<double> lambdas(4);
  {
    std::vector<std::jthread> threads;
    for (double& lambda : lambdas)
      threads.emplace_back([&] { lambda = found_once("a test of shared work", find).lambda; });
  }
  CHECK(lambdas == std::vector<double>(4, 7));
  CHECK(searches == 1);
  const auto fails = [](const char* what) {
    return [what]() -> core::Tuned { throw std::runtime_error(what); };
  };
  CHECK_THROWS_WITH(found_once("a test that fails", fails("first")), "first");
  CHECK_THROWS_WITH(found_once("a test that fails", fails("second")), "first");
}
