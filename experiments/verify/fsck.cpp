#include "experiments/verify/fsck.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <optional>

#include "core/contract.hpp"
#include "experiments/plan/plan.hpp"
#include "experiments/run/cell_facts.hpp"
#include "results/record/hash.hpp"
#include "results/store/hdf5/results_file.hpp"
#include "results/store/journal.hpp"
#include "results/store/run_directory.hpp"

namespace experiments {
namespace {

namespace fs = std::filesystem;
using Grade = Finding::Grade;

constexpr double little_room = 100e6; // bytes

/// The findings as they are made, and what one look needs of another.
class Examination {
 public:
  explicit Examination(const fs::path& path) : directory_{path} {}

  std::vector<Finding> operator()() {
    open_results(); // before the journals, which may be growing
    look_at_card();
    for (const fs::path& journal : directory_.journals()) look_at_journal(journal);
    look_at_cells();
    look_at_results();
    look_at_leftovers();
    look_at_place();
    return std::move(findings_);
  }

 private:
  void say(Grade grade, std::string sentence) { findings_.push_back({grade, std::move(sentence)}); }

  void look_at_card() {
    if (!fs::exists(directory_.study()) && !fs::exists(directory_.results())) {
      say(Grade::note, "study.json is not there: a run ended before it wrote it; the next run does");
      return;
    }
    try {
      const results::StoredStudy stored = results::read_study(directory_);
      card_ = stored.card;
      say(Grade::sound,
          fmt::format("study.json: {}, {} settings x {} replications", card_->study,
                      thousands(static_cast<std::int64_t>(card_->settings.size())), card_->replications));
      if (!stored.is_proved)
        say(Grade::note,
            "study.json has no checksum (an older marginlab wrote it, or it was changed), so its places and "
            "published numbers cannot be proved; the next run writes it anew");
    } catch (const core::UserError& error) {
      say(Grade::damage, fmt::format("study.json: {}; the next run writes it anew", error.what()));
    }
  }

  void look_at_journal(const fs::path& path) {
    const std::string name = path.filename().string();
    try {
      const results::JournalReport report = results::scan(path, [](const results::JournalLine&) {});
      readable_.push_back(path);
      say(Grade::sound, fmt::format("{}: {} lines{}", name,
                                    thousands(static_cast<std::int64_t>(report.lines)), format_of(path)));
      if (report.torn_tail)
        say(Grade::note, name +
                             ": the last line was torn off; the next run computes its cell again unless "
                             "results.h5 has it");
      if (!report.damaged.empty())
        say(Grade::damage,
            fmt::format(
                "{}: {} line(s) are damaged, the first is line {}; the next run computes their cells again "
                "unless results.h5 has them",
                name, report.damaged.size(), report.damaged.front()));
    } catch (const core::UserError& error) {
      say(Grade::damage, fmt::format("{}: {}", name, error.what()));
    }
  }

  /// ", format 1.0 (older, read all the same)".
  static std::string format_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::string header;
    std::getline(file, header);
    const auto json = results::checked_json(header);
    const auto version = json ? results::header_version(*json) : std::nullopt;
    if (!version || header + "\n" == results::journal_header()) return "";
    return fmt::format(", format {} (older; it is read all the same)", *version);
  }

  void look_at_cells() {
    index_ = results::index_journals(readable_,
                                     card_ ? results::names_of(card_->metrics) : std::vector<std::string>());
    if (card_) {
      std::int64_t lacking = 0;
      for (const results::Setting& setting : card_->settings) {
        for (std::int32_t r = 0; r < card_->replications; ++r) {
          const results::JournalIndex::Entry* const entry = index_.find({setting.key, r});
          finished_ += entry != nullptr ? 1 : 0;
          lacking += entry != nullptr && entry->lacks != 0 ? 1 : 0;
        }
      }
      const auto planned = static_cast<std::int64_t>(card_->settings.size()) * card_->replications;
      say(Grade::sound, fmt::format("{} of {} cells are stored", thousands(finished_), thousands(planned)));
      if (lacking > 0)
        say(Grade::note,
            fmt::format("{} of them lack a metric that the study asks for. The next run computes them "
                        "again and keeps what they have.",
                        thousands(lacking)));
    }
    if (const std::int64_t silent = card_ ? cells_without_facts(*card_, readable_) : 0; silent > 0)
      say(Grade::note,
          fmt::format("{} of them say nothing of a diagnostic or a series that the report asks for. "
                      "The next run computes them again and keeps what they have.",
                      thousands(silent)));
    for (const results::Key& key : index_.report().conflicts)
      say(Grade::damage,
          fmt::format("{} is stored twice with different values (a result that cannot be repeated) "
                      "find out which is right: marginlab replay {} {}",
                      key.text(), directory_.path.string(), key.text()));
  }

