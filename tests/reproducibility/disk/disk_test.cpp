#include <fcntl.h>

#include <array>
#include <map>
#include <random>

#include "core/contract.hpp"
#include "results/store/file.hpp"
#include "tests/reproducibility/disk/simulated_disk.hpp"
#include "tests/reproducibility/study_files.hpp"
#include "tests/support/catch.hpp"

// Runs on a disk that loses power at every call, or fails at every call once, and what is made of it
// afterwards.
using namespace reproducibility;
namespace fs = std::filesystem;
using Fault = SimulatedDisk::Fault;

namespace {

/// The exit code of a run on one thread, as the program would answer what it throws: what is none of these is
/// a defect, and fails the test.
int run_on(const fs::path& config, const fs::path& directory, const std::string& replications) {
  try {
    return run_quietly(config, directory, 1, {"replications=" + replications});
  } catch (const results::OutOfResources&) {
    return 75;
  } catch (const core::UserError&) {
    return 2;
  }
}

/// What is there is whole: the names that are replaced lead to the old file or to the new one.
void require_sound(const fs::path& directory) {
  const results::RunDirectory run{directory};
  if (fs::exists(run.results())) CHECK_NOTHROW(results::read_results(run.results()));
  if (fs::exists(run.study())) CHECK(results::read_study(run).is_proved);
}

/// Whose turn a call is where not all of so many are tried on each: shifted by one every round, so that a
/// pattern of calls does not always meet the same.
std::size_t turn_of(std::size_t call, std::size_t of) {
  return (call + call / of) % of;
}

/// A study of two replications in a directory that holds one of them, or nothing.
struct Siege {
  Scratch scratch;
  bool begun = GENERATE(false, true);
  fs::path config = scratch.write("s.yaml", study(platt_item)), start = scratch / "start";
  std::string data_hash;

  Siege() {
    REQUIRE(run_on(config, scratch / "whole", "2") == 0);
    data_hash = stored(scratch / "whole").data_hash;
    fs::create_directory(start);
    if (begun) REQUIRE(run_on(config, start, "1") == 0);
  }

  /// A fresh copy of the beginning.
  fs::path directory(const std::string& name) const {
    fs::remove_all(scratch / name);
    fs::copy(start, scratch / name);
    return scratch / name;
  }

  std::size_t calls() const {
    const fs::path run = directory("counted");
    SimulatedDisk disk(run);
    const results::DiskInstead instead(disk);
    REQUIRE(run_on(config, run, "2") == 0);
    return disk.calls();
  }

  void require_completed(const fs::path& run) const {
    require_sound(run);
    REQUIRE(run_on(config, run, "2") == 0);
    CHECK(stored(run).data_hash == data_hash);
  }
};

} // namespace

TEST_CASE("a disk that fails and forgets is noticed by its simulator", "[reproducibility][disk]") {
  const Scratch scratch;
  fs::create_directory(scratch / "d");
  scratch.write("d/old", "before");
  SimulatedDisk disk(scratch / "d");
  const auto left = [&](bool names, bool contents) {
    fs::remove_all(scratch / "left");
    disk.leave(scratch / "left", [=](bool of_name) { return of_name ? names : contents; });
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::directory_iterator(scratch / "left")) {
      std::ifstream in(entry.path(), std::ios::binary);
      files[entry.path().filename().string()] = {std::istreambuf_iterator<char>(in), {}};
    }
    return files;
  };
  using Files = std::map<std::string, std::string>;
  const results::DiskInstead instead(disk);
  {
    results::PosixFile file(scratch / "d/new", O_RDWR | O_CREAT);
    file.write("one");
    file.sync_data();
    file.write("two");
    CHECK(left(false, false) == Files{{"old", "before"}});
    CHECK(left(true, false) == Files{{"old", "before"}, {"new", "one"}});
    CHECK(left(true, true) == Files{{"old", "before"}, {"new", "onetwo"}});
  }
  results::sync_directory(scratch / "d");
  CHECK(left(false, false) == Files{{"old", "before"}, {"new", "one"}});
  results::replace_file(scratch / "d/old", "after");
  CHECK(left(false, false) == Files{{"old", "after"}, {"new", "one"}});
  disk.strike(disk.calls(), Fault::power);
  CHECK_THROWS_AS(results::replace_file(scratch / "d/old", "never"), results::OutOfResources);
  CHECK_THROWS_AS(results::replace_file(scratch / "d/old", "never"), results::OutOfResources);
  CHECK(left(true, true) == Files{{"old", "after"}, {"new", "onetwo"}});
}

TEST_CASE("a power loss at any call, whatever was not synced survives or not, costs no number",
          "[reproducibility][disk][slow]") {
  const Siege siege;
  const std::size_t calls = siege.calls();
  REQUIRE(calls > 40);
  std::mt19937 coin(7);
  const std::vector<std::function<bool(bool)>> fates{
      [](bool) { return false; }, [](bool of_name) { return of_name; }, [](bool of_name) { return !of_name; },
      [&coin](bool) { return coin() % 2 == 0; }};
  for (std::size_t call = 0; call < calls; ++call) {
    CAPTURE(siege.begun, call, calls);
    const fs::path run = siege.directory("run");
    SimulatedDisk disk(run);
    disk.strike(call, Fault::power);
    {
      const results::DiskInstead instead(disk);
      CHECK(run_on(siege.config, run, "2") != 0);
    }
    for (std::size_t fate = 0; fate < fates.size(); ++fate) {
      if (tests::sanitized && fate != turn_of(call, fates.size())) continue;
      fs::remove_all(siege.scratch / "after");
      disk.leave(siege.scratch / "after", fates[fate]);
      siege.require_completed(siege.scratch / "after");
    }
  }
}

TEST_CASE(
    "a call that fails once - no room, a broken disk, a signal, half a write, a lost file - costs no number",
    "[reproducibility][disk][slow]") {
  const Siege siege;
  const std::size_t calls = siege.calls();
  const std::array faults{Fault::no_room, Fault::broken, Fault::interrupted,
                          Fault::cut,     Fault::torn,   Fault::stale};
  for (std::size_t which = 0; which < faults.size(); ++which) {
    const Fault fault = faults[which];
    for (std::size_t call = 0; call < calls; ++call) {
      if (tests::sanitized && which != turn_of(call, faults.size())) continue;
      CAPTURE(siege.begun, which, call, calls);
      const fs::path run = siege.directory("run");
      SimulatedDisk disk(run);
      disk.strike(call, fault);
      int code = 0;
      {
        const results::DiskInstead instead(disk);
        code = run_on(siege.config, run, "2");
      }
      const bool is_harmless = fault == Fault::interrupted || fault == Fault::cut;
      CHECK((code == 0 || (!is_harmless && code == 75)));
      siege.require_completed(run);
    }
  }
}
