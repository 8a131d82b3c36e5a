#include <fstream>
#include <map>

#include "core/contract.hpp"
#include "core/random/sha256.hpp"
#include "core/random/stream.hpp"
#include "core/settings/parameters.hpp"
#include "experiments/catalog/setting.hpp"
#include "experiments/config/read_study.hpp"
#include "experiments/run/estimate.hpp"
#include "experiments/verify/replay.hpp"
#include "results/store/hdf5/results_file.hpp"
#include "results/store/run_directory.hpp"
#include "tests/conformance/settings.hpp"
#include "tests/reproducibility/program.hpp"
#include "tests/reproducibility/study_files.hpp"
#include "tests/support/catch.hpp"

using namespace reproducibility;
using experiments::Estimate;

namespace {

std::string bytes(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Every stored number of one value's name by (setting key, replicate).
std::map<std::pair<std::string, int>, double> numbers(const results::Results& all, const std::string& name) {
  std::map<std::pair<std::string, int>, double> out;
  for (std::size_t row = 0; row < all.rows.size(); ++row) {
    const auto& key = all.card.settings[static_cast<std::size_t>(all.rows.setting[row])].key;
    out[{key, all.rows.replicate[row]}] = all.rows.values.at(name)[row];
  }
  return out;
}

} // namespace

TEST_CASE("one, two and eight threads give the same data", "[reproducibility]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study(bracket_item + platt_item));
  std::vector<std::string> hashes;
  for (const int threads : {1, 2, 8}) {
    const auto directory = scratch / ("t" + std::to_string(threads));
    REQUIRE(run_quietly(config, directory, threads) == 0);
    hashes.push_back(stored(directory).data_hash);
  }
  CHECK(hashes[0] == hashes[1]);
  CHECK(hashes[0] == hashes[2]);
}

TEST_CASE("a prior step gives the same data on one, two and eight threads", "[reproducibility]") {
  const Scratch scratch;
  core::Stream stream("rows for a prior step");
  std::string rows = "a,b,y\n";
  for (int i = 0; i < 90; ++i) {
    const double a = stream.normal(), b = stream.normal();
    rows += core::shortest(a) + "," + core::shortest(b) + (a * b + stream.normal() > 0 ? ",1\n" : ",0\n");
  }
  const auto config = scratch.write("s.yaml", R"(title: a prior step
seed: 3
replications: 3
data:
  - {source: file, name: own, path: ")" + scratch.write("rows.csv", rows).string() +
                                                  R"(", label: y, positive: "1",
     split: folds, folds: 3}
classifiers:
  - {classifier: weighted_svm, name: svm, kernel: gaussian, sigma_unit: absolute, sigma: 1}
methods:
  - {method: platt, name: platt,
     tuning: &prior {criterion: prior_step, folds: 3, lambda: [0.01, 0.1, 1], sigma: [0.5, 1, 2]}}
  - {method: kernel_logistic, name: klr, tuning: *prior}
metrics: [cre, test_error]
layout: {rows: [data], columns: [method], metrics: [cre]}
)");
  std::vector<std::string> hashes;
  for (const char* threads : {"1", "2", "8"}) { // a process each, because one finds a prior step once
    const auto directory = scratch / threads;
    const Answer answer = answer_to({"run", config, "--out", directory, "--threads", threads});
    INFO(answer.said);
    REQUIRE(answer.code == 0);
    hashes.push_back(stored(directory).data_hash);
  }
  CHECK(hashes[0] == hashes[1]);
  CHECK(hashes[0] == hashes[2]);
}

TEST_CASE("the order of methods in the config changes no number", "[reproducibility]") {
  const Scratch scratch;
  REQUIRE(run_quietly(scratch.write("a.yaml", study(bracket_item + platt_item)), scratch / "a", 2) == 0);
  REQUIRE(run_quietly(scratch.write("b.yaml", study(platt_item + bracket_item)), scratch / "b", 2) == 0);
  CHECK(stored(scratch / "a").data_hash == stored(scratch / "b").data_hash);
}

TEST_CASE("a method computed alone gives the numbers it gives among others", "[reproducibility]") {
  const Scratch scratch;
  REQUIRE(run_quietly(scratch.write("both.yaml", study(bracket_item + platt_item)), scratch / "both", 2) ==
          0);
  REQUIRE(run_quietly(scratch.write("one.yaml", study(platt_item)), scratch / "one", 2) == 0);
  const auto both = numbers(stored(scratch / "both"), "gkl");
  const auto one = numbers(stored(scratch / "one"), "gkl");
  CHECK(one.size() == 24);
  for (const auto& [cell, value] : one) CHECK(both.at(cell) == value);
}

TEST_CASE("a run that was stopped and repeated gives what an undisturbed one gives",
          "[reproducibility][slow]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study(bracket_item + platt_item));
  REQUIRE(run_quietly(config, scratch / "whole", 2) == 0);
  REQUIRE(run_quietly(config, scratch / "parts", 1) == 0);
  const std::string journal = bytes(scratch / "parts/journal.jsonl");
  // A kill can end the journal at any byte, in the middle of a line as well.
  for (const int cut : {1, 9, 20, 33, 40}) {
    const auto directory = scratch / ("cut" + std::to_string(cut));
    std::filesystem::create_directory(directory);
    std::ofstream(directory / "journal.jsonl", std::ios::binary)
        << journal.substr(0, journal.size() * static_cast<std::size_t>(cut) / 41);
    REQUIRE(run_quietly(config, directory, 2) == 0);
    CHECK(stored(directory).data_hash == stored(scratch / "whole").data_hash);
  }
}

TEST_CASE("more replications keep the first ones and compute only the new", "[reproducibility]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study(bracket_item));
  REQUIRE(run_quietly(config, scratch / "run", 2) == 0);
  const auto before = numbers(stored(scratch / "run"), "cre");
  const auto size = std::filesystem::file_size(scratch / "run/journal.jsonl");
  const std::string kept = bytes(scratch / "run/journal.jsonl");
  REQUIRE(run_quietly(config, scratch / "run", 2, {"replications=8"}) == 0);
  const auto after = numbers(stored(scratch / "run"), "cre");
  CHECK(after.size() == before.size() / 6 * 8);
  for (const auto& [cell, value] : before) CHECK(after.at(cell) == value);
  CHECK(bytes(scratch / "run/journal.jsonl").substr(0, size) == kept);
}

TEST_CASE("a finished run repeated writes nothing", "[reproducibility]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study(platt_item));
  REQUIRE(run_quietly(config, scratch / "run", 2) == 0);
  const std::string results = bytes(scratch / "run/results.h5"),
                    journal = bytes(scratch / "run/journal.jsonl");
  REQUIRE(run_quietly(config, scratch / "run", 2) == 0);
  CHECK(bytes(scratch / "run/results.h5") == results);
  CHECK(bytes(scratch / "run/journal.jsonl") == journal);
}

TEST_CASE("every stored cell replays alone to the same bits", "[reproducibility]") {
  const Scratch scratch;
  REQUIRE(run_quietly(scratch.write("s.yaml", study(bracket_item + platt_item)), scratch / "run", 2) == 0);
  const auto all = stored(scratch / "run");
  for (std::size_t row = 0; row < all.rows.size(); row += 5) {
    const auto& key = all.card.settings[static_cast<std::size_t>(all.rows.setting[row])].key;
    CHECK(experiments::replay(scratch / "run/results.h5",
                              key + "/" + std::to_string(all.rows.replicate[row])) == 0);
  }
}

TEST_CASE("a key that names no cell is refused with a sentence", "[reproducibility]") {
  const Scratch scratch;
  REQUIRE(run_quietly(scratch.write("s.yaml", study(platt_item)), scratch / "run", 2) == 0);
  const auto file = scratch / "run/results.h5";
  for (const char* key : {"", "zz", "0000/1", "zzzz/0", "/0", "0/", "0/-1", "0/x"}) {
    CAPTURE(key);
    CHECK_THROWS_AS(experiments::replay(file, key), core::UserError);
  }
}

namespace {

experiments::Setting some_setting() {
  return conformance::every_setting().front();
}

} // namespace

TEST_CASE("names and labels are no part of a key; parameters, revisions and the seed are",
          "[reproducibility]") {
  const experiments::Setting base = some_setting();
  experiments::Setting renamed = base;
  renamed.method.name = "other", renamed.data.label = "Another label";
  CHECK(key_of(renamed) == key_of(base));
  experiments::Setting seeded = base, revised = base, larger = base;
  ++seeded.seed;
  ++revised.method.revision;
  larger.data.parameters.set("n_train", std::int64_t{31});
  for (const experiments::Setting& other : {seeded, revised, larger}) CHECK(key_of(other) != key_of(base));
}

TEST_CASE("a stored setting of another revision or another program is refused with a sentence",
          "[reproducibility]") {
  std::string text = canonical(some_setting());
  CHECK_THROWS_AS(experiments::parse_setting("{}"), core::UserError);
  CHECK_THROWS_AS(experiments::parse_setting("not json"), core::UserError);
  text.replace(text.find("\"revision\":1"), 12, "\"revision\":9");
  CHECK_THROWS_WITH(experiments::parse_setting(text), Catch::Contains("revision 9"));
}

// Run directories of programs that named keys and random streams by every parameter, its default or not.

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
                    Catch::Contains("spells its defaults out") && Catch::Contains("Run the study again"));
  const Answer run = answer_to(run_of(config, directory));
  CHECK(run.code == 0);
  CHECK_THAT(run.said, Catch::Contains("of an older marginlab") && Catch::Contains("computed anew"));
  CHECK(stored(directory).data_hash == hash);
  CHECK_THAT(answer_to(run_of(config, directory)).said, !Catch::Contains("older marginlab"));
}

