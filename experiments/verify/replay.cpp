#include "experiments/verify/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>

#include "core/contract.hpp"
#include "core/random/sha256.hpp"
#include "experiments/catalog/external_program.hpp"
#include "experiments/plan/plan.hpp"
#include "experiments/run/compute.hpp"
#include "experiments/run/estimate.hpp"
#include "experiments/run/threads.hpp"
#include "experiments/terminal/terminal.hpp"
#include "results/record/card_json.hpp"
#include "results/record/hash.hpp"
#include "results/record/record.hpp"
#include "results/store/hdf5/results_file.hpp"
#include "results/store/run_directory.hpp"

namespace experiments {
namespace {

struct Address {
  std::size_t setting = 0; // index into the card
  std::int32_t replicate = 0;
};

Address find_cell(const results::StudyCard& card, const std::string& key) {
  const auto slash = key.find('/');
  std::int32_t replicate = -1;
  const char* end = key.data() + key.size();
  core::require(
      slash != std::string::npos && slash > 0 &&
          std::from_chars(key.data() + slash + 1, end, replicate).ptr == end && replicate >= 0,
      "'" + key + "' is no key of a cell (a key is SETTING/REPLICATE) copy one from the plan or the report");
  std::optional<Address> found;
  for (std::size_t s = 0; s < card.settings.size(); ++s) {
    if (!card.settings[s].key.starts_with(key.substr(0, slash))) continue;
    core::require(
        !found,
        "'" + key + "' names more than one setting (its digits are cut too short) write more of them");
    found = Address{s, replicate};
  }
  core::require(found.has_value(), "no setting of " + card.study + " has the key '" + key.substr(0, slash) +
                                       "' (it is of another study) see marginlab plan");
  return *found;
}

std::size_t stored_row(const results::Results& all, const Address& cell) {
  for (std::size_t row = 0; row < all.rows.size(); ++row) {
    if (all.rows.setting[row] == static_cast<std::int32_t>(cell.setting) &&
        all.rows.replicate[row] == cell.replicate) {
      return row;
    }
  }
  throw core::UserError("replicate " + std::to_string(cell.replicate) +
                        " of this setting is not stored (it has not been "
                        "computed yet) run the study with more replications");
}

/// Throws UserError for programs of a stored file, unless the person trusts it.
void require_trusted(const Plan& plan) {
  for (const Setting& setting : plan.settings) {
    experiments::require_trusted(setting.data);
    experiments::require_trusted(setting.method);
  }
  for (const ExternalMetric& metric : plan.measured) experiments::require_trusted(metric.program);
}

results::Record compute_alone(const results::StudyCard& card, const Address& cell) {
  Plan plan;
  plan.settings = {setting_of(card, cell.setting)};
  core::require(
      plan.settings.front().method.id != "computed_elsewhere",
      "Another program computed the probabilities of this cell. marginlab has only scored them. Score "
      "them again: marginlab score.");
  plan.keys = {card.settings[cell.setting].key};
  plan.metrics = results::names_of(card.metrics);
  plan.measured = stored_metrics(card);
  require_trusted(plan);
  results::Record record;
  compute(
      plan, Group{{{0, cell.replicate}}}, [&](const results::Record& made) { record = made; },
      [](const Cell&) { return false; });
  return record;
}

/// One that is all NaN cannot be told from none in a results.h5, and counts as none.
bool is_none(const std::vector<double>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isnan(x); });
}

/// How two series differ: "" where not a bit does.
std::string difference(const std::vector<double>& stored, const std::vector<double>& replayed) {
  if (is_none(stored) && is_none(replayed)) return "";
  if (stored.size() != replayed.size())
    return fmt::format("stored {} numbers, replayed {}", stored.size(), replayed.size());
  const auto [a, b] = std::mismatch(stored.begin(), stored.end(), replayed.begin(), results::same_bits);
  if (a == stored.end()) return "";
  return fmt::format("the first of them number {}, stored {}, replayed {}", a - stored.begin(),
                     core::shortest(*a), core::shortest(*b));
}

/// A line a series; `differing` counts those that do.
std::string compared(results::SeriesByName stored, const results::SeriesByName& replayed, int& differing) {
  std::string out;
  for (const auto& [name, numbers] : replayed) stored.try_emplace(name);
  for (const auto& [name, numbers] : stored) {
    const auto made = replayed.find(name);
    const std::string text =
        difference(numbers, made == replayed.end() ? std::vector<double>() : made->second);
    if (text.empty() && is_none(numbers)) continue;
    out += fmt::format("  {:<20} {:>6} numbers   {}\n", name, numbers.size(),
                       text.empty() ? "equal" : "DIFFERENT, " + text);
    differing += text.empty() ? 0 : 1;
  }
  return out;
}

