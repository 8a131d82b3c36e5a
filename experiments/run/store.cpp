#include "experiments/run/store.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "core/contract.hpp"
#include "results/record/card_json.hpp"
#include "results/store/file.hpp"
#include "results/store/hdf5/read_results.hpp"
#include "results/store/hdf5/write_results.hpp"
#include "results/store/journal_index.hpp"
#include "results/store/journal_line.hpp"

namespace experiments {
namespace {

void warn(const results::JournalReport& report, const std::string& name, std::vector<std::string>& warnings) {
  if (report.torn_tail)
    warnings.push_back("the last line of " + name + " was torn off; its cell is computed again");
  if (!report.damaged.empty()) {
    warnings.push_back(
        fmt::format("{} has {} damaged line(s), the first is line {}; their cells are computed again", name,
                    report.damaged.size(), report.damaged.front()));
  }
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
      times_(plan),
      columns_(plan.keys, plan.replications) {
  look(directory_.journals());
}

void RunStore::look(const std::vector<std::filesystem::path>& journals) {
  const results::JournalIndex index = results::index_journals(journals);
  for (std::size_t s = 0; s < plan_.keys.size(); ++s) {
    for (std::int32_t r = 0; r < plan_.replications; ++r) {
      const auto* const entry = index.find({plan_.keys[s], r});
      if (entry == nullptr || entry->outcome == results::Outcome::failed) continue;
      times_.enter(s, static_cast<double>(entry->seconds));
      finished_[s][static_cast<std::size_t>(r)] = true;
      ++cells_;
    }
  }
  for (std::size_t i = 0; i < journals.size(); ++i)
    warn(index.reports()[i], journals[i].filename().string(), warnings_);
  for (const results::Key& key : index.report().conflicts) conflicts_.push_back(key.text());
}

std::optional<results::Results> RunStore::current_results(
    const results::StudyCard& card, const std::map<std::string, std::string>& facts) const {
  if (!std::filesystem::exists(directory_.results())) return {};
  try {
    results::Results there = results::read_results(directory_.results());
    bool same = static_cast<std::int64_t>(there.rows.size()) == cells_ && there.failures.empty() &&
                results::to_json(there.card) == results::to_json(card);
    for (const auto& [name, fact] : facts) {
      const auto told = there.provenance.find(name);
      same = same && told != there.provenance.end() && told->second == fact;
    }
    same = same && (facts.contains("card") || !there.provenance.contains("card")); // a doubt that is gone
    if (same) return there;
  } catch (const core::UserError&) {
    // unreadable or of another format: made anew from the journals
  }
  return {};
}

std::int64_t RunStore::import_cells(const results::RunDirectory& from) const {
  const std::vector<std::filesystem::path> journals = from.journals();
  if (journals.empty() || same_place(from.path, directory_.path)) return 0;
  Finished has = finished_;
  results::Journal journal(directory_.journal());
  std::int64_t imported = 0;
  const auto import = [&](const results::JournalLine& line) {
    const auto record = results::read_record(line.json);
    if (!record || record->outcome == results::Outcome::failed) return;
    const auto setting = columns_.setting(record->key.setting);
    if (!setting || record->key.replicate >= plan_.replications) return;
    auto&& done = has[*setting][static_cast<std::size_t>(record->key.replicate)];
    if (done) return;
    journal.append(*record);
    done = true;
    ++imported;
  };
  for (const std::filesystem::path& path : journals) results::scan(path, import);
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

} // namespace experiments
