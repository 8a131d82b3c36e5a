#include "results/store/run_directory.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <memory>

#include "core/contract.hpp"
#include "results/record/card_json.hpp"
#include "results/store/file.hpp"
#include "results/store/hdf5/provenance.hpp"
#include "tests/results/store/journal/scratch_directory.hpp"
#include "tests/support/catch.hpp"

using namespace results;

TEST_CASE("a run directory is made with its parents, and again without harm", "[run_directory]") {
  const ScratchDirectory scratch;
  const RunDirectory run = create_run_directory(scratch / "runs/wang2008/table1");
  CHECK(std::filesystem::is_directory(run.path));
  put_bytes(run.journal(), "kept");
  create_run_directory(run.path);
  CHECK(bytes_of(run.journal()) == "kept");
}

TEST_CASE("a second run in the same directory is refused, naming process and host", "[run_directory]") {
  const ScratchDirectory scratch;
  const RunDirectory run = create_run_directory(scratch / "run");
  auto first = std::make_unique<RunLock>(run);
  CHECK_THROWS_AS(RunLock(run), core::UserError);
  CHECK_THROWS_WITH(RunLock(run),
                    Catch::Contains("process " + std::to_string(getpid()) + " on " + host_name()));
  first.reset();
  CHECK_NOTHROW(RunLock(run));
}

TEST_CASE("the lock of a killed process is free at once", "[run_directory]") {
  const ScratchDirectory scratch;
  const RunDirectory run = create_run_directory(scratch / "run");
  int ready[2];
  REQUIRE(pipe(ready) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const RunLock lock(run);
    if (write(ready[1], "x", 1) != 1) _exit(1);
    for (;;) pause();
  }
  char byte = 0;
  REQUIRE(read(ready[0], &byte, 1) == 1);
  CHECK_THROWS_WITH(RunLock(run), Catch::Contains("process " + std::to_string(child) + " on "));
  kill(child, SIGKILL);
  REQUIRE(waitpid(child, nullptr, 0) == child);
  CHECK_NOTHROW(RunLock(run));
  close(ready[0]);
  close(ready[1]);
}

// Places where not even the superuser can create a file, so that the test means the same for everybody.
TEST_CASE("a directory that cannot be made or written is one sentence", "[run_directory][degenerate]") {
  const ScratchDirectory scratch;
  put_bytes(scratch / "file", "x");
  CHECK_THROWS_AS(create_run_directory(scratch / "file/run"), core::UserError);
  CHECK_THROWS_WITH(create_run_directory(scratch / "file/run"),
                    Catch::Contains("cannot create the run directory"));
  CHECK_THROWS_AS(RunLock(RunDirectory{"/proc/self"}), core::UserError);
  CHECK_THROWS_AS(RunLock(RunDirectory{scratch / "absent"}), core::UserError);
}

TEST_CASE("study.json gives the card back and is replaced whole", "[run_directory]") {
  const ScratchDirectory scratch;
  const RunDirectory run{scratch.path()};
  CHECK_THROWS_AS(read_study(run), core::UserError);
  StudyCard card;
  card.title = "first";
  write_study(run, {card, "", ""});
  card.title = "second: λ";
  write_study(run, {card, "", ""});
  CHECK(to_json(read_study(run).card) == to_json(card));
  CHECK(read_study(run).card.title == "second: λ");
  put_bytes(run.study(), bytes_of(run.study()).substr(0, 40));
  CHECK_THROWS_AS(read_study(run), core::UserError);
  put_bytes(run.study(), "{}");
  CHECK_THROWS_WITH(read_study(run), Catch::Contains("study.json' holds no study card"));
}
