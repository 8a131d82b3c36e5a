#include "experiments/slurm/submit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <thread>

#include "core/contract.hpp"
#include "core/random/sha256.hpp"
#include "experiments/catalog/external_program.hpp"
#include "experiments/config/diagnostics.hpp"
#include "experiments/config/find_config.hpp"
#include "experiments/plan/plan.hpp"
#include "experiments/run/answers.hpp"
#include "experiments/run/estimate.hpp"
#include "experiments/run/store.hpp"
#include "experiments/run/subprocess.hpp"
#include "experiments/slurm/sbatch_script.hpp"
#include "experiments/terminal/durations.hpp"
#include "experiments/terminal/terminal.hpp"
#include "results/record/hash.hpp"
#include "results/record/text.hpp"
#include "results/store/file.hpp"
#include "results/store/hdf5/results_file.hpp"
#include "results/store/run_directory.hpp"

namespace experiments {
namespace {

/// What a command of Slurm prints.
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

std::vector<std::string> words_of_squeue(const std::vector<std::string>& names, const std::string& format) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ",") + name;
  return {"squeue", "--noheader", "--name=" + list, "--format=" + format};
}

constexpr int most_shards = 1000;        // MaxArraySize is 1001 unless a cluster says otherwise
constexpr double least_seconds = 3 * 60; // the signal may come two minutes before the end

