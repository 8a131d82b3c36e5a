#include "experiments/run/store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "core/contract.hpp"
#include "experiments/run/cell_facts.hpp"
#include "experiments/terminal/terminal.hpp"
#include "results/record/card_json.hpp"
#include "results/record/hash.hpp"
#include "results/store/file.hpp"
#include "results/store/hdf5/results_file.hpp"
#include "results/store/journal.hpp"
#include "results/store/journal_line.hpp"

namespace experiments {
namespace {

void warn(const results::JournalReport& report, const std::string& name, std::vector<std::string>& warnings) {
  if (report.torn_tail)
    warnings.push_back("the last line of " + name +
                       " was torn off; its cell is computed again unless results.h5 has it");
  if (!report.damaged.empty()) {
    warnings.push_back(
        fmt::format("{} has {} damaged line(s), the first is line {}; their cells are computed again unless "
                    "results.h5 has them",
                    name, report.damaged.size(), report.damaged.front()));
  }
}

/// results.h5, where it can be read and its numbers are those of its data_hash.
std::optional<results::Results> sound_results(const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) return std::nullopt;
  try {
    results::Results all = results::read_results(file);
    if (results::data_hash(all.card, all.rows, all.failures) == all.data_hash) return all;
  } catch (const core::UserError&) {
    // unreadable or of another format: made anew from the journals
  }
  return std::nullopt;
}

results::Key cell_of(const results::Results& all, std::size_t row) {
  return {all.card.settings[static_cast<std::size_t>(all.rows.setting[row])].key, all.rows.replicate[row]};
}

bool is_failed(const results::Rows& rows, std::size_t row) {
  return rows.outcome[row] == static_cast<std::int32_t>(results::Outcome::failed);
}

bool same_place(const std::filesystem::path& a, const std::filesystem::path& b) {
  std::error_code unknown;
  return std::filesystem::weakly_canonical(a, unknown) == std::filesystem::weakly_canonical(b, unknown);
}

} // namespace

RunStore::RunStore(const Plan& plan, results::RunDirectory directory)
    : plan_(plan),
      directory_(std::move(directory)),
      finished_(plan.keys.size(), std::vector<bool>(static_cast<std::size_t>(plan.replications), false)),
      stored_(finished_),
      times_(plan),
      columns_(plan.keys, plan.replications, plan.metrics) {
  look(directory_.journals());
}

void RunStore::note_finished(const results::Key& key, double seconds, results::HeldValues lacks) {
  const auto setting = columns_.setting(key.setting);
  if (!setting) {
    ++others_.foreign;
  } else if (key.replicate >= plan_.replications) {
    ++others_.further;
  } else {
    const auto replicate = static_cast<std::size_t>(key.replicate);
    times_.enter(*setting, seconds);
    stored_[*setting][replicate] = true;
    finished_[*setting][replicate] = lacks == 0;
    lacking_ |= lacks;
    ++(lacks == 0 ? cells_ : lacking_cells_);
  }
}

/// A cell of the plan that the journals have in part, and with results.h5 whole.
void RunStore::note_filled(const results::Key& key) {
  const auto setting = columns_.setting(key.setting);
  if (!setting || key.replicate >= plan_.replications) return;
  finished_[*setting][static_cast<std::size_t>(key.replicate)] = true;
  ++cells_;
  --lacking_cells_;
}

void RunStore::warn_of_lacking() {
  if (factless_ > 0)
    warnings_.push_back(fmt::format(
        "{} stored cell(s) say nothing of a diagnostic or a series that the report asks for. A run "
        "computes them again and keeps what they have.",
        thousands(factless_)));
  if (lacking_cells_ == 0) return;
  std::string names;
  for (std::size_t k = 0; k < plan_.metrics.size(); ++k)
    if ((lacking_ >> k & 1U) != 0) names += (names.empty() ? "" : ", ") + plan_.metrics[k];
  warnings_.push_back(
      fmt::format("{} stored cell(s) lack {}. The study asks for it since they were computed. A run "
                  "computes them again and keeps what they have.",
                  thousands(lacking_cells_), names));
}

void RunStore::look(const std::vector<std::filesystem::path>& journals) {
  const results::JournalIndex index = results::index_journals(journals, plan_.metrics);
  for (const auto& entry : index.entries())
    if (entry.outcome != results::Outcome::failed)
      note_finished(results::key_of(entry.cell), static_cast<double>(entry.seconds), entry.lacks);
  for (std::size_t i = 0; i < journals.size(); ++i)
    warn(index.reports()[i], journals[i].filename().string(), warnings_);
  for (const results::Key& key : index.report().conflicts) conflicts_.push_back(key.text());
  look_at_published(index);
  look_for_facts(journals);
  warn_of_lacking();
}

