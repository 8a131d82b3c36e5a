#include <fstream>
#include <map>

#include "core/contract.hpp"
#include "core/parameters.hpp"
#include "core/random/stream.hpp"
#include "experiments/verify/replay.hpp"
#include "tests/reproducibility/program.hpp"
#include "tests/reproducibility/study_files.hpp"
#include "tests/support/catch.hpp"

using namespace reproducibility;

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
