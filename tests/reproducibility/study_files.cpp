#include "tests/reproducibility/study_files.hpp"

#include "tests/reproducibility/silence.hpp"

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

} // namespace reproducibility