/// Both values of every name; `differing` counts those that do.
std::string compared(const results::Record& record, const results::Results& all, std::size_t row,
                     int& differing) {
  std::string out;
  for (const auto& [name, column] : all.rows.values) {
    const auto made = record.values.find(name);
    const double recomputed = made == record.values.end() ? std::nan("") : made->second;
    if (std::isnan(recomputed) && std::isnan(column[row])) continue;
    const bool same = results::same_bits(recomputed, column[row]);
    out += fmt::format("  {:<20} stored {:>24}   replayed {:>24}   {}\n", name, core::shortest(column[row]),
                       core::shortest(recomputed), same ? "equal" : "DIFFERENT");
    differing += same ? 0 : 1;
  }
  return out;
}

} // namespace

bool is_computed_elsewhere(const results::Setting& setting) {
  return parse_setting(setting.canonical).method.id == "computed_elsewhere";
}

Replayed replayed(const results::Results& all, std::size_t row) {
  const auto setting = static_cast<std::size_t>(all.rows.setting[row]);
  const results::Record record = compute_alone(all.card, {setting, all.rows.replicate[row]});
  int differing = 0;
  Replayed out;
  if (!record.error.empty()) out.text = fmt::format("  failed while: {}\n  {}\n", record.stage, record.error);
  out.text += compared(record, all, row, differing);
  out.text += compared(results::record_of(all.rows, row, record.key).series, record.series, differing);
  out.is_equal = differing == 0 && static_cast<std::int32_t>(record.outcome) == all.rows.outcome[row];
  out.seconds = record.seconds;
  out.error = record.error;
  return out;
}

int replay(const std::filesystem::path& file, const std::string& key) {
  const results::Results all = results::read_results(file);
  results::require_keys(all.card, file.string());
  const Address cell = find_cell(all.card, key);
  const std::size_t row = stored_row(all, cell);
  print_text("{} replicate {}\n  {}\n", all.card.settings[cell.setting].key, cell.replicate,
             all.card.settings[cell.setting].canonical);
  const Replayed made = replayed(all, row);
  print_text("{}  {:.3f} s\n{}\n", made.text, made.seconds,
             made.is_equal ? "replayed: every bit is equal" : "replayed: the cell is NOT what is stored");
  return made.is_equal ? 0 : 3;
}

int rerun(const std::filesystem::path& file, const RunOptions& options, Executor& executor) {
  const results::Results stored = results::read_results(file);
  std::error_code unknown;
  core::require(
      !std::filesystem::equivalent(file, results::RunDirectory{options.directory}.results(), unknown),
      options.directory.string() +
          " is where the results are that are to be run again (nothing would be "
          "computed) name another --out");
  const Study study = stored_study(stored);
  require_trusted(study.plan);
  const int code = run_study(study, options, executor);
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

namespace {

std::string lot(const Plan& plan, const Group& group) {
  const Cell& first = group.cells.front();
  return core::sha256_hex(
      plan.keys[static_cast<std::size_t>(first.setting)] + "/" + std::to_string(first.replicate), 32);
}

std::string data_hash_under(const Study& study, const std::vector<Group>& groups, int threads) {
  results::ResultColumns columns(study.plan.keys, study.plan.replications);
  Threads(threads).execute({study.plan,
                            groups,
                            {},
                            [](const Cell&) { return false; },
                            [](const results::Record&) {},
                            [&](const results::Record& record) { columns.enter(record); }});
  return results::data_hash(study, columns.rows(), columns.failures());
}

} // namespace

bool Certificate::holds() const {
  return std::all_of(runs.begin(), runs.end(),
                     [this](const Run& run) { return run.data_hash == runs.front().data_hash; });
}

std::vector<Group> sample_of_cells(const Plan& plan, std::int64_t cells) {
  std::vector<Group> groups = of_shard(plan, {});
  std::sort(groups.begin(), groups.end(),
            [&plan](const Group& a, const Group& b) { return lot(plan, a) < lot(plan, b); });
  std::set<std::int32_t> seen; // the first setting of a group stands for its data set
  std::vector<Group> sample, rest;
  std::int64_t drawn = 0;
  for (Group& group : groups) {
    const bool first_of_data = seen.insert(group.cells.front().setting).second;
    if (first_of_data) drawn += static_cast<std::int64_t>(group.cells.size());
    (first_of_data ? sample : rest).push_back(std::move(group));
  }
  for (std::size_t i = 0; i < rest.size() && drawn < cells; ++i) {
    drawn += static_cast<std::int64_t>(rest[i].cells.size());
    sample.push_back(std::move(rest[i]));
  }
  return sample;
}

Certificate certify(const Study& study, std::int64_t cells, const std::vector<int>& threads) {
  const std::vector<Group> sample = sample_of_cells(study.plan, cells);
  require_bearable(CellTimes(study.plan), sample, *std::max_element(threads.begin(), threads.end()),
                   "Or certify fewer cells with --cells.");
  Certificate out;
  for (const Group& group : sample) out.cells += static_cast<std::int64_t>(group.cells.size());
  for (const int count : threads) out.runs.push_back({count, data_hash_under(study, sample, count)});
  return out;
}

} // namespace experiments
