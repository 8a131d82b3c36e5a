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
