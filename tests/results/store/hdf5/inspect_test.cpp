#include "results/store/hdf5/inspect.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "results/store/hdf5/write_results.hpp"
#include "tests/results/store/hdf5/example_study.hpp"
#include "tests/results/store/journal/scratch_directory.hpp"
#include "tests/support/catch.hpp"

using namespace results;
using Catch::Contains;

TEST_CASE("a description names study, rows by outcome, provenance and every dataset with shape and unit",
          "[inspect]") {
  const ScratchDirectory scratch;
  Results results = example_results(5);
  results.provenance["config_yaml"] = std::string(99, 'x') + "λλλ\nsecond line\n";
  write_results(scratch / "results.h5", results);
  const std::string text = describe(scratch / "results.h5");
  CAPTURE(text);
  const auto count = [&](std::int32_t outcome) {
    return std::to_string(std::count(results.rows.outcome.begin(), results.rows.outcome.end(), outcome));
  };
  CHECK_THAT(text, Contains("study = wang2008/example\n"));
  CHECK_THAT(text, Contains("title = " + results.card.title + "\n"));
  CHECK_THAT(text, Contains("data_hash = " + results.data_hash + "\n"));
  CHECK_THAT(text, Contains("rows  90: " + count(0) + " ok, " + count(1) + " not converged, " + count(2) +
                            " failed\n"));
  const auto ended_by = [&](int signal) {
    return std::to_string(std::count_if(results.failures.begin(), results.failures.end(),
                                        [&](const Failure& failure) { return failure.signal == signal; }));
  };
  CHECK_THAT(text,
             Contains("signals  " + ended_by(SIGKILL) + " SIGKILL, " + ended_by(SIGSEGV) + " SIGSEGV\n"));
  CHECK_THAT(text, Contains("  signal  int32 [" + count(2) + "]  comment = that ended the process"));
  CHECK_THAT(text, Contains("  stderr_tail  text [" + count(2) + "]"));
  CHECK_THAT(text, Contains("provenance host  here\n"));
  CHECK_THAT(text, Contains(std::string(99, 'x') + " ... (118 bytes, 2 lines)\n"));
  CHECK_THAT(text, Contains("\nreplicates/\n  row  int32 [90]"));
  CHECK_THAT(text, Contains("  gkl  float64 [90]"));
  CHECK_THAT(text,
             Contains("  gkl  float64 [2 x 2 x 2 x 3 x 5]  _FillValue = nan  long_name = GKL  units = 1\n"));
  CHECK_THAT(text, Contains("flag_meanings = ok not_converged failed  flag_values = 0 1 2"));
  CHECK_THAT(text, Contains("  seconds  float64 [90]"));
  CHECK_THAT(text, Contains("units = s"));
  CHECK_THAT(text, Contains("  card_json  text scalar\n"));
  CHECK_THAT(text, Contains("\nseries/\n  criterion/\n    point  int32 ["));
  CHECK_THAT(text, Contains("\ncurves/\n  criterion/\n    data  text [2]"));
  CHECK_THAT(text, Contains("    value  float64 [2 x 2 x 2 x 3 x 5 x 3]"));
  CHECK_THAT(text, Contains("  path/  skipped = pi is not one ascending grid for all cells\n"));
  CHECK_THAT(text, !Contains("REFERENCE_LIST"));
}

TEST_CASE("a cube that would be too large is left out, and the file says so", "[inspect][degenerate]") {
  const ScratchDirectory scratch;
  StudyCard card = example_card(3'000'000);
  const Rows rows{
      {0}, {2'999'999}, {0}, {{"gkl", {1.0}}}, {0.5}, {{"c", {{0}, {{"lambda", {1}}, {"v", {2}}}}}}};
  write_results(scratch / "results.h5", {card, rows, {}, {}, {}});
  const std::string text = describe(scratch / "results.h5");
  CHECK_THAT(text, Contains("cubes/  skipped = a cube would have more than 50000000 entries\n"));
  CHECK_THAT(text, Contains("  c/  skipped = an array would have more than 50000000 entries\n"));
  CHECK(std::filesystem::file_size(scratch / "results.h5") < 200'000);
}

TEST_CASE("a file that is no HDF5 cannot be described", "[inspect][degenerate]") {
  const ScratchDirectory scratch;
  put_bytes(scratch / "notes.txt", "text");
  CHECK_THROWS_AS(describe(scratch / "notes.txt"), core::UserError);
  CHECK_THROWS_AS(describe(scratch / "absent.h5"), core::UserError);
}
