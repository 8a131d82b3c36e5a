#include "experiments/verify/audit.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <utility>

#include "core/contract.hpp"
#include "core/random/sha256.hpp"
#include "experiments/plan/plan.hpp"
#include "experiments/run/estimate.hpp"
#include "experiments/run/threads.hpp"
#include "experiments/verify/crate.hpp"
#include "experiments/verify/replay.hpp"
#include "results/page/report_page.hpp"
#include "results/record/card_json.hpp"
#include "results/record/hash.hpp"
#include "results/statistics/altered.hpp"
#include "results/store/file.hpp"
#include "results/store/hdf5/results_file.hpp"

namespace experiments {
namespace {

namespace fs = std::filesystem;
using Grade = Finding::Grade;

/// The findings as they are made, and what one look needs of another.
class Audit {
 public:
  explicit Audit(const AuditRequest& request) : request_(request), crate_(read_crate(request.folder)) {}

  std::vector<Finding> operator()() {
    for (const CrateEntry& entry : crate_.files) look_at_file(entry);
    if (!contents_.contains("results.h5") && is_sound())
      say(Grade::damage, "results.h5 is not among the files that the metadata name.");
    if (!is_sound()) return std::move(findings_);
    say(Grade::sound, fmt::format("{}: {} files have the size and the SHA-256 that it names.", crate_metadata,
                                  crate_.files.size()));
    const results::Results all = results::read_results(request_.folder / "results.h5");
    look_at_results(all);
    compare("config.yaml", all, "config_yaml");
    compare("config.json", all, "resolved_json");
    look_at_page(all);
    if (is_sound()) replay_some(all);
    return std::move(findings_);
  }

 private:
  void say(Grade grade, std::string sentence) { findings_.push_back({grade, std::move(sentence)}); }

  bool is_sound() const {
    return std::none_of(findings_.begin(), findings_.end(),
                        [](const Finding& one) { return one.grade == Grade::damage; });
  }

  /// Whether each folder on the way is one of the bundle's own, and no link.
  bool lies_inside(const fs::path& path) const {
    fs::path at = request_.folder;
    for (const fs::path& part : path.parent_path()) {
      at /= part;
      if (!fs::is_directory(fs::symlink_status(at))) return false;
    }
    return fs::is_regular_file(fs::symlink_status(request_.folder / path));
  }

  void look_at_file(const CrateEntry& entry) {
    if (!fs::exists(fs::symlink_status(request_.folder / entry.path)))
      return say(Grade::damage, entry.path + " is missing.");
    if (!lies_inside(entry.path))
      return say(Grade::damage, entry.path + " is no file of the bundle but a link, a folder or a device.");
    const results::PosixFile file(request_.folder / entry.path, O_RDONLY | O_NOFOLLOW);
    if (file.size() != entry.size)
      return say(Grade::damage, fmt::format("{} has {} bytes where the metadata name {}.", entry.path,
                                            file.size(), entry.size));
    std::string bytes(file.size(), '\0');
    bytes.resize(file.read_at(bytes, 0));
    if (core::sha256_hex(bytes) != entry.sha256)
      return say(Grade::damage, entry.path + " does not have the SHA-256 that the metadata name.");
    contents_[entry.path] = std::move(bytes);
  }

  void look_at_results(const results::Results& all) {
    results::require_keys(all.card, (request_.folder / "results.h5").string());
    if (results::data_hash(all.card, all.rows, all.failures) != all.data_hash)
      return say(Grade::damage, "results.h5: its numbers are not those of its data_hash.");
    const auto stored = static_cast<std::int64_t>(all.rows.size());
    const auto planned = static_cast<std::int64_t>(all.card.settings.size()) * all.card.replications;
    say(Grade::sound, fmt::format("results.h5: {}, {} of {} cells, data_hash {}.", all.card.study,
                                  thousands(stored), thousands(planned), all.data_hash));
    if (stored < planned)
      say(Grade::note, fmt::format("{} cells of the study are missing. Its means rest on the others.",
                                   thousands(planned - stored)));
  }

  /// A text that lies beside results.h5 and in its provenance.
  void compare(const std::string& name, const results::Results& all, const std::string& fact) {
    const auto beside = contents_.find(name);
    const auto inside = all.provenance.find(fact);
    if (beside == contents_.end()) return;
    if (inside == all.provenance.end() || inside->second != beside->second)
      say(Grade::damage, name + " is not the one that results.h5 was made of.");
  }

  void look_at_page(const results::Results& all) {
    const auto page = contents_.find("report.html");
    if (page == contents_.end()) return say(Grade::note, "report.html is not in the bundle.");
    if (page->second == results::report_page(all, "results.h5"))
      return say(Grade::sound, "report.html is the report of results.h5.");
    if (crate_.made_by == version_of_program())
      return say(Grade::damage, "report.html is not the report of results.h5.");
    say(Grade::note,
        "report.html is of another version of marginlab and is not compared with results.h5. Make it anew: "
        "marginlab report BUNDLE/results.h5 --format html.");
  }

