#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace experiments {

struct RunRequest {
  std::string config;                 ///< a path or a study name
  std::vector<std::string> overrides; ///< key=value
  std::filesystem::path directory{};  ///< empty: runs/STUDY below the working directory
  int threads = 0;                    ///< 0: all processors
  std::string command{};              ///< the command line, for the provenance
  bool dry_run = false, verify = false, quiet = false;
};

/// Computes what is missing of a study, publishes results.h5, prints the tables on standard output and
/// everything else on standard error. Returns the exit code. Throws UserError before anything is written.
int run(const RunRequest& request);

} // namespace experiments
