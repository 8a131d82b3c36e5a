#include <signal.h>

#include <chrono>
#include <thread>

#include "tests/reproducibility/program.hpp"
#include "tests/reproducibility/study_files.hpp"
#include "tests/support/catch.hpp"

// The program itself, ended from outside. SIGKILL is in stress/.
using namespace reproducibility;

namespace {

void wait_for_journal(const std::filesystem::path& directory) {
  while (!std::filesystem::exists(directory / "journal.jsonl"))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

} // namespace

TEST_CASE("an interrupted run commits what is finished, says so by its exit code, and resumes",
          "[reproducibility]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", long_study());
  const auto [signal, code] = GENERATE(table<int, int>({{SIGINT, 130}, {SIGTERM, 143}}));
  const auto directory = scratch / ("signal" + std::to_string(signal));
  Program program(run_of(config, directory));
  wait_for_journal(directory);
  REQUIRE(program.halted());
  program.signal(signal);
  program.signal(SIGCONT);
  CHECK(program.ended() == code);
  CHECK(stored(directory).rows.size() < long_study_cells);
  REQUIRE(answer_to(run_of(config, directory)).code == 0);
  CHECK(stored(directory).rows.size() == long_study_cells);
}
