#include "experiments/slurm/sbatch_script.hpp"

#include <fmt/format.h>

#include "core/contract.hpp"
#include "experiments/plan/plan.hpp"
#include "experiments/terminal/durations.hpp"

namespace experiments {
namespace {

constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,+@%";

bool is_plain(std::string_view text) {
  return !text.empty() && text.find_first_not_of(plain) == text.npos;
}

/// The text with `before` in front of each of these characters.
std::string marked(std::string_view text, std::string_view characters, std::string_view before) {
  std::string out;
  for (const char c : text) {
    if (characters.find(c) != characters.npos) out += before;
    out += c;
  }
  return out;
}

std::string option(const std::string& name, const std::string& value) {
  return "--" + name + "=" + value;
}

/// What both jobs ask for.
std::vector<std::string> common_options(const ShardJob& job, const std::string& name,
                                        const std::string& log) {
  const Resources& resources = job.resources;
  std::vector<std::string> out{option("job-name", name), option("chdir", job.working_directory.string()),
                               option("output", log_path(job.folder().string()) + "/" + log),
                               option("open-mode", "append"), option("time", slurm_time(resources.seconds))};
  if (!resources.memory.empty()) out.push_back(option("mem", resources.memory));
  if (!resources.partition.empty()) out.push_back(option("partition", resources.partition));
  if (!resources.account.empty()) out.push_back(option("account", resources.account));
  out.insert(out.end(), resources.options.begin(), resources.options.end());
  return out;
}

std::string directives(const std::vector<std::string>& options) {
  std::string out;
  for (const std::string& one : options) out += "#SBATCH " + directive_word(one) + "\n";
  return out;
}

constexpr const char* before_the_program =
    R"sh(export OMP_NUM_THREADS=$SLURM_CPUS_PER_TASK OPENBLAS_NUM_THREADS=1

task=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID
stored() { stat --format=%s "$journal" 2>/dev/null || echo 0; }
before=$(stored)

# Slurm signals this script alone: the program has to hear of it, once, and gets the time to commit.
program=''
stopped=''
# shellcheck disable=SC2317 # the trap calls it
stop() {
  trap : TERM
  stopped=yes
  [ -z "$program" ] || kill -TERM "$program" 2>/dev/null
}
trap stop TERM

)sh";

constexpr const char* after_the_program = R"sh(program=$!
[ -z "$stopped" ] || kill -TERM "$program"

# A signal ends the wait, not the program.
code=0
until
  wait "$program"
  code=$?
  ! kill -0 "$program" 2>/dev/null
do :; done

# Out of time, and not cancelled: once more, unless this attempt brought no cell and the next would bring none either.
if [ -n "$stopped" ] && [ "$code" = 143 ] && [ "$(stored)" -gt "$before" ] &&
  [ "$(squeue --noheader --jobs="$task" --format=%T)" = RUNNING ]; then
  echo "shard $SLURM_ARRAY_TASK_ID: its time is up and what it has is stored; queued again"
  scontrol requeue "$task" && exit "$code"
fi
if [ "$code" != 0 ]; then
  echo "shard $SLURM_ARRAY_TASK_ID ended with $code; what it has is stored; to go on, repeat marginlab submit"
fi
exit "$code"
)sh";

/// The call itself, in the background.
std::string call_of_shard(const ShardJob& job) {
  std::vector<std::string> words{job.program.string(), "run"};
  words.insert(words.end(), job.study.begin(), job.study.end());
  words.insert(words.end(), {"--design", job.design});
  return shell_words(words) + fmt::format(
                                  " \\\n  --shard \"$SLURM_ARRAY_TASK_ID/{}\" --out {} --threads "
                                  "\"$SLURM_CPUS_PER_TASK\" --quiet --lock-wait 2m{}{} &\n",
                                  job.n, shell_word(job.directory.string()), job.no_lock ? " --no-lock" : "",
                                  job.force ? " --force" : "");
}

} // namespace

std::string shell_word(std::string_view text) {
  if (is_plain(text)) return std::string(text);
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'')
      out += "'\\''";
    else
      out += c;
  }
  return out + "'";
}

std::string shell_words(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : " ") + shell_word(text);
  return out;
}

std::string directive_word(std::string_view text) {
  core::require(
      text.find_first_of("\n\r") == text.npos,
      "'" + std::string(text) + "' has a line break, which an #SBATCH line cannot hold. Rename it.");
  return is_plain(text) ? std::string(text) : "\"" + marked(text, "\\\"", "\\") + "\"";
}

std::string log_path(std::string_view path) {
  core::require(
      path.find('\\') == path.npos,
      "'" + std::string(path) + "' has a backslash. Slurm would not number its logs. Choose another --out.");
  return marked(path, "%", "%");
}

std::vector<std::string> array_options(const ShardJob& job) {
  core::expect(!job.shards.empty(), "an array has a task");
  const int throttle = job.resources.throttle;
  const std::string most = throttle > 0 ? fmt::format("%{}", throttle) : "";
  std::vector<std::string> out = common_options(job, job.name, "shard-%a.log");
  out.push_back(option("array", index_list(job.shards) + most));
  out.push_back(option("cpus-per-task", std::to_string(job.resources.cpus)));
  out.push_back(option("signal", "B:TERM@60"));
  out.emplace_back("--requeue");
  return out;
}

std::vector<std::string> merge_options(const ShardJob& job) {
  return common_options(job, job.merge_name(), "merge.log");
}

std::string array_script(const ShardJob& job) {
  // The only shard of a study is the undivided run.
  const std::string part = job.n == 1 ? "" : fmt::format("-$SLURM_ARRAY_TASK_ID-of-{}", job.n);
  const std::string journal =
      fmt::format("journal={}/journal{}.jsonl\n", shell_word(job.directory.string()), part);
  return fmt::format("#!/bin/bash\n# Shards {} of {}, by marginlab submit.\n", index_list(job.shards),
                     job.n) +
         directives(array_options(job)) + "set -u\n" + journal + before_the_program + call_of_shard(job) +
         after_the_program;
}

std::string merge_script(const ShardJob& job) {
  std::vector<std::string> words{
      job.program.string(), "merge", job.directory.string(), "--design", job.design, "--lock-wait", "10m"};
  if (job.no_lock) words.emplace_back("--no-lock");
  return "#!/bin/bash\n# Merges the shards, by marginlab submit.\n" + directives(merge_options(job)) +
         "exec " + shell_words(words) + "\n";
}

} // namespace experiments
