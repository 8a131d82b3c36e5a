#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <thread>

#include "core/random/stream.hpp"
#include "tests/reproducibility/study_files.hpp"

// The program itself, killed from outside.
using namespace reproducibility;

namespace {

pid_t start(const std::filesystem::path& config, const std::filesystem::path& directory) {
  const pid_t child = fork();
  if (child != 0) return child;
  const int nowhere = open("/dev/null", O_WRONLY);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  execl(MARGINLAB_PROGRAM, MARGINLAB_PROGRAM, "run", config.c_str(), "--out", directory.c_str(), "--threads",
        "2", static_cast<char*>(nullptr));
  _exit(127);
}

/// Waits; the exit code, or minus the signal that ended it.
int ended(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

int signalled_after(pid_t child, int signal, std::chrono::milliseconds wait) {
  std::this_thread::sleep_for(wait);
  kill(child, signal);
  return ended(child);
}

/// Longer than the tests need to hit it in the middle.
std::string long_study() {
  std::string text = study(bracket_item + platt_item);
  return text.replace(text.find("replications: 6"), 15, "replications: 60");
}

} // namespace

TEST_CASE("a run killed at any moment and repeated gives the data of an undisturbed run",
          "[reproducibility]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", long_study());
  REQUIRE(ended(start(config, scratch / "whole")) == 0);
  core::Stream moments("kills");
  int killed = 0;
  for (int attempt = 0; attempt < 12; ++attempt) {
    const auto wait = std::chrono::milliseconds(5 + static_cast<int>(moments.below(120)));
    killed += signalled_after(start(config, scratch / "killed"), SIGKILL, wait) == -SIGKILL ? 1 : 0;
    if (std::filesystem::exists(scratch / "killed/results.h5")) CHECK_NOTHROW(stored(scratch / "killed"));
  }
  CHECK(killed > 0);
  REQUIRE(ended(start(config, scratch / "killed")) == 0);
  CHECK(stored(scratch / "killed").data_hash == stored(scratch / "whole").data_hash);
}

TEST_CASE("an interrupted run commits what is finished, says so by its exit code, and resumes",
          "[reproducibility]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", long_study());
  const auto [signal, code] = GENERATE(table<int, int>({{SIGINT, 130}, {SIGTERM, 143}}));
  const auto directory = scratch / ("signal" + std::to_string(signal));
  const pid_t child = start(config, directory);
  while (!std::filesystem::exists(directory / "journal.jsonl"))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  const int answer = signalled_after(child, signal, std::chrono::milliseconds(20));
  CHECK(answer == code);
  CHECK(stored(directory).rows.size() < 480);
  REQUIRE(ended(start(config, directory)) == 0);
  CHECK(stored(directory).rows.size() == 480);
}

TEST_CASE("a second run in the same directory is refused while the first one works", "[reproducibility]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", long_study());
  const pid_t first = start(config, scratch / "run");
  while (!std::filesystem::exists(scratch / "run/journal.jsonl"))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  CHECK(ended(start(config, scratch / "run")) == 2);
  CHECK(ended(first) == 0);
}