  void replay_some(const results::Results& all) {
    std::vector<bool> elsewhere; // by setting
    for (const results::Setting& setting : all.card.settings)
      elsewhere.push_back(is_computed_elsewhere(setting));
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < all.rows.size(); ++row)
      if (!elsewhere[static_cast<std::size_t>(all.rows.setting[row])]) rows.push_back(row);
    const std::size_t ours = rows.size();
    rows = chosen_rows(all, std::move(rows), request_.cells, request_.seed);
    if (!rows.empty()) require_computable(all, rows);
    std::vector<Replayed> made(rows.size());
    std::atomic<std::size_t> done = 0;
    in_parallel(rows.size(), request_.threads, [&](std::size_t i) {
      made[i] = replayed(all, rows[i]);
      request_.heard(++done, rows.size());
    });
    conclude(all, rows, made, ours);
  }

  /// That the data are on this machine, and that the cells do not take days.
  void require_computable(const results::Results& all, const std::vector<std::size_t>& rows) const {
    const Plan plan = plan_of(all.card);
    std::vector<Group> groups;
    for (const std::size_t row : rows)
      groups.push_back({{{all.rows.setting[row], all.rows.replicate[row]}}, 0});
    require_data(plan, groups);
    require_bearable(CellTimes(plan), groups, request_.threads, "Or replay fewer cells with --cells.");
  }

  void conclude(const results::Results& all, const std::vector<std::size_t>& rows,
                const std::vector<Replayed>& made, std::size_t ours) {
    const auto differs = [](const Replayed& one) { return !one.is_equal; };
    const auto first = std::find_if(made.begin(), made.end(), differs);
    const auto seen = static_cast<std::int64_t>(rows.size()), cells = static_cast<std::int64_t>(ours);
    if (first != made.end()) {
      const std::size_t row = rows[static_cast<std::size_t>(first - made.begin())];
      const auto& setting = all.card.settings[static_cast<std::size_t>(all.rows.setting[row])];
      say(Grade::damage, fmt::format("{} of {} replayed cells are not what is stored, the first is {}/{}. {}",
                                     thousands(std::count_if(made.begin(), made.end(), differs)),
                                     thousands(seen), setting.key, all.rows.replicate[row],
                                     first->error.empty() ? "See it: marginlab replay BUNDLE/results.h5 KEY."
                                                          : first->error));
      return;
    }
    say(seen > 0 ? Grade::sound : Grade::note, bound(cells, seen));
    if (const std::size_t others = all.rows.size() - ours; others > 0)
      say(Grade::note, fmt::format("{} cells are of another program and cannot be replayed. The bound says "
                                   "nothing of them.",
                                   thousands(static_cast<std::int64_t>(others))));
    say(Grade::note,
        "A replay proves the cells. It says nothing of the numbers that the paper prints, of names and of "
        "texts. Compare these with the paper.");
  }

  std::string bound(std::int64_t cells, std::int64_t seen) const {
    if (seen == 0)
      return "No cell was replayed, so nothing is known of the cells. Ask for some with --cells.";
    const std::string beginning =
        fmt::format("{} of {} cells were chosen by seed {} and replayed. Every bit is equal. ",
                    thousands(seen), thousands(cells), request_.seed);
    if (seen == cells) return beginning + "No cell is altered.";
    return beginning + fmt::format(
                           "With 95 % confidence at most {} of the {} cells are altered, if whoever made "
                           "the bundle did not know the seed.",
                           thousands(results::most_altered(cells, seen)), thousands(cells));
  }

  const AuditRequest& request_;
  Crate crate_;
  std::map<std::string, std::string> contents_; ///< of the sound files
  std::vector<Finding> findings_;
};

} // namespace

std::vector<std::size_t> chosen_rows(const results::Results& all, std::vector<std::size_t> rows,
                                     std::int64_t cells, std::uint64_t seed) {
  std::vector<std::pair<std::string, std::size_t>> lots;
  for (const std::size_t row : rows) {
    const auto& setting = all.card.settings[static_cast<std::size_t>(all.rows.setting[row])];
    lots.emplace_back(core::sha256_hex("audit/" + std::to_string(seed) + "/" + setting.key + "/" +
                                       std::to_string(all.rows.replicate[row])),
                      row);
  }
  const auto kept = std::min<std::size_t>(lots.size(), static_cast<std::size_t>(cells));
  std::partial_sort(lots.begin(), lots.begin() + static_cast<std::ptrdiff_t>(kept), lots.end());
  rows.clear();
  for (std::size_t i = 0; i < kept; ++i) rows.push_back(lots[i].second);
  return rows;
}

std::vector<Finding> audit(const AuditRequest& request) {
  return Audit(request)();
}

} // namespace experiments
