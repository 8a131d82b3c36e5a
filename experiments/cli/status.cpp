#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cmath>
#include <optional>

#include "experiments/cli/program.hpp"
#include "experiments/plan/times.hpp"
#include "experiments/run/cell_facts.hpp"
#include "experiments/run/executor.hpp"
#include "experiments/slurm/submit.hpp"
#include "experiments/terminal/terminal.hpp"
#include "results/record/json_value.hpp"
#include "results/store/journal.hpp"
#include "results/store/run_directory.hpp"

namespace experiments::command_line {
namespace {

/// How fast the processes go that compute in a directory now, and how long the rest takes if they go on so.
struct Pace {
  std::int64_t computed = 0; ///< cells, since they began
  double per_second = 0;     ///< cells
  std::optional<Forecast> left{};
};

/// How far a run directory is, from its journals, its locks and the study card alone, so that it also works
/// while another process, perhaps on another machine, computes there.
struct Status {
  results::RunDirectory directory{};
  std::string study{};
  std::int64_t planned = 0;
  results::Counts counts{};
  std::int64_t lacking = 0;   ///< stored without a metric that the study asks for
  std::int64_t silent = 0;    ///< stored without a diagnostic or a series that the report asks for
  std::int64_t elsewhere = 0; ///< of other settings or replicates
  std::size_t damaged = 0;    ///< lines
  std::vector<results::Key> conflicts{};
  bool is_published = false;
  std::vector<results::User> users{}; ///< processes that compute or merge in the directory
  std::vector<Job> jobs{};            ///< on a cluster
  std::optional<Pace> pace{};         ///< where processes compute

