#include "experiments/submit/slurm.hpp"

#include <sstream>

#include "core/contract.hpp"
#include "experiments/call.hpp"
#include "experiments/submit/shell_words.hpp"

namespace experiments {
namespace {

/// What a command of Slurm prints.
std::string answer(const std::vector<std::string>& words) {
  const auto called = call({.words = words});
  core::require(
      called.has_value(),
      words.front() +
          " is not there (this machine has no commands of a Slurm cluster) submit from one that has, "
          "or see the scripts with --dry-run");
  core::require(called->code == 0,
                words.front() + " ended with " + std::to_string(called->code) +
                    " (its message is above) mend that and repeat, or try by hand: " + shell_words(words));
  return called->said;
}

} // namespace

std::vector<std::string> jobs_called(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ",") + name;
  std::istringstream lines(answer({"squeue", "--noheader", "--name=" + list, "--format=%i %T"}));
  std::vector<std::string> jobs;
  for (std::string line; std::getline(lines, line);) jobs.push_back(line);
  return jobs;
}

std::string sbatch(const std::vector<std::string>& options, const std::filesystem::path& script) {
  std::vector<std::string> words{"sbatch", "--parsable"};
  words.insert(words.end(), options.begin(), options.end());
  words.push_back(script.string());
  const std::string said = answer(words);
  const std::string job = said.substr(0, said.find_first_of(";\n")); // JOB or JOB;CLUSTER
  core::require(!job.empty() && job.find_first_not_of("0123456789") == job.npos,
                "sbatch answered '" + said + "' (a job's number was expected) look for the job with squeue");
  return job;
}

} // namespace experiments
