#include <set>

#include "core/contract.hpp"
#include "experiments/config/read_study.hpp"
#include "experiments/run/merge.hpp"
#include "experiments/run/threads.hpp"
#include "experiments/verify/certify.hpp"
#include "experiments/verify/replay.hpp"
#include "experiments/verify/rerun.hpp"
#include "results/record/data_hash.hpp"
#include "results/store/hdf5/write_results.hpp"
#include "results/store/journal.hpp"
#include "tests/reproducibility/silence.hpp"
#include "tests/reproducibility/study_files.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/read_journal.hpp"

// Studies in parts, again, and under other numbers of threads.
using namespace reproducibility;
namespace fs = std::filesystem;

namespace {

int merge_quietly(const std::vector<fs::path>& directories) {
  const Silence silence;
  return experiments::merge(directories);
}

int run_shard(const fs::path& config, const fs::path& directory, int index, int count) {
  return run_quietly(
      {.config = config.string(), .threads = 2, .directory = directory, .shard = {index, count}});
}

std::string whole_hash(const Scratch& scratch, const fs::path& config) {
  REQUIRE(run_quietly(config, scratch / "whole", 2) == 0);
  return stored(scratch / "whole").data_hash;
}

} // namespace

TEST_CASE("one process, seven shards in one directory and shards of other machines give one data hash",
          "[reproducibility][shard]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study(bracket_item + platt_item));
  const std::string expected = whole_hash(scratch, config);
  for (int i = 1; i <= 7; ++i) REQUIRE(run_shard(config, scratch / "one place", i, 7) == 0);
  CHECK(!fs::exists(scratch / "one place/results.h5"));
  REQUIRE(merge_quietly({scratch / "one place"}) == 0);
  CHECK(stored(scratch / "one place").data_hash == expected);

  REQUIRE(run_shard(config, scratch / "here", 1, 2) == 0);
  REQUIRE(run_shard(config, scratch / "there", 2, 2) == 0);
  REQUIRE(merge_quietly({scratch / "here"}) == 75); // half is missing
  REQUIRE(merge_quietly({scratch / "here", scratch / "there"}) == 0);
  CHECK(stored(scratch / "here").data_hash == expected);
}

TEST_CASE(
    "a study of a file goes on when the file has another name, replays and runs again from what is stored",
    "[reproducibility][own_data]") {
  const Scratch scratch;
  std::string rows = "a,b,y\n";
  for (int i = 0; i < 40; ++i)
    rows += std::to_string(i * 7 % 11) + "," + std::to_string(i) + (i * 7 % 11 + i % 3 > 5 ? ",1\n" : ",0\n");
  const auto config = [&](const std::string& file) {
    const fs::path own = scratch.write(file, rows);
    return scratch.write(file + ".yaml",
                         "title: a file\nseed: 1\nreplications: 2\ndata:\n  - {source: file, path: \"" +
                             own.string() +
                             "\", positive: \"1\", n_train: 25}\nclassifiers:\n"
                             "  - {classifier: weighted_svm, name: linear, kernel: linear}\n"
                             "methods:\n" +
                             platt_item +
                             "metrics: [cre]\n"
                             "layout: {rows: [data], columns: [method], metrics: [cre]}\n");
  };
  REQUIRE(run_quietly(config("one.csv"), scratch / "run", 2) == 0);
  const results::Results first = stored(scratch / "run");
  const auto other = config("two.data");
  fs::remove(scratch / "one.csv");
  REQUIRE(run_quietly(other, scratch / "other", 2) == 0);
  CHECK(stored(scratch / "other").data_hash == first.data_hash);
  CHECK(stored(scratch / "other").card.settings.front().key == first.card.settings.front().key);

  const Silence silence;
  CHECK(experiments::replay(scratch / "other/results.h5", first.card.settings.front().key + "/1") == 0);
  experiments::Threads threads(2);
  CHECK(experiments::rerun(scratch / "other/results.h5", {.directory = scratch / "again", .quiet = true},
                           threads) == 0);
}

