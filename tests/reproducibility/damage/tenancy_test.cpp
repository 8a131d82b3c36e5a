#include "tests/reproducibility/damage/finished_run.hpp"
#include "tests/support/catch.hpp"

using namespace reproducibility;
using Catch::Contains;

TEST_CASE("a run in the directory of another study is refused by both names, and --replace takes it over",
          "[reproducibility][damage][tenancy]") {
  const FinishedRun run;
  const auto other = run.scratch.write("other.yaml", study(bracket_item));
  const std::string card = bytes_of(run.directory / "study.json"), results = bytes_of(run.results);
  for (const Words& more : {Words{}, Words{"--shard", "1/2"}}) {
    const Answer refused = answer_to(run_of(other, run.directory, more));
    CHECK(refused.code == 2);
    CHECK_THAT(refused.said, Contains("holds the study 's', and this is 'other'") && Contains("--replace"));
  }
  std::filesystem::remove(run.directory / "study.json");
  CHECK(answer_to(run_of(other, run.directory)).code == 2); // results.h5 knows it too
  put_bytes(run.directory / "study.json", card);
  CHECK(bytes_of(run.results) == results);

  REQUIRE(answer_to(run_of(other, run.directory, {"--replace"})).code == 0);
  CHECK(stored(run.directory).card.study == "other");
  CHECK_THAT(answer_to(run_of(run.config, run.directory, {"--replace"})).said,
             Contains("24 already stored, 0 to compute"));
  CHECK(stored(run.directory).data_hash == run.data_hash);
}

TEST_CASE("a changed config, a grown grid and more replications of one name go on in their directory",
          "[reproducibility][damage][tenancy]") {
  const FinishedRun run;
  CHECK(answer_to(run_of(run.config, run.directory, {"replications=7"})).code == 0);
  CHECK(answer_to(run_of(run.config, run.directory, {"seed=6"})).code == 0);
  run.scratch.write("s.yaml", study(platt_item + bracket_item));
  CHECK(answer_to(run_of(run.config, run.directory)).code == 0);
}
