#include <thread>

#include "tests/reproducibility/stress/siege.hpp"
#include "tests/support/catch.hpp"

using namespace reproducibility;

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