/// Slurm's size: digits and a unit.
bool is_memory(std::string text) {
  if (!text.empty() && std::string_view("KMGT").find(text.back()) != std::string_view::npos) text.pop_back();
  return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

namespace fs = std::filesystem;
using results::RunDirectory;

void require_no_mistakes(const SubmitRequest& request) {
  std::string all;
  for (const std::string& mistake : mistakes(request)) all += (all.empty() ? "" : "\n") + mistake;
  core::require(all.empty(), all);
}

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

ShardJob shard_job(const SubmitRequest& request, const std::string& study) {
  ShardJob job;
  const fs::path directory = request.directory.empty() ? fs::path("runs") / study : request.directory;
  job.directory = whole_path(directory);
  job.name = job_name(study, job.directory);
  job.program = fs::read_symlink("/proc/self/exe");
  job.working_directory = fs::current_path();
  job.n = request.shards;
  job.no_lock = request.no_lock;
  job.force = request.force;
  job.resources = request.resources;
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
  const std::vector<std::string> jobs = jobs_called({job.name, job.merge_name()});
  core::require(
      jobs.empty(),
      fmt::format("{}: jobs are not done: {}. Their cells would be computed twice. Wait for them, see them "
                  "with squeue --name={},{} or end them with marginlab cancel {}.",
                  job.directory.string(), listed(jobs), job.name, job.merge_name(),
                  shell_word(job.directory.string())));
}

/// The two scripts of a job and where they belong; no array where no shard misses cells.
struct Scripts {
  fs::path array_file, merge_file;
  std::string array, merge;
};

/// Throws UserError for paths that Slurm cannot be told, before anything is written.
Scripts scripts_of(const ShardJob& job) {
  return {job.folder() / "shards.sbatch", job.folder() / "merge.sbatch",
          job.shards.empty() ? "" : array_script(job), merge_script(job)};
}

void print(const Scripts& scripts) {
  if (!scripts.array.empty()) print_text("# {}\n{}\n", scripts.array_file.string(), scripts.array);
  print_text("# {}, once the array has ended\n{}", scripts.merge_file.string(), scripts.merge);
}

/// Stores the study, writes the scripts and hands them over. One submission at a time: another one that is
/// under way at the same moment is seen by its lock, and later by its jobs.
void send(const ShardJob& job, const Scripts& scripts, const results::StoredStudy& study) {
  const RunDirectory run = results::create_run_directory(job.directory);
  results::create_run_directory(job.folder());
  std::optional<results::RunLock> lock;
  if (!job.no_lock) lock.emplace(run, "submission");
  require_idle(job);
  results::write_study(run, study);
  std::vector<std::string> options = merge_options(job);
  results::replace_file(scripts.merge_file, scripts.merge);
  if (!scripts.array.empty()) {
    results::replace_file(scripts.array_file, scripts.array);
    const std::string number = sbatch(array_options(job), scripts.array_file);
    options.push_back("--dependency=afterany:" + number);
    print_text("array {}\n", number);
    log()->info("shards {} of {} are job {}", index_list(job.shards), job.n, number);
  }
  const std::string number = sbatch(options, scripts.merge_file);
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

} // namespace

std::vector<std::string> jobs_called(const std::vector<std::string>& names) {
  std::istringstream lines(answer(words_of_squeue(names, "%i %T")));
  std::vector<std::string> jobs;
  for (std::string line; std::getline(lines, line);) jobs.push_back(line);
  return jobs;
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

std::vector<std::string> mistakes(const SubmitRequest& request) {
  std::vector<std::string> out;
  if (request.shards < 1 || request.shards > most_shards)
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
  if (!resources.memory.empty() && !is_memory(resources.memory))
    out.push_back(fmt::format("--memory '{}' is no size. Write digits and K, M, G or T, such as 2G.",
                              resources.memory));
  for (const std::string& option : resources.options)
    if (!option.starts_with("--"))
      out.push_back(
          fmt::format("--sbatch '{}' is no long option. It is passed on as one word. Write it so: "
                      "--sbatch=--qos=long",
                      option));
  return out;
}

int submit_to_slurm(const SubmitRequest& request) {
  require_no_mistakes(request);
  const Study study =
      study_of({.config = request.config, .overrides = request.overrides, .directory = request.directory});
  require_divisible(study);
  ShardJob job = shard_job(request, study.study);
  require_same_name({job.directory}, study.study);
  require_same_division({job.directory}, {1, job.n});
  RunStore store(study.plan, {job.directory});
  if (!store.conflicts().empty()) {
    log()->error("{}", conflict_sentence(store.conflicts(), job.directory.string()));
    return 3;
  }
  job.shards = shards_with_missing_cells(study.plan, store.finished(), job.n);
  require_data(study.plan, missing(study.plan, store.finished()));
  if (!request.force && store.cells() == 0)
    for (const std::vector<Group>& shard : dealt(study.plan, job.n))
      require_bearable(store.times(), shard, request.resources.cpus);
  log()->info("{}: {}, {} already stored", study.study, study.arithmetic, thousands(store.cells()));
  const results::StoredStudy snapshot = to_be_stored(study);
  job.design = results::design_hash(snapshot.card);
  job.study = words_of_study(request, study, job.directory);
  const Scripts scripts = scripts_of(job);
  if (request.dry_run) {
    print(scripts);
  } else if (job.shards.empty() && has_current_results(study, store)) {
    log()->info("nothing to do: {} has every cell", store.directory().results().string());
  } else {
    require_idle(job); // before anything is written
    send(job, scripts, snapshot);
    if (request.wait) return wait_for(job, study);
  }
  return 0;
}

std::vector<Job> jobs_of(const fs::path& directory, const std::string& study) {
  const fs::path whole = whole_path(directory);
  if (!fs::exists(ShardJob{.directory = whole}.folder())) return {};
  const ShardJob sent{.name = job_name(study, whole)};
  const auto called = call({.words = words_of_squeue({sent.name, sent.merge_name()}, "%i %T %r")});
  std::vector<Job> out;
  if (!called || called->code != 0) return out;
  std::istringstream lines(called->said);
  for (Job job; lines >> job.id >> job.state;) {
    std::getline(lines >> std::ws, job.reason);
    out.push_back(job);
  }
  return out;
}

int cancel_on_slurm(const fs::path& directory) {
  const RunDirectory run{whole_path(directory)};
  const std::string name = job_name(results::read_study(run).card.study, run.path);
  ShardJob job;
  job.name = name;
  const std::vector<std::string> jobs = jobs_called({job.name, job.merge_name()});
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
