#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "results/store/run_directory.hpp"
#include "tests/reproducibility/program.hpp"
#include "tests/reproducibility/study_files.hpp"
#include "tests/support/catch.hpp"

using namespace reproducibility;
using Json = nlohmann::json;

// What `status` says of a run of another process.

namespace {

std::int64_t lines_in(const std::filesystem::path& journal) {
  std::ifstream in(journal);
  std::int64_t lines = 0;
  for (std::string line; std::getline(in, line);) ++lines;
  return lines;
}

/// Waits until the run has stored so many cells more, and halts it.
bool halted_after(Program& program, const std::filesystem::path& directory, std::int64_t cells) {
  const std::filesystem::path journal = directory / "journal.jsonl";
  const std::int64_t before = lines_in(journal);
  while (program.runs() && lines_in(journal) < before + cells)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return program.halted();
}

Json status_json(const std::filesystem::path& directory) {
  return Json::parse(answer_to({"status", directory.string(), "--json"}).printed);
}

void end(Program& program) {
  program.signal(SIGINT);
  program.signal(SIGCONT);
  program.ended();
}

} // namespace

TEST_CASE("status says the rate of another process's run and the time left, and of no run neither",
          "[reproducibility][status]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", long_study()), directory = scratch / "run";
  Program program(run_of(config, directory));
  REQUIRE(halted_after(program, directory, 4));
  const std::string said = answer_to({"status", directory.string()}).printed;
  CHECK_THAT(said,
             Catch::Matches("[\\s\\S]*  [0-9.e+]+ cells an? (second|minute|hour), [^\\n]+ left\\n[\\s\\S]*"));
  const Json pace = status_json(directory)["pace"];
  CHECK(pace["computed"] >= 3);
  CHECK(pace["cells_per_second"] > 0);
  CHECK(pace["seconds_left"]["low"] <= pace["seconds_left"]["likely"]);
  CHECK(pace["seconds_left"]["likely"] <= pace["seconds_left"]["high"]);
  CHECK(pace["seconds_left"]["likely"] > 0);
  end(program);
  CHECK(status_json(directory)["pace"].is_null());
  CHECK_THAT(answer_to({"status", directory.string()}).printed, !Catch::Contains("cells a"));
}

TEST_CASE("the rate is of what the run computes, not of what it found stored", "[reproducibility][status]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", long_study()), directory = scratch / "run";
  {
    Program first(run_of(config, directory));
    REQUIRE(halted_after(first, directory, 20));
    end(first);
  }
  const std::int64_t stored = status_json(directory)["ok"];
  REQUIRE(stored >= 19);
  Program second(run_of(config, directory));
  REQUIRE(halted_after(second, directory, 2));
  const Json status = status_json(directory);
  const std::int64_t ok = status["ok"], computed = status["pace"]["computed"];
  CHECK(computed == ok - stored);
  CHECK(computed > 0);
  end(second);
}

TEST_CASE("a lock says when its process began to compute and how long its journal was",
          "[reproducibility][status]") {
  const Scratch scratch;
  const auto run = results::create_run_directory(scratch / "run");
  std::ofstream(run.journal()) << "seven..";
  results::RunLock lock(run);
  // A lock of one's own process is not held by another: read what stands in it.
  std::ifstream in(run.lock());
  std::string holder;
  std::getline(in, holder);
  std::int64_t milliseconds = 0, stored = 0;
  REQUIRE(in >> milliseconds >> stored);
  CHECK(holder.find("process " + std::to_string(::getpid())) != std::string::npos);
  CHECK(milliseconds > 1'700'000'000'000);
  CHECK(stored == 7);
  std::ofstream(run.journal(), std::ios::app) << "more";
  lock.say_begun();
  std::ifstream again(run.lock());
  std::getline(again, holder);
  REQUIRE(again >> milliseconds >> stored);
  CHECK(stored == 11);
}