  void open_results() {
    if (!fs::exists(directory_.results())) return;
    try {
      results_ = results::read_results(directory_.results());
    } catch (const core::UserError& error) {
      unreadable_ = error.what();
    }
  }

  void look_at_results() {
    if (!unreadable_.empty())
      say(Grade::damage,
          fmt::format("results.h5: {}; nothing is lost, marginlab merge makes it anew from the journals",
                      unreadable_));
    else if (!results_)
      say(Grade::note, "results.h5 is not there; marginlab merge makes it from the journals");
    else
      compare_results(*results_);
  }

  void compare_results(const results::Results& all) {
    const auto rows = static_cast<std::int64_t>(all.rows.size());
    say(Grade::sound, fmt::format("results.h5: {} rows, data_hash {}", thousands(rows), all.data_hash));
    if (results::data_hash(all.card, all.rows, all.failures) != all.data_hash)
      say(all.format.starts_with("1.0") ? Grade::note : Grade::damage, // which had another hash
          "results.h5: its numbers cannot be proved by its data_hash (an older marginlab made it, or it was "
          "changed); the next run makes it anew from the journals and takes no cell from it");
    if (finished_ > rows)
      say(Grade::note, fmt::format("results.h5 is {} cell(s) behind the journals; a run or marginlab merge "
                                   "publishes them",
                                   thousands(finished_ - rows)));
    look_for_lost_cells(all);
  }

  /// What is published was stored before: a cell that no journal has was lost there.
  void look_for_lost_cells(const results::Results& all) {
    std::int64_t lost = 0;
    for (std::size_t row = 0; row < all.rows.size(); ++row) {
      const auto& setting = all.card.settings[static_cast<std::size_t>(all.rows.setting[row])];
      lost += index_.outcome({setting.key, all.rows.replicate[row]}).has_value() ? 0 : 1;
    }
    if (lost > 0)
      say(Grade::damage,
          fmt::format(
              "results.h5 has {} cell(s) that no journal has (a journal was cut short or removed); the "
              "next run or marginlab merge takes them from there",
              thousands(lost)));
  }

  void look_at_leftovers() {
    for (const auto& entry : fs::directory_iterator(directory_.path)) {
      const std::string name = entry.path().filename().string();
      if (name.starts_with(".") && name.ends_with(".tmp"))
        say(Grade::note,
            name +
                ": left by a process that died while it published, or just being written; the next "
                "run removes it");
    }
  }

  void look_at_place() {
    try {
      for (const std::string& holder : results::holders(directory_)) say(Grade::note, "in use by " + holder);
    } catch (const core::UserError& error) {
      say(Grade::damage, error.what());
    }
    if (::access(directory_.path.c_str(), W_OK) != 0)
      say(Grade::damage, directory_.path.string() +
                             " cannot be written to (its permissions, or a read-only disk); "
                             "a run would refuse to begin");
    std::error_code unknown;
    const auto room = static_cast<double>(fs::space(directory_.path, unknown).available);
    if (!unknown && room < little_room)
      say(Grade::note,
          fmt::format("only {:.0f} MB of disk are free; a run that finds none stops with exit code 75",
                      room / 1e6));
  }

  results::RunDirectory directory_;
  std::vector<Finding> findings_;
  std::optional<results::StudyCard> card_;
  std::vector<fs::path> readable_;
  results::JournalIndex index_{{}, {}, {}};
  std::optional<results::Results> results_;
  std::string unreadable_; ///< why results.h5 cannot be read
  std::int64_t finished_ = 0;
};

} // namespace

const char* word(Finding::Grade grade) {
  return grade == Finding::Grade::sound ? "ok    " : grade == Finding::Grade::note ? "note  " : "DAMAGE";
}

std::vector<Finding> examine(const fs::path& directory) {
  core::require(fs::is_directory(directory),
                directory.string() +
                    ": no such directory (fsck looks through a run directory) name one, such as "
                    "runs/quickstart");
  return Examination(directory)();
}

} // namespace experiments
