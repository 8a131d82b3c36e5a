#include "experiments/config/find_config.hpp"
#include "experiments/config/read_study.hpp"
#include "tests/experiments/config/support/config_folder.hpp"
#include "tests/experiments/config/support/small_catalogue.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;

namespace {

const std::filesystem::path configs = std::filesystem::path(MARGINLAB_SOURCE_DIR) / "configs";

/// Reads the stored text of a study again, beside the files it names.
std::string read_again(const Study& study, const ConfigFolder& folder) {
  std::filesystem::copy(
      configs, folder.path(),
      std::filesystem::copy_options::recursive | std::filesystem::copy_options::overwrite_existing);
  const auto file = folder.write(study.study + ".yaml", study.config_yaml);
  return resolved_json(read_study(file, {}, small_catalogue()));
}

} // namespace

TEST_CASE("provenance: the stored text of a study with overrides reads back as the same study", "[spec]") {
  const std::vector<std::vector<std::string>> changes{
      {},
      {"replications=3"},
      {"intervals=7", "title='quoted: \"text\" # no comment'", "layout.best=cre"},
      {"lambda={grid: [1, 2]}", "layout.columns=[method, lambda]"}};
  for (const auto& overrides : changes) {
    const Study study = read_study(find_config("wang2008/table1", {configs}), overrides, small_catalogue());
    const ConfigFolder folder;
    CHECK(read_again(study, folder) == resolved_json(study));
  }
}

TEST_CASE("provenance: a study that extends another is stored whole and reads back without the other",
          "[spec]") {
  const ConfigFolder original;
  original.write("wang2008/published/table1.csv",
                 "data,classifier,method,metric,value\nexample1,weighted_svm,platt,gkl,0.5\n");
  original.write("wang2008/base.yaml", small_study + "published: {file: published/table1.csv}\n");
  const auto file = original.write("sweeps/mine.yaml", "extends: ../wang2008/base.yaml\nseed: 5\n");
  const Study study = read_study(file, {"n_train=33"}, small_catalogue());
  CHECK_THAT(study.config_yaml,
             Catch::StartsWith("# extends ../wang2008/base.yaml\n# override n_train=33\n"));
  std::filesystem::remove(original.path() / "wang2008/base.yaml");
  original.write("sweeps/mine.yaml", study.config_yaml);
  CHECK(resolved_json(read_study(file, {}, small_catalogue())) == resolved_json(study));
}

TEST_CASE("provenance: an override cannot break out of its comment line", "[spec]") {
  const Study study = study_of(small_study, {"title='a\n  b'"});
  CHECK_THAT(study.config_yaml, Catch::StartsWith("# override title='a   b'\ntitle: \"a b\"\n"));
}

TEST_CASE("resolved JSON: order of keys, comments, quotes and spelled-out defaults do not change it",
          "[spec]") {
  std::string other = replaced(small_study, "title: A small study\n", "# comment\n");
  other = replaced(other, "kernel: linear", "kernel: 'linear'\n    sigma: 3");
  other = replaced(other, "{criterion: fixed, lambda: 1}", "\n      lambda: [1.0]\n      criterion: fixed");
  other = replaced(other, "source: wang2008/example1",
                   "n_test: 900\n    source: wang2008/example1\n    name: example1");
  CHECK(resolved_json(study_of(other + "seed: 1\ntitle: \"A small study\"\n")) ==
        resolved_json(study_of(small_study)));
}

TEST_CASE("resolved JSON: every number that is computed with changes it", "[spec]") {
  const std::string plain = resolved_json(study_of(small_study));
  for (const char* override : {"seed=2", "replications=99", "n_train=101", "lambda=1.0000000000000002",
                               "methods.0.label=x", "layout.decimals=2"}) {
    CAPTURE(override);
    CHECK(resolved_json(study_of(small_study, {override})) != plain);
  }
}
