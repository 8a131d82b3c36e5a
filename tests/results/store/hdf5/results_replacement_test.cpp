#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/contract.hpp"
#include "results/store/file.hpp"
#include "results/store/hdf5/provenance.hpp"
#include "results/store/hdf5/read_results.hpp"
#include "results/store/hdf5/write_results.hpp"
#include "tests/results/store/hdf5/example_study.hpp"
#include "tests/results/store/hdf5/same_results.hpp"
#include "tests/results/store/journal/file_size_limit.hpp"
#include "tests/results/store/journal/scratch_directory.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

std::vector<std::string> names_in(const std::filesystem::path& directory) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(directory))
    names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

/// The number of a process that has lived and is gone.
pid_t dead_process() {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  waitpid(child, nullptr, 0);
  return child;
}

} // namespace

TEST_CASE("who holds the old results.h5 open keeps reading it whole", "[hdf5][replacement]") {
  const ScratchDirectory scratch;
  const auto path = scratch / "results.h5";
  write_results(path, example_results(3));
  const std::string before = bytes_of(path);
  const PosixFile reader(path, O_RDONLY);
  write_results(path, example_results(400));
  std::string seen(static_cast<std::size_t>(reader.size()), '\0');
  CHECK(reader.read_at(seen, 0) == seen.size());
  CHECK(seen == before);
  CHECK(same(read_results(path), example_results(400)));
}

TEST_CASE("nothing but results.h5 is left, and leftovers of dead processes of this host alone are removed",
          "[hdf5][replacement]") {
  const ScratchDirectory scratch;
  const std::string here = "@" + host_name() + ".tmp",
                    elsewhere = ".results.h5." + std::to_string(dead_process()) + "@elsewhere.tmp";
  const std::string dead = ".results.h5." + std::to_string(dead_process()) + here;
  const std::string living = ".results.h5." + std::to_string(getppid()) + here;
  for (const std::string& name :
       {dead, living, elsewhere, std::string(".results.h5.x.tmp"), std::string(".other.h5.1.tmp")}) {
    put_bytes(scratch / name, "x");
  }
  write_results(scratch / "results.h5", example_results(3));
  CHECK(names_in(scratch.path()) == [&] {
    std::vector<std::string> expected{living, elsewhere, ".results.h5.x.tmp", ".other.h5.1.tmp",
                                      "results.h5"};
    std::sort(expected.begin(), expected.end());
    return expected;
  }());
}

TEST_CASE("a full disk is StoreFull wherever it strikes, and leaves the old results.h5",
          "[hdf5][replacement]") {
  const ScratchDirectory scratch;
  const auto path = scratch / "results.h5";
  write_results(path, example_results(400));
  const std::string before = bytes_of(path);
  const Results larger = example_results(450);
  for (const double part : {0.0, 0.01, 0.3, 0.6, 0.9, 0.99}) {
    CAPTURE(part);
    const FileSizeLimit limit(static_cast<rlim_t>(part * static_cast<double>(before.size())));
    CHECK_THROWS_AS(write_results(path, larger), StoreFull);
  }
  CHECK(names_in(scratch.path()) == std::vector<std::string>{"results.h5"});
  CHECK(bytes_of(path) == before);
  write_results(path, larger);
  CHECK(same(read_results(path), larger));
}

TEST_CASE("a SIGKILL while results.h5 is replaced leaves a whole one", "[hdf5][replacement]") {
  const ScratchDirectory scratch;
  const auto path = scratch / "results.h5";
  const Results small = example_results(3), large = example_results(400);
  write_results(path, small);
  for (int round = 0; round < 10; ++round) {
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      for (;;) {
        write_results(path, large);
        write_results(path, small);
      }
    }
    usleep(20'000 + 7'000 * static_cast<unsigned>(round));
    kill(child, SIGKILL);
    REQUIRE(waitpid(child, nullptr, 0) == child);
    const Results left = read_results(path);
    CHECK((same(left, small) || same(left, large)));
  }
  write_results(path, small);
  CHECK(names_in(scratch.path()) == std::vector<std::string>{"results.h5"});
}

TEST_CASE("a directory that is not there or cannot be written is one sentence", "[hdf5][degenerate]") {
  const ScratchDirectory scratch;
  CHECK_THROWS_AS(write_results(scratch / "absent/results.h5", example_results(1)), core::UserError);
  CHECK_THROWS_WITH(write_results("/proc/self/results.h5", example_results(1)),
                    Catch::Contains("cannot open '/proc/self/.results.h5."));
}

TEST_CASE("a file is replaced only if its writer finishes", "[replacement]") {
  const ScratchDirectory scratch;
  put_bytes(scratch / "file", "old");
  CHECK_THROWS_AS(replace_file(scratch / "file",
                               [](const std::filesystem::path& temporary) {
                                 put_bytes(temporary, "half");
                                 throw std::runtime_error("interrupted");
                               }),
                  std::runtime_error);
  CHECK(bytes_of(scratch / "file") == "old");
  CHECK(names_in(scratch.path()) == std::vector<std::string>{"file"});
  replace_file(scratch / "file", [](const std::filesystem::path& temporary) { put_bytes(temporary, "new"); });
  CHECK(bytes_of(scratch / "file") == "new");
}
