#include "core/contract.hpp"
#include "core/random/sha256.hpp"
#include "experiments/catalog/setting.hpp"
#include "experiments/verify/replay.hpp"
#include "results/store/hdf5/write_results.hpp"
#include "results/store/run_directory.hpp"
#include "tests/reproducibility/program.hpp"
#include "tests/reproducibility/study_files.hpp"
#include "tests/support/catch.hpp"

// Run directories of programs that named keys and random streams by every parameter, its default or not.
using namespace reproducibility;

namespace {

/// The text of a setting with its defaults spelt out.
std::string older(const std::string& canonical) {
  const experiments::Setting setting = experiments::parse_setting(canonical);
  return "{\"classifier\":" + core::canonical(setting.classifier) +
         ",\"data\":" + core::canonical(setting.data) + ",\"method\":" + core::canonical(setting.method) +
         ",\"seed\":" + std::to_string(setting.seed) + ",\"tuning\":" + core::canonical(setting.tuning) + "}";
}

/// Makes a finished run one of an older program, its journal left out; the key of its first setting.
std::string make_older(const std::filesystem::path& directory) {
  const results::RunDirectory run{directory};
  results::Results all = results::read_results(run.results());
  for (results::Setting& setting : all.card.settings) {
    setting.canonical = older(setting.canonical);
    setting.key = core::sha256_hex(setting.canonical, 32);
  }
  all.data_hash.clear(); // it is of the keys too
  results::write_results(run.results(), all);
  results::StoredStudy study = results::read_study(run);
  study.card = all.card;
  results::write_study(run, study);
  std::filesystem::remove(run.journal());
  return all.card.settings.front().key;
}

} // namespace

TEST_CASE("a setting that spells its defaults out is told from one that does not, and from nonsense",
          "[reproducibility]") {
  const Scratch scratch;
  REQUIRE(run_quietly(scratch.write("s.yaml", study(platt_item)), scratch / "run", 2) == 0);
  const std::string text = stored(scratch / "run").card.settings.front().canonical;
  CHECK_FALSE(experiments::spells_defaults_out(text));
  CHECK(experiments::spells_defaults_out(older(text)));
  CHECK_FALSE(experiments::spells_defaults_out("{}"));
  CHECK_FALSE(experiments::spells_defaults_out("no JSON"));
  CHECK_THROWS_WITH(experiments::parse_setting(older(text)), Catch::Contains("spells its defaults out"));
}

TEST_CASE("a run directory of older names is reported, not replayed, and computed anew by a run that says so",
          "[reproducibility]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study(platt_item));
  const auto directory = scratch / "run";
  REQUIRE(run_quietly(config, directory, 2) == 0);
  const std::string hash = stored(directory).data_hash;
  const Answer report = answer_to({"report", directory, "--format", "csv"});
  const std::string key = make_older(directory);
  const Answer older_report = answer_to({"report", directory, "--format", "csv"});
  CHECK(older_report.code == 0);
  CHECK(older_report.printed == report.printed);
  CHECK_THROWS_WITH(experiments::replay(directory / "results.h5", key + "/0"),
                    Catch::Contains("spells its defaults out") && Catch::Contains("run the study again"));
  const Answer run = answer_to(run_of(config, directory));
  CHECK(run.code == 0);
  CHECK_THAT(run.said, Catch::Contains("of an older marginlab") && Catch::Contains("computed anew"));
  CHECK(stored(directory).data_hash == hash);
  CHECK_THAT(answer_to(run_of(config, directory)).said, !Catch::Contains("older marginlab"));
}
