#include "tests/reproducibility/pages/page.hpp"
#include "tests/reproducibility/program.hpp"
#include "tests/reproducibility/scratch.hpp"
#include "tests/support/catch.hpp"

// docs/your-paper.md, line by line.
namespace fs = std::filesystem;
using reproducibility::LineAnswer;
using reproducibility::Scratch;

TEST_CASE("a new study runs at once, and nothing is overwritten", "[reproducibility][workers][docs]") {
  if (reproducibility::python_with_numpy().empty()) {
    WARN("SKIPPED: no Python 3 with numpy is installed");
    return;
  }
  const Scratch scratch;
  const fs::path folder = scratch / "work";
  const auto answer = [&](const char* words) { return reproducibility::typed(words, folder); };
  REQUIRE(answer("marginlab init my-paper").code == 0);
  CHECK(answer("marginlab init my-paper").code == 2);
  CHECK(answer("marginlab init 'two words'").code == 2);
  CHECK_FALSE(fs::exists(folder / "two words"));
  CHECK(answer("grep -r @NAME@ my-paper").code == 1);
  CHECK(answer("marginlab worker test my-paper/my-paper.yaml").code == 0);
  const LineAnswer run = answer("marginlab run my-paper/my-paper.yaml");
  CHECK(run.code == 0);
  CHECK_THAT(run.printed, Catch::Contains("my-paper: 2 of 2 blocks agree with the paper's Table 1"));
}

TEST_CASE("the page on a paper without C++ does what it says, line by line",
          "[reproducibility][workers][docs][slow]") {
  const Scratch scratch;
  const fs::path folder = scratch / "work";
  if (reproducibility::python_with_numpy().empty() ||
      reproducibility::typed("Rscript -e 'library(jsonlite)'", folder).code != 0) {
    WARN("SKIPPED: no Python 3 with numpy is installed, or no R with jsonlite");
    return;
  }
  fs::create_directories(folder / "docs/examples");
  fs::copy(fs::path(MARGINLAB_SOURCE_DIR) / "docs/examples/your-paper", folder / "docs/examples/your-paper",
           fs::copy_options::recursive);
  const auto answers = reproducibility::followed("your-paper.md", folder);
  reproducibility::require_page(answers);
  REQUIRE(answers.size() == 8);
  for (const LineAnswer& answer : answers) {
    CAPTURE(answer.line.command, answer.printed);
    if (answer.line.command.starts_with("marginlab referee"))
      CHECK_THAT(answer.printed, Catch::Contains("1 impossible"));
    if (answer.line.command.starts_with("marginlab run paper.yaml"))
      CHECK_THAT(answer.printed,
                 Catch::Contains("paper: 1 of 4 blocks agree with Doe & Roe (2026), Table 1."));
    if (answer.line.command.starts_with("marginlab run readings.yaml"))
      CHECK_THAT(answer.printed, Catch::Contains("agrees, a reading (p = "));
  }
}
