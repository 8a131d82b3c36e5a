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

std::string directive(const std::string& option, const std::string& value) {
  return "#SBATCH " + directive_word("--" + option + "=" + value) + "\n";
}

/// What both scripts ask for.
std::string common_directives(const ShardJob& job, const std::string& name, const std::string& log) {
  const Resources& resources = job.resources;
  std::string text = directive("job-name", name) + directive("chdir", job.working_directory.string()) +
                     directive("output", log_path(job.folder().string()) + "/" + log) +
                     directive("open-mode", "append") + directive("time", slurm_time(resources.seconds));
  if (!resources.memory.empty()) text += directive("mem", resources.memory);
  if (!resources.partition.empty()) text += directive("partition", resources.partition);
  if (!resources.account.empty()) text += directive("account", resources.account);
  for (const std::string& option : resources.options) text += "#SBATCH " + directive_word(option) + "\n";
  return text;
}

std::string array_directives(const ShardJob& job) {
  const int throttle = job.resources.throttle;
  const std::string most = throttle > 0 ? fmt::format("%{}", throttle) : "";
  return common_directives(job, job.name, "shard-%a.log") +
         directive("array", index_list(job.shards) + most) +
         directive("cpus-per-task", std::to_string(job.resources.cpus)) + directive("signal", "B:TERM@60") +
         "#SBATCH --requeue\n";
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
  std::vector<std::string> words{job.program.string(), "run", job.config.string()};
  words.insert(words.end(), job.overrides.begin(), job.overrides.end());
  return shell_words(words) + fmt::format(
                                  " \\\n  --shard \"$SLURM_ARRAY_TASK_ID/{}\" --out {} --threads "
                                  "\"$SLURM_CPUS_PER_TASK\" --quiet{}{} &\n",
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

std::string array_script(const ShardJob& job) {
  core::expect(!job.shards.empty(), "an array has a task");
  const std::string journal = fmt::format("journal={}/journal-$SLURM_ARRAY_TASK_ID-of-{}.jsonl\n",
                                          shell_word(job.directory.string()), job.n);
  return fmt::format("#!/bin/bash\n# Shards {} of {}, by marginlab submit.\n", index_list(job.shards),
                     job.n) +
         array_directives(job) + "set -u\n" + journal + before_the_program + call_of_shard(job) +
         after_the_program;
}

std::string merge_script(const ShardJob& job) {
  std::vector<std::string> words{job.program.string(), "merge", job.directory.string()};
  if (job.no_lock) words.emplace_back("--no-lock");
  return "#!/bin/bash\n# Merges the shards, by marginlab submit.\n" +
         common_directives(job, job.merge_name(), "merge.log") + "exec " + shell_words(words) + "\n";
}

} // namespace experiments
