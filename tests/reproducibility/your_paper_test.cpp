#include <sys/wait.h>

#include <cstdlib>
#include <iterator>
#include <regex>

#include "tests/reproducibility/program.hpp"
#include "tests/reproducibility/study_files.hpp"
#include "tests/support/catch.hpp"

// docs/your-paper.md, line by line.
namespace {

namespace fs = std::filesystem;
using reproducibility::Scratch;

std::string text_in(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool works(const std::string& command) {
  return std::system((command + " >/dev/null 2>&1").c_str()) == 0;
}

/// Names the interpreter in the configs of a folder.
void use_python(const fs::path& folder, const std::string& python) {
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".yaml") continue;
    const std::string text =
        std::regex_replace(text_in(entry.path()), std::regex("\\[python3,"), "[" + python + ",");
    std::ofstream(entry.path()) << text;
  }
}

struct PageAnswer {
  int code = -1;
  std::string printed{};
};

/// A command in a folder, as a shell has it.
PageAnswer answer_of_page(const std::string& words, const fs::path& folder) {
  const std::string command = "cd '" + folder.string() + "' && COLUMNS=100 '" MARGINLAB_PROGRAM "' " + words +
                              " >printed.txt 2>said.txt";
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text_in(folder / "printed.txt")};
}

/// The words behind the program's name on the lines of the page's blocks.
std::vector<std::string> lines_of_page() {
  const std::string text = text_in(fs::path(MARGINLAB_SOURCE_DIR) / "docs/your-paper.md");
  static const std::regex line("\nmarginlab ([^\n`]*)");
  std::vector<std::string> out;
  for (std::sregex_iterator at(text.begin(), text.end(), line), end; at != end; ++at) out.push_back((*at)[1]);
  return out;
}

} // namespace

TEST_CASE("a new study runs at once, and nothing is overwritten", "[reproducibility][workers][docs]") {
  const std::string python = reproducibility::python_with_numpy();
  if (python.empty()) {
    WARN("SKIPPED: no Python 3 with numpy is installed");
    return;
  }
  const Scratch scratch;
  const fs::path folder = scratch / "";
  REQUIRE(answer_of_page("init my-paper", folder).code == 0);
  CHECK(answer_of_page("init my-paper", folder).code == 2);
  CHECK(answer_of_page("init 'two words'", folder).code == 2);
  CHECK_FALSE(fs::exists(scratch / "two words"));
  for (const auto& entry : fs::directory_iterator(scratch / "my-paper"))
    CHECK(text_in(entry.path()).find("@NAME@") == std::string::npos);
  use_python(scratch / "my-paper", python);
  CHECK(answer_of_page("worker test my-paper/my-paper.yaml", folder).code == 0);
  const PageAnswer run = answer_of_page("run my-paper/my-paper.yaml", folder);
  CHECK(run.code == 0);
  CHECK_THAT(run.printed, Catch::Contains("my-paper: 2 of 2 blocks agree with the paper's Table 1"));
}

TEST_CASE("the page on a paper without C++ does what it says, line by line",
          "[reproducibility][workers][docs][slow]") {
  const std::string python = reproducibility::python_with_numpy();
  if (python.empty() || !works("Rscript -e 'library(jsonlite)'")) {
    WARN("SKIPPED: no Python 3 with numpy is installed, or no R with jsonlite");
    return;
  }
  const Scratch scratch;
  const fs::path folder = scratch / "work";
  fs::copy(fs::path(MARGINLAB_SOURCE_DIR) / "docs/examples/your-paper", folder, fs::copy_options::recursive);
  use_python(folder, python);
  const auto lines = lines_of_page();
  REQUIRE(lines.size() == 7);
  for (const std::string& words : lines) {
    CAPTURE(words);
    const PageAnswer ended = answer_of_page(words, folder);
    CAPTURE(text_in(folder / "said.txt"), ended.printed);
    CHECK(ended.code == (words.starts_with("referee") ? 4 : 0));
    if (words.starts_with("init")) use_python(folder / "my-paper", python);
    if (words.starts_with("referee"))
      CHECK_THAT(ended.printed, Catch::Contains("1 impossible") && Catch::Contains("23.07"));
    if (words.starts_with("run paper.yaml"))
      CHECK_THAT(ended.printed,
                 Catch::Contains("paper: 1 of 4 blocks agree with Doe & Roe (2026), Table 1."));
    if (words.starts_with("run readings.yaml"))
      CHECK_THAT(ended.printed, Catch::Contains("agrees, a reading (p = "));
  }
}
