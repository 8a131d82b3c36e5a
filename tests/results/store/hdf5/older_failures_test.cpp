#include <algorithm>

#include "results/store/hdf5/inspect.hpp"
#include "results/store/hdf5/read_results.hpp"
#include "results/store/hdf5/write_results.hpp"
#include "tests/results/store/hdf5/example_study.hpp"
#include "tests/results/store/hdf5/replace_text.hpp"
#include "tests/results/store/hdf5/same_results.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

/// Renames this column of /failures to something no program knows, and with it every other mention.
void hide(const std::filesystem::path& path, const std::string& name, const std::string& unknown) {
  while (bytes_of(path).find(name) != std::string::npos) replace_text(path, name, unknown);
}

} // namespace

TEST_CASE("failures of format 1.1 are read; they have neither signal nor standard error",
          "[hdf5][roundtrip]") {
  const ScratchDirectory scratch;
  const auto path = scratch / "results.h5";
  Results results = example_results(7);
  REQUIRE(std::any_of(results.failures.begin(), results.failures.end(),
                      [](const Failure& failure) { return failure.signal != 0; }));
  write_results(path, results);
  hide(path, "signal", "sigmal"); // names keep their order in the group
  hide(path, "stderr_tail", "stderr_taik");
  replace_text(path, "1.4.0", "1.1.0");
  CHECK_FALSE(same(read_results(path), results));
  for (Failure& failure : results.failures) {
    failure.signal = 0;
    failure.stderr_tail.clear();
  }
  CHECK(same(read_results(path), results));
  CHECK_THAT(describe(path), !Catch::Contains("signals  "));
}
