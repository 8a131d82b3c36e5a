#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <map>

#include "results/store/file.hpp"
#include "results/store/journal.hpp"
#include "results/store/run_directory.hpp"
#include "tests/results/store/journal/cells.hpp"
#include "tests/results/store/journal/scratch_directory.hpp"
#include "tests/support/catch.hpp"

using namespace results;

// What is synced, and in which order: a power loss takes what was not.

namespace {

/// The machine's disk, which notes in order what is synced and what is renamed.
class NotingDisk final : public Disk {
 public:
  std::vector<std::string> notes;

  int open(const char* path, int flags, mode_t mode) override {
    const int descriptor = Disk::open(path, flags, mode);
    if (descriptor >= 0) path_[descriptor] = path;
    return descriptor;
  }
  int fsync(int descriptor) override {
    notes.push_back("sync " + path_.at(descriptor));
    return Disk::fsync(descriptor);
  }
  int fdatasync(int descriptor) override {
    notes.push_back("sync " + path_.at(descriptor));
    return Disk::fdatasync(descriptor);
  }
  int rename(const char* from, const char* to) override {
    notes.push_back(std::string("rename to ") + to);
    return Disk::rename(from, to);
  }

 private:
  std::map<int, std::string> path_;
};

template <class Work>
std::vector<std::string> noted(Work work) {
  NotingDisk disk;
  {
    const DiskInstead instead(disk);
    work();
  }
  return disk.notes;
}

} // namespace

TEST_CASE("each parent of a new run directory is synced, and none of one that is there",
          "[run_directory][disk]") {
  const ScratchDirectory scratch;
  const auto runs = scratch / "runs";
  const std::vector<std::string> first = noted([&] { create_run_directory(runs / "wang2008" / "table1"); });
  for (const auto& parent : {scratch.path(), runs, runs / "wang2008"}) {
    CAPTURE(parent);
    CHECK(std::count(first.begin(), first.end(), "sync " + parent.string()) == 1);
  }
  CHECK(noted([&] { create_run_directory(runs / "wang2008" / "table1"); }).empty());
}

TEST_CASE("a new journal is synced with its header, and then its name", "[journal][disk]") {
  const ScratchDirectory scratch;
  const auto path = scratch / "journal.jsonl";
  const auto notes = noted([&] { const Journal journal(path); });
  REQUIRE(notes.size() >= 2);
  CHECK(notes[0] == "sync " + path.string());
  CHECK(notes[1] == "sync " + scratch.path().string());
}

TEST_CASE("a file is replaced in this order: its bytes are synced, it is renamed, its name is synced",
          "[file][disk]") {
  const ScratchDirectory scratch;
  const auto notes = noted([&] { replace_file(scratch / "study.json", "{}"); });
  REQUIRE(notes.size() == 3);
  CHECK_THAT(notes[0], Catch::StartsWith("sync " + (scratch / ".study.json").string()));
  CHECK(notes[1] == "rename to " + (scratch / "study.json").string());
  CHECK(notes[2] == "sync " + scratch.path().string());
}

TEST_CASE("the parts of a run are locked beside one another, and never beside the whole", "[run_directory]") {
  const ScratchDirectory scratch;
  const RunDirectory run = create_run_directory(scratch / "run");
  {
    const RunLock first(run, "1-of-2"), second(run, "2-of-2");
    CHECK_THROWS_AS(RunLock(run, "2-of-2"), InUse);
    CHECK_THROWS_AS(RunLock(run, ""), InUse);
  }
  const RunLock whole(run, "");
  CHECK_THROWS_AS(RunLock(run, "1-of-2"), InUse);
}

TEST_CASE("a file that is replaced keeps its permissions, whatever new files get", "[file][disk]") {
  namespace fs = std::filesystem;
  const ScratchDirectory scratch;
  const auto path = scratch / "results.h5";
  for (const unsigned mode : {0600U, 0640U, 0664U}) {
    put_bytes(path, "old");
    fs::permissions(path, static_cast<fs::perms>(mode));
    replace_file(path, "new");
    CHECK(bytes_of(path) == "new");
    CHECK(static_cast<unsigned>(fs::status(path).permissions()) == mode);
  }
}

TEST_CASE("a disk, a quota and a limit of a file's size are full, nothing else is", "[file][disk]") {
  for (const int error : {ENOSPC, EDQUOT, EFBIG}) CHECK(means_full(error));
  for (const int error : {0, EIO, EACCES, EROFS, ENOENT, ENOMEM}) CHECK_FALSE(means_full(error));
}
