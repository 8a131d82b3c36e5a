#include "experiments/slurm/cluster.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <map>
#include <sstream>

#include "core/contract.hpp"
#include "experiments/slurm/sbatch_script.hpp"
#include "experiments/system/subprocess.hpp"

namespace experiments {
namespace {

constexpr const char* id_name_state_reason = "--format=%i %j %T %r";

std::string with_commas(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ",") + word;
  return out;
}

std::vector<std::string> words_of_squeue(const std::vector<std::string>& names) {
  return {"squeue", "--noheader", "--name=" + with_commas(names), id_name_state_reason};
}

std::vector<Job> jobs_in(const std::string& text) {
  std::vector<Job> out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    Job job;
    words >> job.id >> job.name >> job.state >> std::ws;
    std::getline(words, job.reason);
    if (!job.state.empty()) out.push_back(job);
  }
  return out;
}

/// What a command prints where it is there and does well; what it says on standard error is nobody's
/// business.
std::string quiet_answer(const std::vector<std::string>& words) {
  const auto called = call({.words = {"sh", "-c", shell_words(words) + " 2>/dev/null"}});
  return called && called->code == 0 ? called->said : "";
}

bool has_ended(const Job& job) {
  return job.state != "PENDING" && job.state != "RUNNING" && job.state != "COMPLETING" &&
         job.state != "CONFIGURING" && job.state != "SUSPENDED" && job.state != "REQUEUED";
}

/// Jobs that Slurm's database remembers, where a cluster has one: longer than squeue does.
std::vector<Job> jobs_remembered(const std::string& numbers) {
  const std::string said = quiet_answer({"sacct", "--noheader", "--parsable2", "--allocations",
                                         "--jobs=" + numbers, "--format=JobID,JobName,State"});
  std::string text = said;
  std::ranges::replace(text, '|', ' ');
  std::vector<Job> out = jobs_in(text);
  for (Job& job : out) job.reason.clear(); // "by 0" of CANCELLED by 0
  return out;
}

/// Seconds of Slurm's "days-hours:minutes:seconds", whose front may be left out; 0 for infinite.
double seconds_of_limit(const std::string& text) {
  const std::size_t dash = text.find('-');
  std::istringstream parts(dash == text.npos ? text : text.substr(dash + 1));
  double seconds = 0;
  for (std::string part; std::getline(parts, part, ':');) seconds = 60 * seconds + std::atof(part.c_str());
  if (dash != text.npos) seconds += 86400 * std::atof(text.substr(0, dash).c_str());
  return seconds;
}

/// The number at the beginning of a text such as 64 or 128000+; 0 where there is none.
std::int64_t leading_number(const std::string& text) {
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> out;
  std::istringstream parts(line);
  for (std::string part; std::getline(parts, part, '|');) out.push_back(part.substr(0, part.find(' ')));
  return out;
}

} // namespace

std::string answer(const std::vector<std::string>& words) {
  const auto called = call({.words = words});
  core::require(
      called.has_value(),
      words.front() +
          " is not installed, so this machine is no part of a Slurm cluster. Submit from one that is, "
          "or see the scripts with --dry-run.");
  core::require(called->code == 0,
                words.front() + " ended with code " + std::to_string(called->code) +
                    ". Its message is above. Mend that and repeat, or try by hand: " + shell_words(words));
  return called->said;
}

std::vector<Job> jobs_called(const std::vector<std::string>& names) {
  return jobs_in(answer(words_of_squeue(names)));
}

std::vector<Job> jobs_known(const std::vector<std::string>& names, const std::vector<std::string>& numbers) {
  const auto called = call({.words = words_of_squeue(names)});
  if (!called || called->code != 0) return {};
  std::vector<Job> out = jobs_in(called->said);
  if (numbers.empty()) return out;
  const std::string list = with_commas(numbers);
  std::vector<Job> ended =
      jobs_in(quiet_answer({"squeue", "--noheader", "--states=all", "--jobs=" + list, id_name_state_reason}));
  if (std::ranges::none_of(ended, has_ended)) ended = jobs_remembered(list);
  for (const Job& job : ended)
    if (has_ended(job) && job.state != "COMPLETED") out.push_back(job);
  return out;
}

std::string in_words(const Job& job) {
  static const std::map<std::string, std::string> words{
      {"TIMEOUT", "its time was too short: submit again with a longer --time"},
      {"OUT_OF_MEMORY", "it needed more memory: submit again with a larger --memory"},
      {"NODE_FAIL", "its node failed: submit again"},
      {"PREEMPTED", "another job took its place: submit again"},
      {"CANCELLED", "somebody cancelled it"},
      {"FAILED", "its log says why"},
      {"PartitionTimeLimit", "can never start: the partition allows less --time"},
      {"PartitionNodeLimit", "can never start: the partition has no such node"},
      {"BadConstraints", "can never start: no node is like that"},
      {"DependencyNeverSatisfied", "can never start: marginlab cancel, then submit again"},
      {"JobArrayTaskLimit", "waits for other tasks, because of --throttle"},
      {"Dependency", "waits for the array"},
      {"Resources", "waits for free processors or memory"},
      {"Priority", "waits for its turn"},
      {"BeginTime", "was queued again and starts soon"}};
  const auto found = words.find(has_ended(job) ? job.state : job.reason);
  return found == words.end() ? "" : found->second;
}

std::string sbatch(const std::vector<std::string>& options, const std::filesystem::path& script) {
  ::unsetenv("SBATCH_ARRAY_INX"); // which would make an array of the merge, too
  std::vector<std::string> words{"sbatch", "--parsable"};
  words.insert(words.end(), options.begin(), options.end());
  words.push_back(script.string());
  const std::string said = answer(words);
  const std::string job = said.substr(0, said.find_first_of(";\n")); // JOB or JOB;CLUSTER
  core::require(!job.empty() && job.find_first_not_of("0123456789") == job.npos,
                "sbatch answered '" + said + "', which is no number of a job. Look for the job with squeue.");
  return job;
}

std::optional<Limits> limits_in(const std::string& nodes, const std::string& config,
                                const std::string& partition) {
  constexpr std::int64_t megabyte = 1024 * 1024;
  Limits out;
  bool found = false;
  std::istringstream lines(nodes);
  for (std::string line; std::getline(lines, line);) {
    std::vector<std::string> fields = fields_of(line);
    if (fields.size() != 4) continue;
    const bool is_default = fields[0].ends_with('*');
    if (is_default) fields[0].pop_back();
    if (partition.empty() ? !is_default : fields[0] != partition) continue;
    found = true;
    out.partition = fields[0];
    out.cpus = std::max(out.cpus, static_cast<int>(leading_number(fields[1])));
    // A cluster that does not count memory says 1 megabyte.
    if (leading_number(fields[2]) > 1)
      out.memory = std::max(out.memory, leading_number(fields[2]) * megabyte);
    out.seconds = fields[3] == "infinite" ? 0 : seconds_of_limit(fields[3]);
  }
  const std::size_t size = config.find("MaxArraySize");
  if (size != config.npos)
    out.array_size =
        static_cast<int>(leading_number(config.substr(config.find_first_of("0123456789", size))));
  return found ? std::optional(out) : std::nullopt;
}

std::optional<Limits> limits_of(const std::string& partition) {
  return limits_in(quiet_answer({"sinfo", "--noheader", "--Node", "--format=%P|%c|%m|%l"}),
                   quiet_answer({"scontrol", "show", "config"}), partition);
}

} // namespace experiments
