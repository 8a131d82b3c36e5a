#include <csignal>

#include "experiments/run/ending.hpp"
#include "experiments/system/interrupt.hpp"
#include "tests/reproducibility/silence.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/support/catch.hpp"

using experiments::RunResult;
using Ending = RunResult::Ending;

// Exit codes, each by itself.

namespace {

/// Two methods over forty replicates, their means 36.5 and 40.5 with errors of .08, and what the paper prints.
results::Results beside(const std::string& printed_a, const std::string& printed_b) {
  std::vector<double> a, b;
  for (int i = 0; i < 40; ++i) {
    a.push_back(36 + i % 2);
    b.push_back(40 + i % 2);
  }
  results::Results all = handmade::methods({{"a", a}, {"b", b}});
  all.card.published = {handmade::printed("a", printed_a, "0.5"), handmade::printed("b", printed_b, "0.5")};
  all.card.published_replications = 40;
  return all;
}

int verified_quietly(const results::Results& all) {
  const reproducibility::Silence silence;
  return experiments::verified(all);
}

int code_of(Ending ending, std::int64_t failed = 0, std::int64_t missing = 0) {
  RunResult result;
  result.ending = ending;
  result.counts.failed = failed;
  result.missing = missing;
  result.signal = SIGTERM;
  return experiments::exit_code(result, {});
}

} // namespace

TEST_CASE("a run with --verify ends with 4 where a single number is off, and with 0 where none is",
          "[endings][checker]") {
  CHECK(verified_quietly(beside("36.50", "40.50")) == 0);
  CHECK(verified_quietly(beside("39.00", "40.50")) == 4);
  CHECK(verified_quietly(beside("39.00", "43.00")) == 4);
  CHECK(experiments::blocks_off(beside("39.00", "40.50")) ==
        std::vector<std::string>{"TE % of usps: 1 number is off."});
  CHECK(experiments::blocks_off(beside("39.00", "43.00")) ==
        std::vector<std::string>{"TE % of usps: 2 numbers are off."});
}

TEST_CASE("a run with --verify counts an improvement that is off as part of its means",
          "[endings][checker]") {
  results::Results all = beside("36.50", "40.50");
  results::Improvement improvement;
  improvement.name = "improvement_percent";
  improvement.label = "Improvement";
  improvement.of = "error_percent";
  improvement.axis = "method";
  improvement.over = "b";
  all.card.layout.improvement = improvement;
  all.card.layout.metrics.push_back(improvement.name);
  all.card.published.push_back({{{"data", "usps"}, {"method", "a"}}, improvement.name, "50.0"});
  CHECK(experiments::blocks_off(all).empty());
}

TEST_CASE("a run with --verify ends with 3 where a cell failed and with 75 where one is missing, off or not",
          "[endings]") {
  results::Results failed = beside("39.00", "40.50"), hole = failed;
  failed.failures.push_back({{failed.card.settings[0].key, 0}, "estimate", "why", ""});
  CHECK(verified_quietly(failed) == 3);
  hole.card.replications = 41;
  CHECK(verified_quietly(hole) == 75);
}

TEST_CASE("the exit code says how a run ended: failed cells before missing ones, a signal by its number",
          "[endings]") {
  CHECK(code_of(Ending::done) == 0);
  CHECK(code_of(Ending::done, 1) == 3);
  CHECK(code_of(Ending::done, 0, 1) == 75);
  CHECK(code_of(Ending::done, 1, 1) == 3);
  CHECK(code_of(Ending::failures) == 3);
  CHECK(code_of(Ending::contradiction) == 3);
  CHECK(code_of(Ending::deadline) == 75);
  CHECK(code_of(Ending::store_full) == 75);
  CHECK(code_of(Ending::signal) == 143);
  CHECK(experiments::exit_code_of_signal(SIGINT) == 130);
  CHECK(experiments::exit_code_of_signal(SIGUSR1) == 75);
}
