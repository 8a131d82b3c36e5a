#include "tests/reproducibility/study_files.hpp"
#include "tests/support/catch.hpp"

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