TEST_CASE("a plan times one cell of every setting that never was, and stores nothing",
          "[reproducibility][plan]") {
  const Scratch scratch;
  const auto read =
      experiments::read_study(scratch.write("s.yaml", study(bracket_item + platt_item)).string(), {});
  const Estimate made = experiments::estimate(read, scratch / "run", 2, true);
  CHECK(made.stored == 0);
  CHECK(made.left == 48);
  CHECK(made.piloted == 8);
  CHECK(made.processor.low > 0);
  CHECK(made.processor.low <= made.processor.likely);
  CHECK(made.processor.likely <= made.processor.high);
  CHECK(made.wall.likely <= made.processor.likely);
  CHECK(made.longest <= made.processor.likely);
  CHECK(made.journal_bytes > 0);
  CHECK(made.memory > 0);
  CHECK_FALSE(std::filesystem::exists(scratch / "run"));
  CHECK(experiments::text(made, scratch / "run").find("from a pilot of 8 cells") != std::string::npos);
}

TEST_CASE("a plan takes the times of what is stored, and has nothing to estimate where all is",
          "[reproducibility][plan]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study(platt_item));
  REQUIRE(run_quietly(config, scratch / "run", 2) == 0);
  const auto estimate = [&](const std::vector<std::string>& overrides) {
    return experiments::estimate(experiments::read_study(config.string(), overrides), scratch / "run", 2,
                                 true);
  };
  const Estimate whole = estimate({});
  CHECK(whole.left == 0);
  CHECK(whole.processor.high == 0);
  const Estimate more = estimate({"replications=60"});
  CHECK(more.timed == 24);
  CHECK(more.left == 216);
  CHECK(more.piloted == 0);
  CHECK(more.processor.likely > 0);
}

TEST_CASE("without a pilot a plan says that it guesses", "[reproducibility][plan]") {
  const Scratch scratch;
  const auto read = experiments::read_study(scratch.write("s.yaml", study(platt_item)).string(), {});
  const Estimate guessed = experiments::estimate(read, scratch / "run", 2, false);
  CHECK(guessed.piloted == 0);
  CHECK(experiments::text(guessed, scratch / "run").find("a guess") != std::string::npos);
}
