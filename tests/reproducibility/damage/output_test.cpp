#include "experiments/cli/output.hpp"

#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <new>
#include <system_error>

#include "results/store/file.hpp"
#include "tests/reproducibility/damage/shell.hpp"
#include "tests/reproducibility/silence.hpp"
#include "tests/support/catch.hpp"

using namespace reproducibility;
using Catch::Contains;

namespace fs = std::filesystem;

// What is printed and written where there is no room, no descriptor, no file.

namespace {

const std::string example_csv = "x,y\n1,a\n2,b\n3,a\n4,b\n5,a\n6,b\n7,a\n8,b\n";

} // namespace

TEST_CASE("output to a full device is a sentence and exit code 75, whatever the verb",
          "[reproducibility][damage][output]") {
  const Shell shell;
  for (const std::string verb :
       {"report $D", "report $D --format csv", "report $D --out -", "report $D --out $S/full",
        "plan $S/s.yaml", "status $D", "list studies", "list methods", "fsck $D", "completion bash", "--help",
        "inspect $D", "run $S/s.yaml --out $D"}) {
    const Answer answer = shell("$M " + verb + " >/dev/full");
    CAPTURE(verb, answer.said);
    CHECK(answer.code == 75);
    CHECK_THAT(answer.said, Contains("No space left on device") && !Contains("defect"));
  }
}

TEST_CASE("a reader that goes away ends the program as quietly as any", "[reproducibility][damage][output]") {
  const Shell shell;
  CHECK(shell("{ $M list methods; } | head -n 1").said.empty());
  CHECK(shell("trap '' PIPE; { $M list methods; echo $? >$S/code; } | head -n 1").said.empty());
  CHECK(bytes_of(shell.run.scratch / "code") == "0\n");
}

TEST_CASE("what --out names is written to, be it a device, a pipe or what a link leads to, and not replaced",
          "[reproducibility][damage][output]") {
  const Shell shell;
  const std::string report = shell("$M report $D --format csv").printed;
  REQUIRE_FALSE(report.empty());
  CHECK(shell("$M report $D --format csv --out -").printed == report);
  CHECK(shell("$M report $D --format csv --out $S/stdout").printed == report);
  CHECK(shell("echo before; $M report $D --format csv --out $S/stdout").printed == "before\n" + report);
  CHECK(shell("mkfifo $S/pipe; cat $S/pipe & $M report $D --format csv --out $S/pipe; wait").printed ==
        report);
  CHECK(fs::is_fifo(shell.run.scratch / "pipe"));
  CHECK(fs::is_symlink(shell.run.scratch / "stdout"));
  put_bytes(shell.run.scratch / "file", "old");
  fs::create_symlink("file", shell.run.scratch / "link");
  CHECK(shell("$M report $D --format csv --out $S/link").code == 0);
  CHECK(fs::is_symlink(shell.run.scratch / "link"));
  CHECK(bytes_of(shell.run.scratch / "file") == report);
  CHECK(shell("$M report $D --format csv --out $S/plain").code == 0);
  CHECK(bytes_of(shell.run.scratch / "plain") == report);
}

TEST_CASE("what is read is not written over, by whatever name", "[reproducibility][damage][output]") {
  const Shell shell;
  const auto csv = shell.run.scratch.write("x.csv", example_csv);
  fs::create_hard_link(csv, shell.run.scratch / "same.csv");
  const std::string fit =
      "cd $S; $M fit --data x.csv --method nearest_neighbours neighbours=1 --holdout 0 --model ";
  for (const std::string& line :
       {fit + "x.csv", fit + "./x.csv", fit + "same.csv", std::string("$M report $D --out $D/results.h5")}) {
    const Answer answer = shell(line);
    CAPTURE(line, answer.said);
    CHECK(answer.code == 2);
    CHECK_THAT(answer.said, Contains("which is read"));
  }
  CHECK(bytes_of(csv) == example_csv);
  CHECK(stored(shell.run.directory).data_hash == shell.run.data_hash);
  REQUIRE(shell(fit + "m.h5").code == 0);
  CHECK(shell("cd $S; $M predict m.h5 x.csv --out m.h5").code == 2);
  CHECK(shell("cd $S; $M predict m.h5 x.csv --out x.csv").code == 2);
  CHECK(shell(fit + "null").code == 2);
  CHECK(fs::is_symlink(shell.run.scratch / "null"));
}

TEST_CASE("with standard descriptors closed nothing lands in a file of the run",
          "[reproducibility][damage][output]") {
  const Shell shell;
  for (const std::string closed : {"0<&-", "1>&-", "2>&-", "0<&- 1>&- 2>&-", "1>&- 2>&-"}) {
    fs::remove_all(shell.run.scratch / "fresh");
    const Answer answer = shell("$M run $S/s.yaml --out $S/fresh --threads 2 " + closed);
    CAPTURE(closed, answer.said);
    CHECK(answer.code == (closed.find("1>&-") == std::string::npos ? 0 : 75)); // its table is lost
    CHECK(stored(shell.run.scratch / "fresh").data_hash == shell.run.data_hash);
    CHECK(bytes_of(shell.run.scratch / "fresh/lock").find("info") == std::string::npos);
    CHECK(answer_to({"fsck", shell.run.scratch / "fresh"}).code == 0);
  }
}