void RunStore::look_for_facts(const std::vector<std::filesystem::path>& journals) {
  if (plan_.asked.empty()) return;
  CellFacts facts(plan_.asked, plan_.keys.size());
  const auto enter = [&](const results::Record& record) {
    const auto setting = columns_.setting(record.key.setting);
    if (setting && record.key.replicate < plan_.replications && record.outcome != results::Outcome::failed)
      facts.enter({static_cast<std::int32_t>(*setting), record.key.replicate}, record);
  };
  for (const std::filesystem::path& path : journals)
    results::scan(path, [&](const results::JournalLine& line) {
      if (const auto record = results::read_record(line.json)) enter(*record);
    });
  for (const results::Record& record : unjournalled_) enter(record);
  for (const Cell& cell : facts.lacking()) {
    auto&& is_finished =
        finished_[static_cast<std::size_t>(cell.setting)][static_cast<std::size_t>(cell.replicate)];
    if (!is_finished) continue;
    is_finished = false;
    --cells_;
    ++factless_;
  }
}

void RunStore::look_at_published(const results::JournalIndex& index) {
  published_ = sound_results(directory_.results());
  if (!published_) return;
  const results::Rows& rows = published_->rows;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const results::Key key = cell_of(*published_, row);
    const results::JournalIndex::Entry* entry = index.find(key);
    if (entry != nullptr && entry->outcome == results::Outcome::failed) entry = nullptr;
    if (is_failed(rows, row) || (entry != nullptr && entry->lacks == 0)) continue;
    results::Record record = results::record_of(rows, row, key);
    const results::HeldValues lacks =
        results::all_values(plan_.metrics) & ~results::held_values(record, plan_.metrics);
    if (entry == nullptr)
      note_finished(key, rows.seconds[row], lacks);
    else if ((entry->lacks & lacks) == entry->lacks)
      continue; // it adds nothing to what the journals have
    else if ((entry->lacks & lacks) == 0)
      note_filled(key);
    unjournalled_.push_back(std::move(record));
  }
  if (!unjournalled_.empty())
    warnings_.push_back(fmt::format(
        "{} cell(s) are taken from results.h5, because no journal has them (one was cut short or removed)",
        unjournalled_.size()));
}

std::vector<std::string> RunStore::contradictions() const {
  std::vector<std::string> out;
  if (!published_ || is_published_) return out;
  const results::Rows own = columns_.rows(), &other = published_->rows;
  std::map<std::pair<std::size_t, std::int32_t>, std::size_t> row_of;
  for (std::size_t row = 0; row < own.size(); ++row)
    row_of[{static_cast<std::size_t>(own.setting[row]), own.replicate[row]}] = row;
  for (std::size_t row = 0; row < other.size(); ++row) {
    const results::Key key = cell_of(*published_, row);
    const auto setting = columns_.setting(key.setting);
    const auto found = setting ? row_of.find({*setting, key.replicate}) : row_of.end();
    if (found != row_of.end() &&
        results::disagree(results::record_of(own, found->second, key), results::record_of(other, row, key)))
      out.push_back(key.text());
  }
  return out;
}

std::int64_t RunStore::restore() const {
  if (unjournalled_.empty()) return 0;
  results::Journal journal(directory_.journal());
  for (const results::Record& record : unjournalled_) journal.append(record);
  journal.sync();
  return static_cast<std::int64_t>(unjournalled_.size());
}

std::optional<results::Results> RunStore::current_results() {
  if (!is_published_ || results::to_json(published_->card) != results::to_json(card_)) return {};
  const results::Provenance& told = published_->provenance;
  for (const auto& [name, fact] : facts_.more) {
    const auto found = told.find(name);
    if (found == told.end() || found->second != fact) return {};
  }
  if (told.contains("card") && !facts_.more.contains("card")) return {}; // a doubt that is gone
  is_published_ = false;
  return std::exchange(published_, std::nullopt);
}

void RunStore::sync() {
  if (!journal_->is_whole()) write_anew();
  if (journal_->sync() || std::exchange(says_unsynced_, true)) return;
  log()->warn(
      "The file system of {} cannot sync a file. A power loss may cost the cells since the start of this "
      "run, "
      "which the same command computes again. Another folder is safer.",
      directory_.path.string());
}

void RunStore::write_anew() {
  log()->warn(
      "the journal of {} was removed or cut short by another program while this run is on; its cells are "
      "written anew",
      directory_.path.string());
  std::filesystem::create_directories(directory_.path);
  journal_->reopen();
  const results::Rows rows = columns_.rows();
  for (std::size_t row = 0; row < rows.size(); ++row)
    if (!is_failed(rows, row))
      journal_->append(results::record_of(
          rows, row, {plan_.keys[static_cast<std::size_t>(rows.setting[row])], rows.replicate[row]}));
}

