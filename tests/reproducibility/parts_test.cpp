#include <optional>
#include <set>
#include <thread>

#include "core/contract.hpp"
#include "experiments/config/read_study.hpp"
#include "experiments/run/merge.hpp"
#include "experiments/run/threads.hpp"
#include "experiments/verify/replay.hpp"
#include "results/record/hash.hpp"
#include "results/statistics/summary.hpp"
#include "results/store/hdf5/results_file.hpp"
#include "results/store/journal.hpp"
#include "results/store/run_directory.hpp"
#include "tests/reproducibility/program.hpp"
#include "tests/reproducibility/silence.hpp"
#include "tests/reproducibility/study_files.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/read_journal.hpp"

using namespace reproducibility;

namespace fs = std::filesystem;

// Studies in parts, again, and under other numbers of threads.

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

TEST_CASE("a run directory goes on with the study that it holds, whatever has become of its config",
          "[reproducibility][shard][program]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study(platt_item));
  const std::string expected = whole_hash(scratch, config), directory = (scratch / "whole").string();
  const std::string design = results::design_hash(stored(directory).card);
  fs::remove(directory + "/results.h5");
  fs::remove(directory + "/journal.jsonl");
  scratch.write("s.yaml", "replications: many\n");
  REQUIRE(run_shard(directory, directory, 1, 2) == 0);
  REQUIRE(answer_to({"run", directory, "--shard", "2/2", "--design", design}).code == 0);
  REQUIRE(merge_quietly({directory}) == 0);
  CHECK(stored(directory).data_hash == expected);
  CHECK(answer_to({"run", directory}).code == 0); // into the directory itself
  CHECK(stored(directory).data_hash == expected);

  const auto refused = [](const Words& words) {
    const Answer answer = answer_to(words);
    CHECK(answer.code == 2);
    return answer.said;
  };
  CHECK_THAT(refused({"run", directory, "seed=6"}),
             Catch::Contains("Settings such as seed=6 cannot change it. Name the config instead."));
  for (const char* verb : {"run", "merge"})
    CHECK_THAT(refused({verb, directory, "--design", "00"}),
               Catch::Contains("holds another study now than the one that was submitted."));
  scratch.write("s.yaml", study(platt_item));
  const Words by_config{"run", config.string(), "--out", directory, "--design", design};
  CHECK(answer_to(by_config).code == 0);
  scratch.write("s.yaml", study(bracket_item));
  CHECK_THAT(refused(by_config), Catch::Contains("holds another study now"));
}

TEST_CASE(
    "a run or merge that is to wait for the lock goes on once it is free, and is refused once time is up",
    "[reproducibility][shard]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study(platt_item));
  const std::string directory = (scratch / "run").string(), all = whole_hash(scratch, config);
  auto lock = std::make_optional<results::RunLock>(results::create_run_directory(directory));
  const Answer refused = answer_to({"run", config.string(), "--out", directory, "--lock-wait", "1s"});
  CHECK(refused.code == 2);
  CHECK_THAT(refused.said,
             Catch::Contains("waiting for it, 1s at most") && Catch::Contains("is in use by process"));
  Program waiting({"run", config.string(), "--out", directory, "--lock-wait", "5m"});
  while (waiting.runs() && waiting.said().find("waiting for it") == std::string::npos)
    std::this_thread::yield();
  CHECK(waiting.runs());
  lock.reset();
  CHECK(waiting.ended() == 0);
  CHECK(stored(directory).data_hash == all);
  lock.emplace(results::RunDirectory{directory});
  Program merging({"merge", directory, "--lock-wait", "5m"});
  while (merging.runs() && merging.said().find("waiting for it") == std::string::npos)
    std::this_thread::yield();
  lock.reset();
  CHECK(merging.ended() == 0);
}