TEST_CASE("a limit on the size of files stops a run with 75 and a sentence, and it goes on without it",
          "[reproducibility][damage][output]") {
  const Shell shell;
  const std::string command = "$M run $S/s.yaml --out $S/limited --threads 2";
  const Answer limited = shell("ulimit -f 8; " + command);
  CAPTURE(limited.said);
  CHECK(limited.code == 75);
  CHECK_THAT(limited.said, Contains("ulimit -f") && !Contains(" 0 missing"));
  CHECK(shell(command).code == 0);
  CHECK(stored(shell.run.scratch / "limited").data_hash == shell.run.data_hash);
}

TEST_CASE("a machine that has no more descriptors is a sentence and exit code 75",
          "[reproducibility][damage][output]") {
  const Shell shell;
  const std::string only_three = "exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-; ";
  for (const int most : {4, 5, 6, 7}) {
    const Answer answer = shell(only_three + "rm -rf $S/few; ulimit -n " + std::to_string(most) +
                                "; $M run $S/s.yaml --out $S/few --threads 2");
    CAPTURE(most, answer.said);
    CHECK((answer.code == 75 || answer.code == 0));
    CHECK_THAT(answer.said, !Contains("defect"));
    if (answer.code == 75) CHECK_THAT(answer.said, Contains("ulimit -n"));
  }
  CHECK(shell(only_three + "rm -rf $S/few; ulimit -n 5; $M run $S/s.yaml --out $S/few --threads 2").code ==
        75);
  CHECK(shell("$M run $S/s.yaml --out $S/few --threads 2").code == 0);
  CHECK(stored(shell.run.scratch / "few").data_hash == shell.run.data_hash);
}

TEST_CASE("a directory that a run was killed in before it stored anything is no damage",
          "[reproducibility][damage]") {
  const Scratch scratch;
  fs::create_directory(scratch / "run");
  put_bytes(scratch / "run/lock", "process 1 on here since then\n");
  const Answer found = answer_to({"fsck", scratch / "run"});
  CHECK(found.code == 0);
  CHECK_THAT(found.printed, Contains("note    study.json is not there"));
  put_bytes(scratch / "run/journal.jsonl", "3eba59e9 {\"form");
  CHECK(answer_to({"fsck", scratch / "run"}).code == 0);
}

// Paths that the system refuses to read, for whatever reason: links that go in circles, files where folders
// are meant and folders where files are, names that are too long.

namespace {

/// A folder of such paths.
struct Odd {
  const FinishedRun run;
  std::vector<fs::path> paths;

  Odd() {
    const fs::path folder = run.scratch / "odd";
    fs::create_directory(folder);
    fs::create_symlink("two", folder / "one");
    fs::create_symlink("one", folder / "two");
    put_bytes(folder / "file", "");
    for (const char* file : {"study.json", "results.h5", "journal.jsonl"}) {
      const fs::path copy = folder / (std::string("run with a folder ") + file);
      fs::copy(run.directory, copy);
      fs::remove(copy / file);
      fs::create_directory(copy / file);
      paths.push_back(copy);
    }
    for (const fs::path& path : {folder / "one", folder / "file", folder / "file" / "below",
                                 folder / std::string(300, 'a'), fs::path("/dev/null")})
      paths.push_back(path);
  }
};

} // namespace

TEST_CASE("a path that the system refuses is a sentence, whatever the verb, and no defect",
          "[reproducibility][damage][output]") {
  const Odd odd;
  for (const fs::path& path : odd.paths) {
    for (const char* verb : {"status", "report", "merge", "fsck", "inspect", "figure", "rerun"}) {
      const Answer answer = answer_to({verb, path});
      CAPTURE(path, verb, answer.code, answer.said);
      // A run that lacks one of its three files may still be told about by the other two.
      CHECK((answer.code == 0 || answer.code == 2 || answer.code == 3)); // 3: fsck's word for damage
      CHECK_THAT(answer.said, !Contains("defect"));
      if (answer.code == 2) CHECK_THAT(answer.said, Contains("marginlab: "));
    }
  }
}

TEST_CASE("a run whose files cannot be read or replaced says which", "[reproducibility][damage][output]") {
  const Odd odd;
  for (const fs::path& path : odd.paths) {
    const Answer answer = answer_to(run_of(odd.run.config, path));
    CAPTURE(path, answer.said);
    CHECK(answer.code == 2);
    CHECK_THAT(answer.said, Contains("check the path and its permissions") && !Contains("defect"));
  }
}

TEST_CASE("what the machine has no more of is exit code 75 with what to do, and no defect",
          "[reproducibility][damage][output]") {
  const auto code_of = [](const auto& fail) {
    const Silence silence;
    try {
      fail();
    } catch (...) {
      return experiments::command_line::said_of_exception();
    }
    return 0;
  };
  CHECK(code_of([] { throw std::bad_alloc(); }) == 75);
  for (const int error : {EAGAIN, EMFILE, ENFILE, ENOMEM, EIO}) {
    CAPTURE(error);
    CHECK(code_of([&] { throw std::system_error(error, std::generic_category(), "it"); }) == 75);
    CHECK(code_of([&] { results::throw_storage_error("cannot write", "here", error); }) == 75);
  }
  const std::error_code denied(EACCES, std::generic_category()), full(ENOSPC, std::generic_category());
  CHECK(code_of([&] { throw fs::filesystem_error("it", "here", denied); }) == 2);
  CHECK(code_of([&] { throw fs::filesystem_error("it", "here", full); }) == 75);
  CHECK(code_of([] { throw std::logic_error("broken promise"); }) == 1);
}