  std::int64_t missing() const { return planned - counts.finished(); }
};

/// The mean and spread of the times of each setting; those without a timing take what the others take.
std::vector<CellTime> times_of(const results::StudyCard& card, const results::JournalIndex& index) {
  std::vector<CellTime> out;
  double sum = 0, timed = 0;
  for (const auto& setting : card.settings) {
    double first = 0, second = 0, count = 0;
    for (std::int32_t r = 0; r < card.replications; ++r)
      if (const auto* const entry = index.find({setting.key, r})) {
        first += entry->seconds;
        second += static_cast<double>(entry->seconds) * entry->seconds;
        ++count;
      }
    const double mean = count > 0 ? first / count : 0;
    const double variance = count > 1 ? std::max(0.0, (second - first * mean) / (count - 1)) : 0;
    out.push_back({static_cast<std::int64_t>(count), mean, std::sqrt(variance)});
    sum += mean;
    timed += count > 0 ? 1 : 0;
  }
  for (CellTime& time : out)
    if (time.timings == 0 && timed > 0) time.mean = sum / timed;
  return out;
}

/// What stands in a journal from a byte on.
std::int64_t cells_from(const results::User& user, double& processor_seconds) {
  std::int64_t cells = 0;
  results::scan(user.journal, [&](const results::JournalLine& line) {
    if (line.offset < user.stored) return;
    ++cells;
    if (const auto record = results::read_record(line.json)) processor_seconds += record->seconds;
  });
  return cells;
}

/// The pace of each process is that since it began to compute; together they do what is left. Nothing where
/// no process computes.
std::optional<Pace> pace_of(const std::vector<results::User>& users, const std::vector<CellTime>& times,
                            const std::vector<std::int64_t>& left) {
  const double now =
      std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
  Pace out;
  double power = 0; // seconds of processor time a second
  for (const results::User& user : users) {
    if (user.began <= 0 || now <= user.began || !std::filesystem::exists(user.journal)) continue;
    double seconds = 0;
    const std::int64_t cells = cells_from(user, seconds);
    out.computed += cells;
    out.per_second += static_cast<double>(cells) / (now - user.began);
    power += seconds / (now - user.began);
  }
  if (out.computed == 0) return std::nullopt;
  if (power > 0) out.left = processor_time(times, left) * (1 / power);
  return out;
}

Status status_of(const std::filesystem::path& path) {
  Status out{.directory = {path}};
  const results::StudyCard card = results::read_study(out.directory).card;
  out.study = card.study;
  out.planned = static_cast<std::int64_t>(card.settings.size()) * card.replications;
  const std::vector<std::string> metrics = results::names_of(card.metrics);
  const results::JournalIndex index = results::index_journals(out.directory.journals(), metrics);
  std::vector<std::int64_t> left;
  for (const auto& setting : card.settings) {
    left.push_back(card.replications);
    for (std::int32_t r = 0; r < card.replications; ++r) {
      const results::JournalIndex::Entry* const entry = index.find({setting.key, r});
      if (entry == nullptr) continue;
      left.back() -= entry->lacks == 0 ? 1 : 0;
      if (entry->lacks == 0) out.counts.add(entry->outcome);
      out.lacking += entry->lacks == 0 ? 0 : 1;
    }
  }
  out.silent = cells_without_facts(card, out.directory.journals());
  out.elsewhere = static_cast<std::int64_t>(index.size()) - out.counts.finished() - out.lacking;
  out.damaged = index.report().damaged.size();
  out.conflicts = index.report().conflicts;
  out.is_published = std::filesystem::exists(out.directory.results());
  out.users = results::users(out.directory);
  out.pace = pace_of(out.users, times_of(card, index), left);
  out.jobs = jobs_of(path, card.study);
  return out;
}

std::string rate_text(double per_second) {
  if (per_second >= 1) return fmt::format("{:.3g} cells a second", per_second);
  if (per_second >= 1.0 / 60) return fmt::format("{:.3g} cells a minute", 60 * per_second);
  return fmt::format("{:.3g} cells an hour", 3600 * per_second);
}

std::string sentence(const Pace& pace) {
  return rate_text(pace.per_second) +
         (pace.left && pace.left->likely > 0 ? ", " + range_text(*pace.left) + " left" : "");
}

void print(const Job& job, const std::filesystem::path& directory) {
  const bool has_reason = !job.reason.empty() && job.reason != "None";
  const std::string words = in_words(job);
  print_text("  job {} is {}{}{}\n", job.id, job.state, has_reason ? " (" + job.reason + ")" : "",
             words.empty() ? "" : ": " + words);
  const std::filesystem::path log = log_of(directory, job);
  if (job.state != "PENDING" && std::filesystem::exists(log)) print_text("    {}\n", log.string());
}

void print(const Status& status) {
  print_text("{}: {} cells planned\n  {} ok\n  {} not converged\n  {} failed\n  {} missing\n", status.study,
             thousands(status.planned), thousands(status.counts.ok), thousands(status.counts.not_converged),
             thousands(status.counts.failed), thousands(status.missing()));
  if (status.lacking > 0)
    print_text("  {} of the missing are stored without a metric that the study asks for\n",
               thousands(status.lacking));
  if (status.silent > 0)
    print_text("  {} are stored without a diagnostic or a series that the report asks for\n",
               thousands(status.silent));
  if (status.elsewhere > 0)
    print_text("  {} of other settings or replicates, kept in the journal\n", thousands(status.elsewhere));
  if (status.damaged > 0) print_text("  {} damaged line(s) in the journal\n", status.damaged);
  for (const auto& key : status.conflicts)
    print_text("  stored twice with different values: {}\n", key.text());
  print_text("  {}\n", status.is_published ? status.directory.results().string() + " is published"
                                           : "results.h5 is not published yet");
  for (const results::User& user : status.users) print_text("  in use by {}\n", user.holder);
  if (status.pace) print_text("  {}\n", sentence(*status.pace));
  for (const Job& job : status.jobs) print(job, status.directory.path);
}

results::OrderedJson pace_json(const std::optional<Pace>& pace) {
  if (!pace) return nullptr;
  results::OrderedJson left = nullptr;
  if (pace->left)
    left = {{"low", results::json_number(pace->left->low)},
            {"likely", results::json_number(pace->left->likely)},
            {"high", results::json_number(pace->left->high)}};
  return {{"computed", pace->computed},
          {"cells_per_second", results::json_number(pace->per_second)},
          {"seconds_left", left}};
}

void print_json(const Status& status) {
  std::vector<std::string> users;
  for (const results::User& user : status.users) users.push_back(user.holder);
  results::OrderedJson conflicts = results::OrderedJson::array();
  for (const auto& key : status.conflicts) conflicts.push_back(key.text());
  results::OrderedJson jobs = results::OrderedJson::array();
  for (const Job& job : status.jobs)
    jobs.push_back({{"id", job.id}, {"state", job.state}, {"reason", job.reason}});
  fmt::print("{}", results::json_answer({{"format", "marginlab-status"},
                                         {"format_version", "1.0"},
                                         {"directory", status.directory.path.string()},
                                         {"study", status.study},
                                         {"planned", status.planned},
                                         {"ok", status.counts.ok},
                                         {"not_converged", status.counts.not_converged},
                                         {"failed", status.counts.failed},
                                         {"missing", status.missing()},
                                         {"lacking_a_metric", status.lacking},
                                         {"lacking_a_diagnostic", status.silent},
                                         {"of_other_settings", status.elsewhere},
                                         {"damaged_lines", status.damaged},
                                         {"conflicts", conflicts},
                                         {"is_published", status.is_published},
                                         {"in_use_by", users},
                                         {"pace", pace_json(status.pace)},
                                         {"jobs", jobs}}));
}

} // namespace

Action add_status(CLI::App& verb) {
  auto directory = std::make_shared<std::string>();
  verb.add_option("DIR", *directory, "a run directory")->required();
  auto as_json = std::make_shared<bool>(false);
  verb.add_flag("--json", *as_json, "as JSON");
  verb.footer(
      "Examples:\n  marginlab status runs/wang2008/table1\n  marginlab status runs/wang2008/table1 --json");
  return [directory, as_json] {
    const Status status = status_of(*directory);
    *as_json ? print_json(status) : print(status);
    return 0;
  };
}

} // namespace experiments::command_line
