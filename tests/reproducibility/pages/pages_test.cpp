#include "tests/reproducibility/pages/page.hpp"
#include "tests/reproducibility/program.hpp"
#include "tests/reproducibility/scratch.hpp"
#include "tests/support/catch.hpp"

// The pages whose every line is typed, and whose every printed block is compared.
using namespace reproducibility;

namespace {

/// A folder that has what these pages use of a clone: the program and its configs.
std::filesystem::path like_a_clone(const Scratch& scratch) {
  const auto folder = scratch / "work";
  std::filesystem::create_directories(folder);
  std::filesystem::create_symlink(MARGINLAB_PROGRAM, folder / "marginlab");
  std::filesystem::create_symlink(std::filesystem::path(MARGINLAB_SOURCE_DIR) / "configs",
                                  folder / "configs");
  return folder;
}

} // namespace

TEST_CASE("a block shows what was printed, but for gaps and durations, and nothing else",
          "[docs][degenerate]") {
  CHECK(shows("a\nb\n", "a\nb\n"));
  CHECK_FALSE(shows("a\n", "a\nb\n"));
  CHECK_FALSE(shows("b\n", "a\nb\n"));
  CHECK_FALSE(shows("a\nc\n", "a\nb\n"));
  CHECK(shows("a\n...\n", "a\nb\n"));
  CHECK(shows("...\nb\n", "a\nb\n"));
  CHECK(shows("a\n...\nc\n...\ne\n", "a\nb\nc\nd\ne\n"));
  CHECK_FALSE(shows("a\n...\nc\n...\ne\n", "a\ne\nc\n"));
  CHECK_FALSE(shows("a\n...\na\n", "a\n"));
  CHECK_FALSE(shows("...\nb\n", "a\nab\n"));
  CHECK(shows("10 of 100 replications, 14s.\nok  2.5 ms\n",
              "10 of 100 replications, 1m3s.\nok     181.8 ms\n"));
  CHECK_FALSE(shows("10 of 100 replications, 14s.\n", "9 of 100 replications, 14s.\n"));
}

TEST_CASE("every line of the tutorial does what the page shows", "[reproducibility][workers][docs][slow]") {
  if (tests::sanitized) { // it takes minutes there; the other pages are the sample, and the optimised build
                          // types all
    SUCCEED("left to the optimised build");
    return;
  }
  if (python_with_numpy().empty()) {
    WARN("SKIPPED: no Python 3 with numpy is installed");
    return;
  }
  const Scratch scratch;
  const auto answers = followed("tutorial.md", like_a_clone(scratch));
  require_page(answers);
  CHECK(answers.size() >= 15);
}

TEST_CASE("every recipe for a coding assistant does what the page shows",
          "[reproducibility][workers][docs][slow]") {
  if (python_with_numpy().empty()) {
    WARN("SKIPPED: no Python 3 with numpy is installed");
    return;
  }
  const Scratch scratch;
  const auto answers = followed("SKILL.md", like_a_clone(scratch));
  require_page(answers);
  CHECK(answers.size() >= 8);
}
