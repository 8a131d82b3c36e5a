#include "experiments/verify/diff.hpp"

#include "core/contract.hpp"
#include "results/store/hdf5/write_results.hpp"
#include "tests/results/store/hdf5/example_study.hpp"
#include "tests/results/store/journal/scratch_directory.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;
using results::ScratchDirectory;

namespace {

/// The study with another seed: other keys, and its values moved a little.
results::Results another_seed(results::Results all, double shift) {
  for (results::Setting& setting : all.card.settings) setting.key[0] = '0';
  for (results::Failure& failure : all.failures) failure.key.setting[0] = '0';
  for (auto& [name, column] : all.rows.values)
    for (double& value : column) value += shift;
  all.data_hash.clear();
  return all;
}

} // namespace

TEST_CASE("diff ends with 0 for equal files, 3 for others, run directories included", "[diff]") {
  const ScratchDirectory scratch;
  results::Results all = results::example_results(4);
  write_results(scratch / "one.h5", all);
  std::filesystem::create_directory(scratch / "two");
  write_results(scratch / "two/results.h5", all);
  CHECK(diff({scratch / "one.h5", scratch / "two", false}) == 0);
  CHECK(diff({scratch / "one.h5", scratch / "two", true}) == 0);
  all.rows.values["gkl"][0] = std::nextafter(all.rows.values["gkl"][0], 2.0);
  all.data_hash.clear();
  write_results(scratch / "two/results.h5", all);
  CHECK(diff({scratch / "one.h5", scratch / "two", false}) == 3);
  CHECK(diff({scratch / "two", scratch / "one.h5", true}) == 3);
}

TEST_CASE("diff of other settings ends with 0 within Monte Carlo error, 3 beyond it and with --exact",
          "[diff]") {
  const ScratchDirectory scratch;
  const results::Results all = results::example_results(30);
  write_results(scratch / "one.h5", all);
  write_results(scratch / "near.h5", another_seed(all, 1e-6));
  write_results(scratch / "far.h5", another_seed(all, 5));
  CHECK(diff({scratch / "one.h5", scratch / "near.h5", false}) == 0);
  CHECK(diff({scratch / "one.h5", scratch / "near.h5", true}) == 3);
  CHECK(diff({scratch / "one.h5", scratch / "far.h5", false}) == 3);
}

TEST_CASE("diff names every file that cannot be read", "[diff][degenerate]") {
  const ScratchDirectory scratch;
  results::put_bytes(scratch / "notes.txt", "text");
  CHECK_THROWS_WITH(diff({scratch / "absent.h5", scratch / "notes.txt", false}),
                    Catch::Contains("absent.h5") && Catch::Contains("notes.txt"));
}
