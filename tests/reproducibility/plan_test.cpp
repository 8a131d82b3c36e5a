#include "experiments/config/read_study.hpp"
#include "experiments/run/estimate.hpp"
#include "tests/reproducibility/study_files.hpp"
#include "tests/support/catch.hpp"

using namespace reproducibility;
using experiments::Estimate;

TEST_CASE("a plan times one cell of every setting that never was, and stores nothing",
          "[reproducibility][plan]") {
  const Scratch scratch;
  const auto read =
      experiments::read_study(scratch.write("s.yaml", study(bracket_item + platt_item)).string(), {});
  const Estimate made = experiments::estimate(read, scratch / "run", 2, true);
  CHECK(made.stored == 0);
  CHECK(made.left == 48);
  CHECK(made.piloted == 8);
  CHECK(made.processor.low > 0);
  CHECK(made.processor.low <= made.processor.likely);
  CHECK(made.processor.likely <= made.processor.high);
  CHECK(made.wall.likely <= made.processor.likely);
  CHECK(made.longest <= made.processor.likely);
  CHECK(made.journal_bytes > 0);
  CHECK(made.memory > 0);
  CHECK_FALSE(std::filesystem::exists(scratch / "run"));
  CHECK(experiments::text(made, scratch / "run").find("from a pilot of 8 cells") != std::string::npos);
}

TEST_CASE("a plan takes the times of what is stored, and has nothing to estimate where all is",
          "[reproducibility][plan]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", study(platt_item));
  REQUIRE(run_quietly(config, scratch / "run", 2) == 0);
  const auto estimate = [&](const std::vector<std::string>& overrides) {
    return experiments::estimate(experiments::read_study(config.string(), overrides), scratch / "run", 2,
                                 true);
  };
  const Estimate whole = estimate({});
  CHECK(whole.left == 0);
  CHECK(whole.processor.high == 0);
  const Estimate more = estimate({"replications=60"});
  CHECK(more.timed == 24);
  CHECK(more.left == 216);
  CHECK(more.piloted == 0);
  CHECK(more.processor.likely > 0);
}

TEST_CASE("without a pilot a plan says that it guesses", "[reproducibility][plan]") {
  const Scratch scratch;
  const auto read = experiments::read_study(scratch.write("s.yaml", study(platt_item)).string(), {});
  const Estimate guessed = experiments::estimate(read, scratch / "run", 2, false);
  CHECK(guessed.piloted == 0);
  CHECK(experiments::text(guessed, scratch / "run").find("a guess") != std::string::npos);
}