TEST_CASE("a merge takes in what is stored while a shard runs, and no undivided run beside it",
          "[reproducibility][shard]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study(platt_item));
  const fs::path directory = scratch / "run";
  REQUIRE(run_shard(config, directory, 1, 2) == 0);
  {
    const results::RunLock shard({directory}, "2-of-2");
    CHECK(merge_quietly({directory}) == 75);
    CHECK(stored(directory).rows.size() == 12);
  }
  {
    const results::RunLock undivided({directory});
    CHECK_THROWS_AS(merge_quietly({directory}), core::UserError);
  }
  const results::RunLock merging({directory}, "merge");
  CHECK_THROWS_AS(merge_quietly({directory}), core::UserError);
  CHECK(run_shard(config, directory, 2, 2) == 0);
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

namespace {

constexpr const char* rule = "until={mcse: 0.02, of: gkl, max: 400}";

double worst_error(const results::Results& all, std::int32_t replications) {
  double worst = 0;
  for (std::size_t s = 0; s < all.card.settings.size(); ++s) {
    results::Series series = results::series(all.rows, static_cast<std::int32_t>(s), "gkl");
    std::erase_if(series, [&](const results::Observation& seen) { return seen.replicate >= replications; });
    worst = std::max(worst, results::summarise(series).se);
  }
  return worst;
}

} // namespace

TEST_CASE("a study with until stops at the same replication on one, two and eight threads and after a resume",
          "[reproducibility][until]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study(platt_item));
  std::vector<std::string> hashes;
  for (const int threads : {1, 2, 8}) {
    const auto directory = scratch / ("t" + std::to_string(threads));
    REQUIRE(run_quietly(config, directory, threads, {rule}) == 0);
    hashes.push_back(stored(directory).data_hash);
  }
  REQUIRE(run_quietly(config, scratch / "resumed", 2, {"replications=200"}) == 0); // more than are needed
  REQUIRE(run_quietly(config, scratch / "resumed", 2, {rule}) == 0);
  hashes.push_back(stored(scratch / "resumed").data_hash);
  for (const std::string& hash : hashes) CHECK(hash == hashes.front());
}

TEST_CASE("a study with until stops at the first replication that is precise enough, and says so",
          "[reproducibility][until]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study(platt_item));
  REQUIRE(run_quietly(config, scratch / "run", 2, {rule}) == 0);
  const results::Results all = stored(scratch / "run");
  const std::int32_t stopped = all.card.replications;
  CHECK(stopped > 6);
  CHECK(stopped < 400);
  CHECK(worst_error(all, stopped) <= 0.02);
  CHECK(worst_error(all, stopped - 1) > 0.02);
  CHECK(all.provenance.at("until") ==
        "the Monte Carlo standard error of gkl is at most 0.02 in every setting after " +
            std::to_string(stopped) + " replications");
}

TEST_CASE("a study with until that is never precise enough ends at its maximum and says so",
          "[reproducibility][until]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study(platt_item));
  REQUIRE(run_quietly(config, scratch / "run", 2, {"until={mcse: 1e-9, of: gkl, max: 17}"}) == 0);
  const results::Results all = stored(scratch / "run");
  CHECK(all.card.replications == 17);
  CHECK(all.provenance.at("until").find("still above") != std::string::npos);
}

TEST_CASE("a study with until cannot be divided into shards", "[reproducibility][until]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study(platt_item));
  CHECK_THROWS_AS(
      run_quietly(
          {.config = config.string(), .overrides = {rule}, .directory = scratch / "run", .shard = {1, 2}}),
      core::UserError);
  CHECK_FALSE(std::filesystem::exists(scratch / "run"));
}

TEST_CASE("a run whose time budget is used up commits, exits with 75, and goes on when it is repeated",
          "[reproducibility][time]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study(bracket_item + platt_item));
  const auto run_within = [&](double seconds) {
    return run_quietly(
        {.config = config.string(), .threads = 2, .directory = scratch / "run", .time_budget = seconds});
  };
  CHECK(run_within(1) == 75); // less than is kept for the last snapshot: no cell begins
  CHECK(stored(scratch / "run").rows.size() == 0);
  CHECK(run_within(3600) == 0);
  REQUIRE(run_quietly(config, scratch / "whole", 2) == 0);
  CHECK(stored(scratch / "run").data_hash == stored(scratch / "whole").data_hash);
}

TEST_CASE("a report says how long was predicted and how long it took", "[reproducibility][time]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study(platt_item));
  REQUIRE(run_quietly(config, scratch / "run", 1) == 0);
  const results::Provenance facts = stored(scratch / "run").provenance;
  CHECK(facts.at("predicted").find("said after") != std::string::npos);
  CHECK(facts.contains("took"));
}

TEST_CASE("a cell that would end late keeps no cell of another setting from being computed",
          "[reproducibility][time]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study(bracket_item + platt_item));
  REQUIRE(run_quietly(config, scratch / "whole", 2) == 0);
  results::Record slow = results::read_journal(scratch / "whole/journal.jsonl").records.front();
  slow.seconds = 1e6; // as one that took days
  std::filesystem::create_directory(scratch / "run");
  results::Journal(scratch / "run/journal.jsonl").append(slow);
  const bool isolate = GENERATE(false, true);
  CHECK(run_quietly({.config = config.string(),
                     .threads = 2,
                     .isolate = isolate,
                     .directory = scratch / "run",
                     .time_budget = 3600}) == 75);
  CHECK(stored(scratch / "run").rows.size() == 43); // all but the five others of the slow setting
  CHECK(run_quietly(config, scratch / "run", 2) == 0);
  CHECK(stored(scratch / "run").data_hash == stored(scratch / "whole").data_hash);
}

TEST_CASE("a cell that runs beyond the time budget is given up, and what is finished stays",
          "[reproducibility][time]") {
  const Scratch scratch;
  std::string text = study(bracket_item); // of which each cell is made to take a minute or more
  for (const auto& [from, to] : {std::pair<std::string, std::string>{"n_train: 30", "n_train: 2500"},
                                 {"intervals: 5", "intervals: 200"},
                                 {"folds: 3", "folds: 10"},
                                 {"lambda: [0.01,", "lambda: [0.00001, 0.0001, 0.001, 0.01,"},
                                 {"replications: 6", "replications: 1"}})
    text.replace(text.find(from), from.size(), to);
  const auto config = scratch.write("s.yaml", text);
  const Answer threads = answer_to(run_of(config, scratch / "run", {"--time-budget", "4s"}));
  CHECK(threads.code == 75);
  CHECK_THAT(threads.said, Catch::Contains("cells that still ran are given up"));
  CHECK(stored(scratch / "run").rows.size() < 4);
  const Answer processes =
      answer_to(run_of(config, scratch / "run", {"--time-budget", "4s", "--isolate", "process"}));
  CHECK(processes.code == 75);
  CHECK(stored(scratch / "run").rows.size() < 4);
  CHECK(stored(scratch / "run").failures.empty());
  CHECK(answer_to({"fsck", scratch / "run"}).code == 0);
}
