#include <filesystem>
#include <new>
#include <system_error>

#include "experiments/cli/output.hpp"
#include "results/store/file.hpp"
#include "tests/reproducibility/damage/finished_run.hpp"
#include "tests/reproducibility/silence.hpp"
#include "tests/support/catch.hpp"

// Paths that the system refuses to read, for whatever reason: links that go in circles, files where folders
// are meant and folders where files are, names that are too long.
using namespace reproducibility;
using Catch::Contains;
namespace fs = std::filesystem;

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
