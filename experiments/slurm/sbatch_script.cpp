#include "experiments/slurm/sbatch_script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

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
if [ -n "$stopped" ] && [ "$code" != 0 ] && [ "$(stored)" -gt "$before" ] &&
  [ "$(squeue --noheader --jobs="$task" --format=%T)" = RUNNING ]; then
  echo "$part: its time is up and what it has is stored; queued again"
  scontrol requeue "$task" && exit "$code"
fi
what_it_has="$part ended with $code. What it has is stored."
case $code in
  0) ;;
  137) echo "$what_it_has It was killed, most often for its memory. Go on with a larger --memory:" ;;
  143) echo "$what_it_has Unless Slurm queues it again by itself, go on with:" ;;
  *) echo "$what_it_has Go on with:" ;;
esac
[ "$code" = 0 ] || go_on
exit "$code"
)sh";

/// The table whole, and below it what is said beside it.
constexpr const char* call_of_merge = R"sh(exec 3>&1
code=0
said=$("${merge[@]}" 2>&1 >&3) || code=$?
printf '%s\n' "$said"
)sh";

/// Where cells are missing and nobody cancelled a task. Slurm says of which array the merge is:
/// SLURM_JOB_DEPENDENCY=afterany:12.
constexpr const char* retry_after_the_merge = R"sh([ "$code" = 75 ] || exit "$code"
array=${SLURM_JOB_DEPENDENCY:-}
array=${array#*:}
array=${array%%[!0-9]*}
if [ -n "$array" ] && [ -n "$(squeue --noheader --states=CANCELLED --jobs="$array" 2>/dev/null)" ]; then
  echo 'Cells are missing, and somebody cancelled a task. So nothing is sent again.'
  exit "$code"
fi
echo 'Cells are missing. They are sent again.'
exec "${retry[@]}"
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

/// How marginlab-mpi is called.
std::string call_of_ranks(const ShardJob& job) {
  std::vector<std::string> words{job.mpi_program().string(), "run"};
  words.insert(words.end(), job.study.begin(), job.study.end());
  words.insert(words.end(),
               {"--design", job.design, "--out", job.directory.string(), "--quiet", "--lock-wait", "2m"});
  if (job.no_lock) words.emplace_back("--no-lock");
  if (job.force) words.emplace_back("--force");
  return job.resources.mpi + " " + shell_words(words) + " &\n";
}

/// What a script of cells knows of itself: what it is called, its number in Slurm, the command that says how
/// many bytes are stored, and how a person goes on after it.
std::string known_of(const ShardJob& job, const std::string& part, const std::string& task,
                     const std::string& stored) {
  return "set -u\npart=\"" + part + "\"\ntask=" + task + "\nstored() { " + stored +
         "; }\ngo_on() {\n  cat <<'END OF COMMAND'\n  " + shell_words(job.again) + "\nEND OF COMMAND\n}\n";
}

/// NAME=(words)
std::string array_of_words(const std::string& name, const std::vector<std::string>& words) {
  return name + "=(" + shell_words(words) + ")\n";
}

} // namespace

std::optional<std::int64_t> bytes_of_memory(const std::string& text) {
  constexpr std::string_view units = "KMGT";
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || number < 1 || end - stopped > 1) return std::nullopt;
  const std::size_t unit = stopped == end ? units.find('M') : units.find(*stopped);
  if (unit == units.npos || number > (INT64_MAX >> (10 * (unit + 1)))) return std::nullopt;
  return number << (10 * (unit + 1));
}

std::string slurm_memory(double bytes) {
  return fmt::format("{:.0f}M", std::ceil(bytes / (1024 * 1024)));
}

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
  out.push_back(option("cpus-per-task", std::to_string(std::max(1, job.resources.cpus))));
  out.push_back(option("signal", "B:TERM@60"));
  out.emplace_back("--requeue");
  return out;
}

std::vector<std::string> merge_options(const ShardJob& job) {
  return common_options(job, job.merge_name(), "merge.log");
}

std::string array_script(const ShardJob& job) {
  // The only shard of a study is the undivided run.
  const std::string name =
      job.n == 1 ? "/journal.jsonl" : fmt::format("/journal-\"$SLURM_ARRAY_TASK_ID\"-of-{}.jsonl", job.n);
  return fmt::format("#!/bin/bash\n# Shards {} of {}, by marginlab submit.\n", index_list(job.shards),
                     job.n) +
         directives(array_options(job)) + job.resources.before +
         known_of(
             job, "shard $SLURM_ARRAY_TASK_ID", "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID",
             "stat --format=%s " + shell_word(job.directory.string()) + name + " 2>/dev/null || echo 0") +
         before_the_program + call_of_shard(job) + after_the_program;
}

std::vector<std::string> ranks_options(const ShardJob& job) {
  std::vector<std::string> out = common_options(job, job.name, "ranks.log");
  out.push_back(option("ntasks", std::to_string(job.ranks)));
  out.push_back(option("cpus-per-task", "1"));
  out.push_back(option("signal", "B:TERM@60"));
  out.emplace_back("--requeue");
  return out;
}

std::string ranks_script(const ShardJob& job) {
  return fmt::format("#!/bin/bash\n# A study on {} ranks of MPI, by marginlab submit.\n", job.ranks) +
         directives(ranks_options(job)) + job.resources.before +
         known_of(job, "the job of all ranks", "$SLURM_JOB_ID",
                  "cat " + shell_word(job.directory.string()) + "/journal*.jsonl 2>/dev/null | wc -c") +
         before_the_program + call_of_ranks(job) + after_the_program;
}

std::string merge_script(const ShardJob& job) {
  std::vector<std::string> words{
      job.program.string(), "merge", job.directory.string(), "--design", job.design, "--lock-wait", "10m"};
  if (job.no_lock) words.emplace_back("--no-lock");
  const std::string head = "#!/bin/bash\n# Merges the shards, by marginlab submit.\n" +
                           directives(merge_options(job)) + job.resources.before +
                           array_of_words("merge", words);
  if (job.retry.empty()) return head + call_of_merge + "exit \"$code\"\n";
  return head + array_of_words("retry", job.retry) + call_of_merge + retry_after_the_merge;
}

} // namespace experiments
