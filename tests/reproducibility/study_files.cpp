#include "tests/reproducibility/study_files.hpp"

#include "tests/reproducibility/silence.hpp"
#include "tests/support/catch.hpp"

namespace reproducibility {
int run_quietly(experiments::RunOptions options) {
  const Silence silence;
  options.quiet = true;
  return experiments::run(options);
}

int run_quietly(const std::filesystem::path& config, const std::filesystem::path& directory, int threads,
                std::vector<std::string> overrides) {
  return run_quietly({.config = config.string(),
                      .overrides = std::move(overrides),
                      .threads = threads,
                      .directory = directory});
}

results::Results same_everywhere(const std::filesystem::path& config, const Scratch& scratch) {
  const auto isolated = scratch / "isolated";
  REQUIRE(run_quietly(config, scratch / "one", 1) == 0);
  REQUIRE(run_quietly(config, scratch / "three", 3) == 0);
  REQUIRE(run_quietly({.config = config.string(), .threads = 2, .isolate = true, .directory = isolated}) ==
          0);
  results::Results one = stored(scratch / "one");
  REQUIRE(one.data_hash == stored(scratch / "three").data_hash);
  REQUIRE(one.data_hash == stored(isolated).data_hash);
  return one;
}

} // namespace reproducibility
