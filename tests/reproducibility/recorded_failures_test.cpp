#include <csignal>

#include "experiments/config/read_study.hpp"
#include "experiments/run/answers.hpp"
#include "experiments/run/compute.hpp"
#include "experiments/run/store.hpp"
#include "results/store/run_directory.hpp"
#include "tests/reproducibility/silence.hpp"
#include "tests/reproducibility/study_files.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/read_journal.hpp"

using namespace reproducibility;

namespace {

const std::string cheap_method = "method: platt, name: platt, tuning: {criterion: fixed, lambda: 1}";

} // namespace

TEST_CASE("the record of a cell names the signal that ended the program it had asked",
          "[recorded_failures]") {
  const Scratch scratch;
  std::string text = study_of_one(cheap_method);
  const std::string metrics = "metrics: [cre]\n";
  text.replace(text.find(metrics), metrics.size(),
               "metrics:\n  - cre\n  - {metric: external, numbers: [centre, share], command: "
               "[" MARGINLAB_FAKE_WORKER ", measures], parameters: {do: crash}}\n");
  REQUIRE(run_quietly(scratch.write("s.yaml", text), scratch / "run", 1, {"replications=1"}) == 3);
  const results::Results all = stored(scratch / "run");
  REQUIRE(all.failures.size() == 1);
  CHECK(all.failures.front().stage == "metric");
  CHECK(all.failures.front().signal == SIGSEGV);
  CHECK(all.failures.front().stderr_tail == "I fall\n");
}

TEST_CASE("a journal that is written anew has the cells that are finished, and none that failed",
          "[recorded_failures]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study_of_one(cheap_method));
  const experiments::Study made = experiments::read_study(config, {});
  const results::RunDirectory directory = results::create_run_directory(scratch / "run");
  experiments::RunStore store(made.plan, directory);
  store.load(experiments::to_be_stored(made).card, {});
  store.open("");
  results::Record good;
  good.key = {made.plan.keys.front(), 3};
  good.values = {{"cre", 0.25}};
  for (const results::Record& record :
       {good, experiments::failed({made.plan.keys.front(), 4}, "estimate", "a sentence")}) {
    store.append(record);
    store.count(record);
  }
  store.sync();
  REQUIRE(results::read_journal(directory.journal()).records.size() == 2);
  std::filesystem::remove(directory.journal());
  {
    const Silence silence;
    store.sync();
  }
  store.close();
  const auto anew = results::read_journal(directory.journal()).records;
  REQUIRE(anew.size() == 1);
  CHECK(anew.front().key == good.key);
  CHECK(anew.front().outcome == results::Outcome::ok);
}
