#include <iostream>

#include "tests/reproducibility/stress/siege.hpp"
#include "tests/support/catch.hpp"

using namespace reproducibility;

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
