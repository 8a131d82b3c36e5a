#include "experiments/slurm/submit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <thread>

#include "core/contract.hpp"
#include "core/random/sha256.hpp"
#include "experiments/catalog/external_program.hpp"
#include "experiments/config/find_config.hpp"
#include "experiments/plan/plan.hpp"
#include "experiments/run/answers.hpp"
#include "experiments/run/estimate.hpp"
#include "experiments/run/store.hpp"
#include "experiments/slurm/sbatch_script.hpp"
#include "experiments/slurm/site.hpp"
#include "experiments/terminal/durations.hpp"
#include "experiments/terminal/terminal.hpp"
#include "experiments/yaml/diagnostics.hpp"
#include "results/record/hash.hpp"
#include "results/record/text.hpp"
#include "results/store/file.hpp"
#include "results/store/hdf5/results_file.hpp"
#include "results/store/journal_join.hpp"
#include "results/store/run_directory.hpp"

namespace experiments {
namespace {

constexpr int most_shards = 1000;        // MaxArraySize is 1001 unless a cluster says otherwise
constexpr double least_seconds = 3 * 60; // the signal may come two minutes before the end

namespace fs = std::filesystem;
using results::RunDirectory;

/// The name of every job of a run directory and of no other: marginlab-wang2008-table1-0123abcd.
std::string job_name(const std::string& study, const fs::path& directory) {
  std::string name = "marginlab-" + study;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_' && c != '.') c = '-';
  return name + "-" + core::sha256_hex(directory.string(), 8);
}

fs::path whole_path(const fs::path& directory) {
  return fs::absolute(directory).lexically_normal();
}

ShardJob shard_job(const SubmitRequest& request, const Study& study) {
  ShardJob job;
  const RunOptions as_run{.config = request.config, .directory = request.directory};
  job.directory = whole_path(as_run.directory_of(study));
  job.name = job_name(study.study, job.directory);
  job.program = fs::read_symlink("/proc/self/exe");
  job.working_directory = fs::current_path();
  job.n = std::max(1, request.shards);
  job.ranks = request.ranks;
  job.no_lock = request.no_lock;
  job.force = request.force;
  job.resources = request.resources;
  job.resources.cpus = std::max(1, job.resources.cpus);
  if (job.resources.mpi.empty()) job.resources.mpi = "srun --mpi=pmix";
  core::require(job.ranks == 0 || fs::exists(job.mpi_program()),
                "--mpi needs " + job.mpi_program().string() +
                    ", which is not built. Build it with: cmake --preset release -DMARGINLAB_MPI=ON && cmake "
                    "--build --preset release");
  job.resources.seconds = seconds_of(request.time).value();
  return job;
}

/// What a task runs: the study as it is stored now. Where the programs of a study lie its config alone says,
/// so that nobody's stored file starts a program; a task refuses such a config once it is another.
std::vector<std::string> words_of_study(const SubmitRequest& request, const Study& study,
                                        const fs::path& directory) {
  if (sentences_of_workers(study.plan.settings).empty() && study.plan.measured.empty())
    return {directory.string()};
  std::vector<std::string> out{
      fs::absolute(find_config(request.config, config_roots())).lexically_normal().string()};
  out.insert(out.end(), request.overrides.begin(), request.overrides.end());
  return out;
}

void require_idle(const ShardJob& job) {
  const char* const own = std::getenv("SLURM_JOB_ID"); // of a merge that sends again what is missing
  std::vector<std::string> jobs;
  for (const Job& one : jobs_called({job.name, job.merge_name()}))
    if (own == nullptr || one.id != own) jobs.push_back(one.id + " " + one.state);
  core::require(
      jobs.empty(),
      fmt::format("{}: jobs are not done: {}. Their cells would be computed twice. Wait for them, see them "
                  "with squeue --name={},{} or end them with marginlab cancel {}.",
                  job.directory.string(), listed(jobs), job.name, job.merge_name(),
                  shell_word(job.directory.string())));
}

/// The command that submits what is left with these resources, and sends again so often what is missing then.
std::vector<std::string> words_of_submission(const ShardJob& job, const SubmitRequest& request, int retries,
                                             const Resources& asked) {
  std::vector<std::string> out{job.program.string(), "submit", "slurm"};
  out.insert(out.end(), job.study.begin(), job.study.end());
  const auto say = [&out](const std::string& name, const std::string& value) {
    if (!value.empty()) out.insert(out.end(), {"--" + name, value});
  };
  const auto say_number = [&say](const std::string& name, double number, double unsaid) {
    if (number != unsaid) say(name, fmt::format("{}", number));
  };
  say(job.ranks > 0 ? "mpi" : "shards", std::to_string(std::max(job.ranks, job.n)));
  say("time", slurm_time(asked.seconds));
  say("out", job.directory.string());
  say("memory", asked.memory);
  say("partition", request.resources.partition);
  say("account", request.resources.account);
  say_number("cpus", request.resources.cpus, 0);
  say_number("throttle", request.resources.throttle, 0);
  for (const std::string& option : request.resources.options) out.push_back("--sbatch=" + option);
  if (!request.site.empty()) say("site", whole_path(request.site).string());
  say_number("retries", retries, 0);
  say_number("time-factor", request.time_factor, 1);
  say_number("memory-factor", request.memory_factor, 1);
  if (job.no_lock) out.emplace_back("--no-lock");
  if (job.force) out.emplace_back("--force");
  return out;
}

/// What goes on where cells are missing at the end: by hand, and where it is asked for by itself.
void add_commands(ShardJob& job, const SubmitRequest& said, const SubmitRequest& whole) {
  Resources asked = said.resources;
  asked.seconds = job.resources.seconds;
  job.again = words_of_submission(job, said, said.retries, asked);
  if (said.retries == 0) return;
  asked.seconds *= said.time_factor;
  if (said.memory_factor != 1)
    asked.memory = slurm_memory(said.memory_factor *
                                static_cast<double>(bytes_of_memory(whole.resources.memory).value()));
  job.retry = words_of_submission(job, said, said.retries - 1, asked);
}

/// The two scripts of a job and where they belong; no array where no shard misses cells.
struct Scripts {
  fs::path array_file, merge_file;
  std::string array, merge;
};

/// Throws UserError for paths that Slurm cannot be told, before anything is written.
Scripts scripts_of(const ShardJob& job) {
  return {job.folder() / "shards.sbatch", job.folder() / "merge.sbatch",
          job.shards.empty() ? ""
          : job.ranks > 0    ? ranks_script(job)
                             : array_script(job),
          merge_script(job)};
}

void print(const Scripts& scripts) {
  if (!scripts.array.empty()) print_text("# {}\n{}\n", scripts.array_file.string(), scripts.array);
  print_text("# {}, once the array has ended\n{}", scripts.merge_file.string(), scripts.merge);
}

constexpr const char* sent_jobs = "jobs"; // in the folder of the scripts: what was sent last

/// Stores the study, writes the scripts and hands them over. One submission at a time: another one that is
/// under way at the same moment is seen by its lock, and later by its jobs.
void send(const ShardJob& job, const Scripts& scripts, const results::StoredStudy& study) {
  const RunDirectory run = results::create_run_directory(job.directory);
  results::create_run_directory(job.folder());
  std::optional<results::RunLock> lock;
  if (!job.no_lock) lock.emplace(run, "submission");
  require_idle(job);
  results::write_study(run, study);
  std::string sent;
  std::vector<std::string> options = merge_options(job);
  results::replace_file(scripts.merge_file, scripts.merge);
  if (!scripts.array.empty()) {
    results::replace_file(scripts.array_file, scripts.array);
    const std::string number =
        sbatch(job.ranks > 0 ? ranks_options(job) : array_options(job), scripts.array_file);
    options.push_back("--dependency=afterany:" + number);
    sent = "array " + number + "\n";
    print_text("array {}\n", number);
    log()->info("{} job {}",
                job.ranks > 0 ? fmt::format("{} ranks are", job.ranks)
                              : fmt::format("shards {} of {} are", index_list(job.shards), job.n),
                number);
  }
  const std::string number = sbatch(options, scripts.merge_file);
  sent += "merge " + number + "\n";
  results::replace_file(job.folder() / sent_jobs, sent);
  print_text("merge {}\n", number);
  log()->info("job {} merges them into {}", number, run.results().string());
  log()->info("see them: squeue --name={},{}; how far they are: marginlab status {}", job.name,
              job.merge_name(), job.directory.string());
}

std::vector<int> shards_with_missing_cells(const Plan& plan, const Finished& finished, int n) {
  std::vector<int> out;
  const std::vector<std::vector<Group>> shards = dealt(plan, n);
  for (int i = 0; i < n; ++i)
    if (!unfinished(shards[static_cast<std::size_t>(i)], finished).empty()) out.push_back(i + 1);
  return out;
}

/// Until no job of the run directory is left. Says every half minute how far it is.
int wait_for(const ShardJob& job, const Study& study) {
  constexpr auto between_looks = std::chrono::seconds(5);
  constexpr int looks_to_a_line = 6;
  for (int look = 0; !jobs_called({job.name, job.merge_name()}).empty(); ++look) {
    if (look % looks_to_a_line == 0)
      log()->info("{} of {} cells are stored", thousands(RunStore(study.plan, {job.directory}).cells()),
                  thousands(static_cast<std::int64_t>(study.plan.cells())));
    std::this_thread::sleep_for(between_looks);
  }
  const RunDirectory run{job.directory};
  const std::int64_t missing =
      static_cast<std::int64_t>(study.plan.cells()) - RunStore(study.plan, run).cells();
  log()->info("the jobs are done; {} cells are missing", thousands(missing));
  if (missing > 0 || !fs::exists(run.results())) return 75;
  return results::read_results(run.results()).failures.empty() ? 0 : 3;
}

bool has_current_results(const Study& study, RunStore& store) {
  results::StudyCard card = study;
  name_observations(card, study.plan);
  store.load(card, {});
  return store.current_results().has_value();
}

std::vector<std::string> mistakes_of_retries(const SubmitRequest& request) {
  std::vector<std::string> out;
  if (request.retries < 0 || request.retries > 100)
    out.push_back(
        fmt::format("--retries {} is no number of repetitions. Write one from 0 to 100.", request.retries));
  for (const auto& [name, factor] :
       {std::pair("time", request.time_factor), {"memory", request.memory_factor}})
    if (!(factor >= 1 && factor <= 100))
      out.push_back(
          fmt::format("--{}-factor {} would ask for less each time, or far too much. Write a number "
                      "from 1 to 100.",
                      name, factor));
  if (request.memory_factor != 1 && request.resources.memory.empty())
    out.emplace_back(
        "--memory-factor multiplies a memory that is not named. Add --memory, such as --memory 2G.");
  return out;
}

} // namespace

std::vector<std::string> mistakes(const SubmitRequest& request) {
  std::vector<std::string> out;
  if (request.ranks != 0 && request.shards != 0)
    out.emplace_back("--shards and --mpi are two ways to divide a study. Write one of them.");
  else if (request.ranks == 0 && (request.shards < 1 || request.shards > most_shards))
    out.push_back(
        fmt::format("--shards {} is no number of tasks that a Slurm array can have. Write one from 1 to {}.",
                    request.shards, most_shards));
  const auto seconds = seconds_of(request.time);
  if (!seconds)
    out.push_back(
        fmt::format("--time '{}' is no duration. A bare number or minutes:seconds can be misread. Write {}.",
                    request.time, duration_grammar));
  else if (*seconds < least_seconds)
    out.push_back(fmt::format(
        "--time {} is too short, because Slurm may end a task two minutes early. Give it at least "
        "3m.",
        request.time));
  const Resources& resources = request.resources;
  if (!resources.memory.empty() && !bytes_of_memory(resources.memory))
    out.push_back(fmt::format("--memory '{}' is no size. Write digits and K, M, G or T, such as 2G.",
                              resources.memory));
  for (std::string& mistake : mistakes_of_retries(request)) out.push_back(std::move(mistake));
  for (const std::string& option : resources.options)
    if (!option.starts_with("--"))
      out.push_back(
          fmt::format("--sbatch '{}' is no long option. It is passed on as one word. Write it so: "
                      "--sbatch=--qos=long",
                      option));
  return out;
}

std::vector<std::string> beyond(const Limits& limits, const SubmitRequest& request) {
  std::vector<std::string> out;
  const std::string refused = "No node of the partition '" + limits.partition + "' has ";
  if (limits.cpus > 0 && request.resources.cpus > limits.cpus)
    out.push_back(
        fmt::format("--cpus {} can never start. {}more than {}. Ask for less, or name another "
                    "--partition.",
                    request.resources.cpus, refused, results::counted(limits.cpus, "processor")));
  const auto memory = bytes_of_memory(request.resources.memory);
  if (memory && limits.memory > 0 && *memory > limits.memory)
    out.push_back(
        fmt::format("--memory {} can never start. {}more than {}. Ask for less, or name another "
                    "--partition.",
                    request.resources.memory, refused, slurm_memory(static_cast<double>(limits.memory))));
  const auto seconds = seconds_of(request.time);
  if (seconds && limits.seconds > 0 && *seconds > limits.seconds)
    out.push_back(
        fmt::format("--time {} can never start. The partition '{}' allows {}. Ask for less and more "
                    "--shards, or name another --partition.",
                    request.time, limits.partition, slurm_time(limits.seconds)));
  if (limits.array_size > 0 && request.shards >= limits.array_size)
    out.push_back(
        fmt::format("--shards {} is more than this cluster's arrays can have. Its MaxArraySize is "
                    "{}. Write a number up to {}.",
                    request.shards, limits.array_size, limits.array_size - 1));
  return out;
}

namespace {

void require_none(const std::vector<std::string>& sentences) {
  std::string all;
  for (const std::string& sentence : sentences) all += (all.empty() ? "" : "\n") + sentence;
  core::require(all.empty(), all);
}

/// The request with what the site says beside it.
SubmitRequest with_own_site(const SubmitRequest& said) {
  SubmitRequest out = said;
  if (out.site.empty()) out.site = own_site();
  if (out.site.empty()) return out;
  out.resources = with_site(said.resources, read_site(out.site));
  log()->info("{} says what was not said of the jobs", out.site.string());
  return out;
}

/// Shards of another number overlap with these and leave gaps.
void divide_anew(const ShardJob& job, bool reshard, bool dry_run) {
  const RunDirectory run{job.directory};
  const int stored = stored_division(run);
  if (stored == 0 || stored == job.n || job.n == 1) return;
  core::require(
      reshard,
      fmt::format("{} holds {} shards, and --shards is {}. Shards of two numbers overlap and leave gaps. "
                  "Write --shards {}, or add --reshard, which cuts what is left anew.",
                  run.path.string(), stored, job.n, stored));
  if (dry_run) return;
  require_idle(job);
  std::optional<results::RunLock> lock;
  if (!job.no_lock) lock.emplace(run, "");
  log()->info("the journals of {} shards are joined: {} cells", stored,
              thousands(results::join_journals(run)));
}

/// Nothing to submit where cells are stored twice with different values.
bool contradicts_itself(const RunStore& store, const ShardJob& job) {
  if (store.conflicts().empty()) return false;
  log()->error("{}", conflict_sentence(store.conflicts(), job.directory.string()));
  return true;
}

/// Shows or sends. The exit code.
int conclude(const ShardJob& job, const SubmitRequest& request, const Study& study,
             const results::StoredStudy& snapshot) {
  const Scripts scripts = scripts_of(job);
  if (request.dry_run) {
    print(scripts);
    return 0;
  }
  require_idle(job); // before anything is written
  send(job, scripts, snapshot);
  return request.wait ? wait_for(job, study) : 0;
}

} // namespace

int submit_to_slurm(const SubmitRequest& said) {
  const SubmitRequest request = with_own_site(said);
  require_none(mistakes(request));
  if (!request.dry_run)
    require_none(beyond(limits_of(request.resources.partition).value_or(Limits{}), request));
  const Study study =
      study_of({.config = request.config, .overrides = request.overrides, .directory = request.directory});
  require_divisible(study);
  ShardJob job = shard_job(request, study);
  require_same_name({job.directory}, study.study);
  divide_anew(job, request.reshard, request.dry_run);
  RunStore store(study.plan, {job.directory});
  if (contradicts_itself(store, job)) return 3;
  job.shards = shards_with_missing_cells(study.plan, store.finished(), job.n);
  require_data(study.plan, missing(study.plan, store.finished()));
  if (!request.force && store.cells() == 0)
    for (const std::vector<Group>& shard : dealt(study.plan, job.n))
      require_bearable(store.times(), shard, job.resources.cpus);
  log()->info("{}: {}, {} already stored", study.study, study.arithmetic, thousands(store.cells()));
  if (!request.dry_run && job.shards.empty() && has_current_results(study, store)) {
    log()->info("nothing to do: {} has every cell", store.directory().results().string());
    return 0;
  }
  const results::StoredStudy snapshot = to_be_stored(study);
  job.design = results::design_hash(snapshot.card);
  job.study = words_of_study(request, study, job.directory);
  add_commands(job, said, request);
  return conclude(job, request, study, snapshot);
}

std::vector<Job> jobs_of(const fs::path& directory, const std::string& study) {
  const fs::path whole = whole_path(directory);
  const fs::path folder = ShardJob{.directory = whole}.folder();
  if (!fs::exists(folder)) return {};
  const ShardJob sent{.name = job_name(study, whole)};
  std::vector<std::string> numbers;
  std::ifstream file(folder / sent_jobs);
  for (std::string what, number; file >> what >> number;)
    if (!number.empty() && number.find_first_not_of("0123456789") == number.npos) numbers.push_back(number);
  return jobs_known({sent.name, sent.merge_name()}, numbers);
}

fs::path log_of(const fs::path& directory, const Job& job) {
  const std::size_t task = job.id.find('_');
  const std::string name = job.name.ends_with("-merge") ? "merge"
                           : task == job.id.npos        ? "ranks"
                                                        : "shard-" + job.id.substr(task + 1);
  return ShardJob{.directory = directory}.folder() / (name + ".log");
}

int cancel_on_slurm(const fs::path& directory) {
  const RunDirectory run{whole_path(directory)};
  const std::string name = job_name(results::read_study(run).card.study, run.path);
  ShardJob job;
  job.name = name;
  const std::vector<Job> jobs = jobs_called({job.name, job.merge_name()});
  if (jobs.empty()) {
    log()->info("no job of {} is queued or running", run.path.string());
    return 0;
  }
  for (const std::string& each : {job.name, job.merge_name()}) answer({"scancel", "--name=" + each});
  log()->info("{} cancelled; what they have stored stays, and marginlab submit goes on from there",
              results::counted(jobs.size(), "job"));
  return 0;
}

} // namespace experiments
