#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>

#include "core/contract.hpp"
#include "results/store/file.hpp"
#include "tests/reproducibility/disk/simulated_disk.hpp"
#include "tests/reproducibility/study_files.hpp"
#include "tests/support/catch.hpp"

// File systems of clusters lack some of what a local disk can. What a run does there is a sentence, or safe.
using namespace reproducibility;
using Catch::Contains;
namespace fs = std::filesystem;
using Lacked = SimulatedDisk::Call;

namespace {

/// A small study, its data on a disk that lacks nothing, and runs of it on one that does.
struct OnCluster {
  Scratch scratch;
  fs::path config = scratch.write("s.yaml", study(platt_item)), directory = scratch / "run";
  std::string data_hash;

  OnCluster() {
    REQUIRE(run_quietly(config, scratch / "whole", 1, {"replications=2"}) == 0);
    data_hash = stored(scratch / "whole").data_hash;
  }

  /// What a run says by which it ends, "" where it ends with 0. Any other exception is a defect.
  std::string said_without(Lacked call, int error, bool no_lock = false) const {
    fs::remove_all(directory);
    fs::create_directory(directory);
    SimulatedDisk disk(directory);
    disk.lack(call, error);
    const results::DiskInstead instead(disk);
    try {
      const int code = run_quietly({.config = config.string(),
                                    .overrides = {"replications=2"},
                                    .threads = 1,
                                    .directory = directory,
                                    .no_lock = no_lock});
      return code == 0 ? "" : std::to_string(code) + ": ";
    } catch (const results::OutOfResources& missing) {
      return std::string("75: ") + missing.what();
    } catch (const core::UserError& refusal) {
      return std::string("2: ") + refusal.what();
    }
  }

  void require_whole() const { CHECK(stored(directory).data_hash == data_hash); }
};

} // namespace

TEST_CASE("without locks a run says so and computes nothing, and with --no-lock it is as any other",
          "[reproducibility][disk]") {
  const OnCluster cluster;
  for (const int error : {ENOLCK, ENOSYS, EOPNOTSUPP, EINVAL}) {
    CAPTURE(error);
    CHECK_THAT(cluster.said_without(Lacked::lock, error), Contains("2: The file system of") &&
                                                              Contains("cannot lock a file") &&
                                                              Contains("--no-lock") && Contains("--out"));
    CHECK_FALSE(fs::exists(cluster.directory / "journal.jsonl"));
    CHECK(cluster.said_without(Lacked::lock, error, true) == "");
    cluster.require_whole();
  }
}

TEST_CASE("where nothing can be synced a run goes on, and says that a power loss may cost cells",
          "[reproducibility][disk]") {
  const OnCluster cluster;
  for (const int error : {EINVAL, EOPNOTSUPP, ENOSYS}) {
    CAPTURE(error);
    CHECK(cluster.said_without(Lacked::sync, error) == "");
    cluster.require_whole();
    SimulatedDisk disk(cluster.directory);
    disk.lack(Lacked::sync, error);
    const results::DiskInstead instead(disk);
    const results::PosixFile file(cluster.directory / "journal.jsonl", O_RDWR);
    CHECK_FALSE(file.sync_data());
    CHECK_FALSE(file.sync());
  }
}

TEST_CASE("where no file can be put in the place of another a run is a sentence, and nothing is half written",
          "[reproducibility][disk]") {
  const OnCluster cluster;
  for (const int error : {EXDEV, EBUSY, ETXTBSY, ENOSYS, EOPNOTSUPP, EINVAL}) {
    CAPTURE(error);
    CHECK_THAT(cluster.said_without(Lacked::rename, error), Contains("2: The file system of") &&
                                                                Contains("cannot put a finished file") &&
                                                                Contains("Name another folder."));
    for (const auto& entry : fs::directory_iterator(cluster.directory)) {
      CAPTURE(entry.path());
      CHECK(entry.path().filename() == "lock");
    }
  }
}

TEST_CASE("a file server that lost the file ends a run with 75, and the same command completes it",
          "[reproducibility][disk]") {
  const OnCluster cluster;
  for (const Lacked call : {Lacked::sync, Lacked::rename, Lacked::lock}) {
    CHECK_THAT(cluster.said_without(call, ESTALE),
               Contains("75: ") && Contains("see to the file server") && Contains("nothing stored is lost"));
    REQUIRE(run_quietly(cluster.config, cluster.directory, 1, {"replications=2"}) == 0);
    cluster.require_whole();
  }
}
