#include "experiments/run/options.hpp"

#include "experiments/terminal/in_place.hpp"
#include "results/store/run_directory.hpp"

namespace fs = std::filesystem;

namespace experiments {

using results::RunDirectory;

bool RunOptions::goes_on() const {
  std::error_code unknown;
  return !config.empty() && fs::exists(RunDirectory{config}.study(), unknown);
}

bool RunOptions::follows() const {
  return follow && shard.count == 1 && can_be_drawn_on();
}

fs::path RunOptions::directory_of(const Study& study) const {
  if (!directory.empty()) return directory;
  return goes_on() ? fs::path(config) : fs::path("runs") / study.study;
}

} // namespace experiments
