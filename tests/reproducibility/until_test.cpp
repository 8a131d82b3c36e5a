#include "core/contract.hpp"
#include "results/statistics/summary.hpp"
#include "tests/reproducibility/study_files.hpp"
#include "tests/support/catch.hpp"

using namespace reproducibility;

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
