#include "results/store/journal.hpp"
#include "tests/reproducibility/program.hpp"
#include "tests/reproducibility/study_files.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/read_journal.hpp"

using namespace reproducibility;

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
