#include <algorithm>
#include <fstream>

#include "experiments/run/merge.hpp"
#include "experiments/verify/fsck.hpp"
#include "results/store/journal.hpp"
#include "tests/reproducibility/program.hpp"
#include "tests/reproducibility/silence.hpp"
#include "tests/reproducibility/study_files.hpp"
#include "tests/support/catch.hpp"

using namespace reproducibility;

namespace fs = std::filesystem;

// What a finished cell must hold is part of what makes it finished: a study that asks for more is not done.

namespace {

const std::string more = "metrics=[gkl, cre, test_error, mse, error_percent]";
constexpr int cells = 24; // 4 settings x 6 replications

bool is_whole(const results::Results& all, const std::string& metric) {
  const auto& values = all.rows.values.at(metric);
  return all.rows.size() == cells &&
         std::none_of(values.begin(), values.end(), [](double value) { return std::isnan(value); });
}

/// A study that was run before its config asked for two metrics more.
struct Grown {
  Scratch scratch;
  fs::path config = scratch.write("s.yaml", study(platt_item)), directory = scratch / "run";
  std::string undisturbed;

  Grown() {
    REQUIRE(run_quietly(config, directory, 2) == 0);
    REQUIRE(run_quietly(config, scratch / "fresh", 2, {more}) == 0);
    undisturbed = stored(scratch / "fresh").data_hash;
    REQUIRE(stored(directory).data_hash != undisturbed);
  }

  std::string hash() const { return stored(directory).data_hash; }
};

std::string all_findings(const fs::path& directory) {
  std::string out;
  for (const experiments::Finding& finding : experiments::examine(directory)) out += finding.sentence + "\n";
  return out;
}

} // namespace

TEST_CASE("a metric that is added to a stored study is computed, and the hash is that of an undisturbed run",
          "[reproducibility][metrics]") {
  const Grown grown;
  const Answer run = answer_to(run_of(grown.config, grown.directory, {more}));
  CHECK(run.code == 0);
  CHECK_THAT(run.said, Catch::Contains("0 already stored, 24 to compute"));
  CHECK_THAT(run.said, Catch::Contains("24 stored cell(s) lack mse, error_percent."));
  CHECK_THAT(run.said, Catch::Contains("24 ok, 0 not converged, 0 failed, 0 missing"));
  for (const char* metric : {"gkl", "mse", "error_percent"}) CHECK(is_whole(stored(grown.directory), metric));
  CHECK(grown.hash() == grown.undisturbed);

  const Answer again = answer_to(run_of(grown.config, grown.directory, {more}));
  CHECK(again.code == 0);
  CHECK_THAT(again.said, Catch::Contains("24 already stored, 0 to compute"));
  CHECK_THAT(again.said, !Catch::Contains("lack"));
  CHECK_THAT(all_findings(grown.directory), !Catch::Contains("lack"));
}

TEST_CASE("so it is with more replications at the same time, and after a metric that is asked for no more",
          "[reproducibility][metrics]") {
  const Grown grown;
  REQUIRE(run_quietly(grown.config, grown.directory, 2, {more, "replications=9"}) == 0);
  REQUIRE(run_quietly(grown.config, grown.scratch / "nine", 2, {more, "replications=9"}) == 0);
  CHECK(grown.hash() == stored(grown.scratch / "nine").data_hash);
  // One metric leaves, another comes: each line holds what the others lack.
  REQUIRE(run_quietly(grown.config, grown.directory, 2, {"metrics=[gkl, cre, test_error, mcre]"}) == 0);
  CHECK(is_whole(stored(grown.directory), "mcre"));
  REQUIRE(run_quietly(grown.config, grown.directory, 2, {more}) == 0);
}

TEST_CASE(
    "cells that lack a metric are missing to shards, a merge and status, and none of their numbers is lost",
    "[reproducibility][metrics]") {
  const Grown grown;
  const results::Results before = stored(grown.directory);
  const auto shard = [&](const std::string& part) {
    return answer_to(run_of(grown.config, grown.directory, {more, "--shard", part}));
  };
  CHECK(shard("1/2").code == 0);
  const Answer half = answer_to({"merge", grown.directory.string()});
  CHECK(half.code == 75);
  CHECK_THAT(half.said, Catch::Contains("lack mse, error_percent."));
  CHECK_THAT(answer_to({"report", grown.directory.string()}).printed, Catch::Contains("have no value of"));
  const std::string status = answer_to({"status", grown.directory.string()}).printed;
  CHECK_THAT(status, Catch::Contains("of the missing are stored without a metric that the study asks for"));
  CHECK_THAT(all_findings(grown.directory), Catch::Contains("lack a metric that the study asks for"));
  CHECK(stored(grown.directory).rows.values.at("gkl") == before.rows.values.at("gkl"));
  CHECK(shard("2/2").code == 0);
  CHECK(answer_to({"merge", grown.directory.string()}).code == 0);
  CHECK(grown.hash() == grown.undisturbed);
}

TEST_CASE("cells that another machine computed before the metric was added are completed",
          "[reproducibility][metrics]") {
  const Grown grown;
  fs::create_directories(grown.scratch / "moved");
  fs::copy_file(grown.directory / "journal.jsonl", grown.scratch / "moved/journal.jsonl");
  REQUIRE(run_quietly(grown.config, grown.scratch / "moved", 2, {more}) == 0);
  CHECK(stored(grown.scratch / "moved").data_hash == grown.undisturbed);
}

TEST_CASE("a journal that has lost what was added takes it from results.h5", "[reproducibility][metrics]") {
  const Grown grown;
  const fs::path journal = grown.directory / "journal.jsonl", kept = grown.scratch / "kept";
  fs::copy_file(journal, kept);
  REQUIRE(run_quietly(grown.config, grown.directory, 2, {more}) == 0);
  fs::copy_file(kept, journal, fs::copy_options::overwrite_existing);
  const Answer run = answer_to(run_of(grown.config, grown.directory, {more}));
  CHECK(run.code == 0);
  CHECK_THAT(run.said, Catch::Contains("24 already stored, 0 to compute"));
  CHECK(grown.hash() == grown.undisturbed);
}

TEST_CASE("an added metric with another number than a stored one is an alarm", "[reproducibility][metrics]") {
  const Grown grown;
  REQUIRE(run_quietly(grown.config, grown.directory, 2, {more}) == 0);
  const fs::path journal = grown.directory / "journal.jsonl";
  std::optional<results::Record> last;
  results::scan(journal, [&](const results::JournalLine& line) { last = results::read_record(line.json); });
  REQUIRE(last->values.contains("mse"));
  last->values.at("mse") += 1e-9;
  last->values.erase("gkl");
  results::Journal(journal).append(*last);
  CHECK(answer_to(run_of(grown.config, grown.directory, {more})).code == 3);
}