TEST_CASE("a run goes on from what shards have left, and shards from what a run has",
          "[reproducibility][shard]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study(bracket_item + platt_item));
  const std::string expected = whole_hash(scratch, config);
  REQUIRE(run_shard(config, scratch / "run", 2, 3) == 0);
  REQUIRE(run_quietly(config, scratch / "run", 2) == 0);
  CHECK(stored(scratch / "run").data_hash == expected);
  REQUIRE(run_shard(config, scratch / "run", 1, 3) == 0); // nothing is left for it
  CHECK(results::read_journal(results::RunDirectory{scratch / "run"}.journal("2-of-3")).records.size() +
            results::read_journal(results::RunDirectory{scratch / "run"}.journal()).records.size() ==
        48);
}

TEST_CASE("a merge refuses a cell that two shards have with different values, and writes nothing",
          "[reproducibility][shard]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study(platt_item));
  REQUIRE(run_quietly(config, scratch / "a", 2) == 0);
  REQUIRE(run_quietly(config, scratch / "b", 2) == 0);
  const std::string before = stored(scratch / "a").data_hash;
  results::Record other = results::read_journal(scratch / "b/journal.jsonl").records.front();
  fs::remove(scratch / "b/journal.jsonl");
  other.values["gkl"] += 1e-9;
  results::Journal(scratch / "b/journal.jsonl").append(other);
  CHECK(merge_quietly({scratch / "a", scratch / "b"}) == 3);
  CHECK(stored(scratch / "a").data_hash == before);
}

TEST_CASE("a merge refuses directories of different studies", "[reproducibility][shard]") {
  const Scratch scratch;
  REQUIRE(run_quietly(scratch.write("a.yaml", study(platt_item)), scratch / "a", 2) == 0);
  REQUIRE(run_quietly(scratch.write("b.yaml", study(platt_item)), scratch / "b", 2, {"seed=6"}) == 0);
  CHECK_THROWS_WITH(merge_quietly({scratch / "a", scratch / "b"}), Catch::Contains("holds another study"));
  CHECK_THROWS_AS(merge_quietly({scratch / "absent"}), core::UserError);
}

TEST_CASE("a results.h5 alone is enough to run it again, bit for bit, and a changed one is found out",
          "[reproducibility][rerun]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study(bracket_item + platt_item));
  const std::string expected = whole_hash(scratch, config);
  fs::remove(config);
  const auto file = scratch / "alone.h5";
  fs::rename(scratch / "whole/results.h5", file);
  experiments::Threads threads(2);
  const auto again = [&](const std::string& name) {
    const Silence silence;
    return experiments::rerun(file, {.directory = scratch / name, .quiet = true}, threads);
  };
  CHECK(again("again") == 0);
  CHECK(stored(scratch / "again").data_hash == expected);
  CHECK(fs::exists(scratch / "again/config.yaml"));

  results::Results changed = results::read_results(file);
  changed.rows.values.at("gkl").front() += 1e-12;
  changed.data_hash = results::data_hash(changed.card, changed.rows, changed.failures);
  results::write_results(file, changed);
  CHECK(again("changed") == 3);
}

TEST_CASE("raising the replications computes the further ones alone", "[reproducibility]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study(platt_item));
  REQUIRE(run_quietly(config, scratch / "run", 2) == 0);
  REQUIRE(run_quietly(config, scratch / "run", 2, {"replications=9"}) == 0);
  // 4 settings; had the first 6 replications been computed again, the journal would have them twice
  CHECK(results::read_journal(scratch / "run/journal.jsonl").report.lines == 36);
  REQUIRE(run_quietly(config, scratch / "fresh", 2, {"replications=9"}) == 0);
  CHECK(stored(scratch / "run").data_hash == stored(scratch / "fresh").data_hash);
}

TEST_CASE("a certificate holds for a study, samples every data set, and names one hash",
          "[reproducibility][certify]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study(bracket_item + platt_item));
  const experiments::Study made_of = experiments::read_study(config.string(), {});
  const experiments::Certificate made = experiments::certify(made_of, 10, {1, 2, 8});
  CHECK(made.holds());
  CHECK(made.cells >= 10);
  experiments::Certificate broken = made;
  broken.runs.back().data_hash[0] ^= 1;
  CHECK_FALSE(broken.holds());
  std::set<std::string> data;
  for (const auto& group : experiments::sample_of_cells(made_of.plan, 1))
    data.insert(made_of.plan.settings[static_cast<std::size_t>(group.cells.front().setting)].data.id);
  CHECK(data.size() == 2);
}
