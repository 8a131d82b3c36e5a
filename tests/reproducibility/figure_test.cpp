#include <sys/wait.h>

#include <cstdlib>
#include <sstream>

#include "tests/reproducibility/study_files.hpp"
#include "tests/support/catch.hpp"

// The verb `figure` of the program itself.
using namespace reproducibility;

namespace {

const std::string path_study = R"(title: a path
seed: 3
replications: 2
data:
  - {source: wang2008/example1, name: example1, n_train: 20, n_test: 10}
classifiers:
  - {classifier: weighted_svm, kernel: linear}
methods:
  - {method: solution_path, name: path}
metrics: [gkl]
layout:
  rows: [data]
  columns: [method]
  metrics: [gkl]
  chart: {table: path, x: pi, y: [beta_0, w_1, w_2], replicate: 1}
)";

std::string bytes_of(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

/// Calls the program through the shell; its exit code. What it says goes to the file `said`.
int call(const std::string& words, const Scratch& scratch, const std::string& environment = "") {
  const std::string command =
      environment + " '" MARGINLAB_PROGRAM "' " + words + " >'" + (scratch / "said").string() + "' 2>&1";
  return WEXITSTATUS(std::system(command.c_str()));
}

std::string run_directory(const Scratch& scratch, const std::string& study) {
  const auto config = scratch.write("s.yaml", study);
  REQUIRE(run_quietly(config, scratch / "run", 1) == 0);
  return "'" + (scratch / "run").string() + "'";
}

} // namespace

TEST_CASE("figure writes an SVG and a PDF beside the results, the same bytes every time",
          "[reproducibility][figure]") {
  const Scratch scratch;
  const std::string directory = run_directory(scratch, path_study);
  REQUIRE(call("figure " + directory, scratch) == 0);
  CHECK(bytes_of(scratch / "said").find("run/figure.pdf") != std::string::npos);
  const std::string other = (scratch / "sub/again").string();
  REQUIRE(call("figure " + directory + " --out '" + other + "'", scratch) == 0);
  for (const char* ending : {".svg", ".pdf"}) {
    CAPTURE(ending);
    const std::string first = bytes_of(scratch / (std::string("run/figure") + ending));
    CHECK(first.size() > 1000);
    CHECK(first == bytes_of(other + ending));
  }
}

TEST_CASE("without rsvg-convert the SVG is written, and one sentence says what to install",
          "[reproducibility][figure]") {
  const Scratch scratch;
  const std::string directory = run_directory(scratch, path_study);
  CHECK(call("figure " + directory, scratch, "PATH=/nowhere") == 2);
  CHECK(bytes_of(scratch / "said").find("apt-get install librsvg2-bin") != std::string::npos);
  CHECK(std::filesystem::exists(scratch / "run/figure.svg"));
  CHECK_FALSE(std::filesystem::exists(scratch / "run/figure.pdf"));
}

TEST_CASE("a study without a chart is told so", "[reproducibility][figure]") {
  const Scratch scratch;
  std::string text = path_study;
  text.resize(text.find("  chart:"));
  CHECK(call("figure " + run_directory(scratch, text), scratch) == 2);
  CHECK(bytes_of(scratch / "said").find("add layout.chart") != std::string::npos);
}

TEST_CASE("a method that refuses its classifier stops a study before anything is written",
          "[reproducibility][figure]") {
  const Scratch scratch;
  std::string text = path_study;
  text.replace(text.find("weighted_svm"), 12, "weighted_psi");
  const auto config = scratch.write("s.yaml", text);
  CHECK(call("run '" + config.string() + "' --out '" + (scratch / "run").string() + "'", scratch) == 2);
  CHECK(bytes_of(scratch / "said").find("use classifier weighted_svm") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(scratch / "run"));
}
