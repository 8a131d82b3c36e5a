#include "experiments/verify/rerun.hpp"

#include "core/contract.hpp"
#include "experiments/terminal/log.hpp"
#include "results/store/hdf5/read_results.hpp"
#include "results/store/run_directory.hpp"

namespace experiments {

int rerun(const std::filesystem::path& file, const RunOptions& options, Executor& executor) {
  const results::Results stored = results::read_results(file);
  std::error_code unknown;
  core::require(
      !std::filesystem::equivalent(file, results::RunDirectory{options.directory}.results(), unknown),
      options.directory.string() +
          " is where the results are that are to be run again (nothing would be "
          "computed) name another --out");
  const int code = run_study(stored_study(stored), options, executor);
  if (code != 0 && code != 3 && code != 4) return code;
  const results::Results made = results::read_results(results::RunDirectory{options.directory}.results());
  if (made.data_hash == stored.data_hash) {
    log()->info("run again: the data are the same, bit for bit");
    return code;
  }
  log()->error(
      "run again: the data are NOT the same (stored {}, made {}) look where they differ: marginlab diff {} "
      "{}",
      stored.data_hash, made.data_hash, file.string(), options.directory.string());
  return 3;
}

} // namespace experiments