std::int64_t RunStore::import_cells(const results::RunDirectory& from) const {
  if (same_place(from.path, directory_.path)) return 0;
  const RunStore other(plan_, from);
  if (other.cells_ + other.lacking_cells_ == 0) return 0;
  Finished whole = finished_, stored = stored_;
  results::Journal journal(directory_.journal());
  std::int64_t imported = 0;
  const auto import = [&](const results::Record& record) {
    if (record.outcome == results::Outcome::failed) return;
    const auto setting = columns_.setting(record.key.setting);
    if (!setting || record.key.replicate >= plan_.replications) return;
    const auto replicate = static_cast<std::size_t>(record.key.replicate);
    auto&& is_whole = whole[*setting][replicate];
    auto&& is_stored = stored[*setting][replicate];
    const bool makes_whole =
        results::held_values(record, plan_.metrics) == results::all_values(plan_.metrics);
    if (is_whole || (is_stored && !makes_whole)) return;
    journal.append(record);
    is_whole = makes_whole;
    is_stored = true;
    ++imported;
  };
  for (const std::filesystem::path& path : from.journals()) {
    results::scan(path, [&](const results::JournalLine& line) {
      if (const auto record = results::read_record(line.json)) import(*record);
    });
  }
  for (const results::Record& record : other.unjournalled_) import(record);
  if (imported > 0) journal.sync();
  return imported;
}

std::size_t RunStore::count(const results::Record& record) {
  columns_.enter(record);
  const std::size_t setting = columns_.setting(record.key.setting).value();
  if (record.outcome != results::Outcome::failed) times_.enter(setting, record.seconds);
  return setting;
}

void RunStore::load(results::StudyCard card, results::RunFacts facts) {
  card_ = std::move(card);
  facts_ = std::move(facts);
  facts_.started = results::utc_now();
  for (const std::filesystem::path& journal : directory_.journals()) {
    results::scan(journal, [&](const results::JournalLine& line) {
      const auto record = results::read_record(line.json);
      core::require(record.has_value(),
                    fmt::format("line {} of '{}' is no record although its checksum is right (another "
                                "program wrote it) delete the line",
                                line.number, journal.string()));
      columns_.enter(*record);
    });
  }
  for (const results::Record& record : unjournalled_) columns_.enter(record);
  if (!published_) return;
  const results::Results all = results();
  is_published_ = results::data_hash(card_, all.rows, all.failures) == published_->data_hash;
}

results::Results RunStore::results() const {
  results::Results all{card_, columns_.rows(), columns_.failures(), {}, ""};
  for (results::Failure& failure : all.failures)
    failure.replay = "marginlab replay " + directory_.path.string() + " " + failure.key.text();
  return all;
}

void RunStore::snapshot() const {
  results::RunFacts facts = facts_;
  facts.finished = results::utc_now();
  results::Results all = results();
  all.provenance = results::gather_provenance(facts);
  results::write_results(directory_.results(), all);
}

std::string conflict_sentence(const std::vector<std::string>& conflicts, const std::string& directory) {
  return fmt::format(
      "the journals of {} hold {} cell(s) twice with different values, the first is {} (a result that cannot "
      "be "
      "repeated) find out which is right: marginlab replay {} {}",
      directory, conflicts.size(), conflicts.front(), directory, conflicts.front());
}

namespace {

/// The name of the study that a directory holds; empty where there is none, or none that can be read.
std::string study_in(const results::RunDirectory& directory) {
  try {
    if (std::filesystem::exists(directory.study())) return results::read_study(directory).card.study;
    if (std::filesystem::exists(directory.results()))
      return results::read_results(directory.results()).card.study;
  } catch (const core::UserError&) {
    // damaged: the run writes it anew
  }
  return "";
}

} // namespace

void require_same_name(const results::RunDirectory& directory, const std::string& study) {
  const std::string there = study_in(directory);
  core::require(
      there.empty() || there == study,
      directory.path.string() + " holds the study '" + there + "', and this is '" + study +
          "' (its tables would take the place of those) name another --out, or add --replace: its cells "
          "stay in the journal all the same");
}

int stored_division(const results::RunDirectory& directory) {
  for (const std::filesystem::path& journal : directory.journals()) {
    const std::string part = journal.stem().string(); // journal-1-of-2
    const std::size_t of = part.rfind("-of-");
    if (of != std::string::npos) return std::atoi(part.c_str() + of + 4);
  }
  return 0;
}

void require_same_division(const results::RunDirectory& directory, const Shard& shard) {
  const int stored = stored_division(directory);
  core::require(shard.count == 1 || stored == 0 || stored == shard.count,
                directory.path.string() + " holds shards of " + std::to_string(stored) +
                    ", and this is one of " + std::to_string(shard.count) +
                    ". Shards of two numbers overlap and leave gaps. Use the same number, or complete it "
                    "undivided: the same command without --shard.");
}

} // namespace experiments
