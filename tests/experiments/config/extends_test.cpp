#include <sys/stat.h>

#include "experiments/config/read_study.hpp"
#include "tests/experiments/config/support/config_folder.hpp"
#include "tests/experiments/config/support/small_catalogue.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;

namespace {

Study read(const std::filesystem::path& file, const std::vector<std::string>& overrides = {}) {
  return read_study(file, overrides, small_catalogue());
}

} // namespace

TEST_CASE("extends: top-level keys of this file replace those of the other, all others are taken over",
          "[spec]") {
  const ConfigFolder folder;
  folder.write("base.yaml", "seed: 3\nreplications: 9\n" + small_study);
  const Study study = read(folder.write("study.yaml", "extends: base.yaml\nseed: 4\nmetrics: [gkl]\n"));
  CHECK(study.seed == 4);
  CHECK(study.replications == 9);
  CHECK(metric_names(study) == std::vector<std::string>{"gkl"});
  CHECK(study.title == "A small study");
  CHECK(study.study == "study");
}

TEST_CASE("extends: a key is replaced whole, not merged", "[spec]") {
  const ConfigFolder folder;
  folder.write("base.yaml", small_study);
  const auto file =
      folder.write("study.yaml", "extends: base.yaml\nlayout: {rows: [data], columns: [method]}\n");
  CHECK_THROWS_WITH(read(file), Catch::Contains("study.yaml:2:9: missing key 'metrics' in the layout"));
}

TEST_CASE("extends: a pipe is refused and not waited for, and so is one of published numbers",
          "[spec][degenerate]") {
  const ConfigFolder folder;
  const auto file = folder.write("study.yaml", "extends: pipe\n");
  REQUIRE(mkfifo((file.parent_path() / "pipe").c_str(), 0600) == 0);
  CHECK_THROWS_WITH(read(file), Catch::Contains("(it is a pipe or a device)"));
  CHECK_THROWS_WITH(
      read(folder.write("own.yaml", small_study + "published: {file: pipe, replications: 5}\n")),
      Catch::Contains("(it is a pipe or a device)"));
}

TEST_CASE("extends: overrides apply to what was taken over", "[spec]") {
  const ConfigFolder folder;
  folder.write("base.yaml", small_study);
  const Study study = read(folder.write("study.yaml", "extends: base.yaml\n"), {"data.example1.n_train=40"});
  CHECK(study.data[0].choice.parameters.integer("n_train") == 40);
}

TEST_CASE("extends: a published file is found beside the config that names it", "[spec]") {
  const ConfigFolder folder;
  folder.write("paper/published/t.csv", "method,metric,value\nplatt,gkl,0.50\n");
  folder.write("paper/base.yaml", small_study + "published: {file: published/t.csv, replications: 5}\n");
  const Study study = read(folder.write("sweeps/study.yaml", "extends: ../paper/base.yaml\nseed: 2\n"));
  REQUIRE(study.published.size() == 1);
  CHECK(study.published[0].value == "0.50");
  CHECK(study.published_replications == 5);
  CHECK(study.study == "sweeps/study");
}

TEST_CASE("extends: mistakes of both files are reported, each under its own name", "[spec]") {
  const ConfigFolder folder;
  folder.write("base.yaml", replaced(small_study, "kernel: linear", "kernel: linaer"));
  const auto file = folder.write("study.yaml", "extends: base.yaml\nseed: ten\n");
  try {
    read(file);
    FAIL("accepted");
  } catch (const SpecErrors& errors) {
    REQUIRE(errors.mistakes.size() == 2);
    CHECK(errors.mistakes[0].where == file.string());
    CHECK(errors.mistakes[0].line == 2);
    CHECK(errors.mistakes[1].where == (folder.path() / "base.yaml").string());
    CHECK(errors.mistakes[1].line == 6);
  }
}

TEST_CASE("extends: without the other file its keys are not reported as missing as well", "[spec]") {
  CHECK(report_of("extends: nowhere.yaml\nseed: ten\n").find("missing key") == std::string::npos);
  CHECK(mistakes_of("extends: nowhere.yaml\nseed: ten\n").size() == 2);
}
