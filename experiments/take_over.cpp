#include "experiments/take_over.hpp"

#include <filesystem>
#include <map>

#include "results/journal/journal.hpp"
#include "results/journal/read_journal.hpp"
#include "results/journal/scan.hpp"

namespace experiments {
namespace {

bool same_place(const std::filesystem::path& a, const std::filesystem::path& b) {
  std::error_code unknown;
  return std::filesystem::weakly_canonical(a, unknown) == std::filesystem::weakly_canonical(b, unknown);
}

} // namespace

std::int64_t take_over(const Plan& plan, const Finished& finished, const results::RunDirectory& from,
                       const results::RunDirectory& to) {
  const std::vector<std::filesystem::path> journals = from.journals();
  if (journals.empty() || same_place(from.path, to.path)) return 0;
  std::map<std::string, std::size_t> settings;
  for (std::size_t s = 0; s < plan.keys.size(); ++s) settings[plan.keys[s]] = s;
  Finished taken = finished;
  results::Journal journal(to.journal());
  std::int64_t cells = 0;
  const auto take = [&](const results::JournalLine& line) {
    const auto record = results::read_record(line.json);
    if (!record || record->outcome == results::Outcome::failed) return;
    const auto setting = settings.find(record->key.setting);
    if (setting == settings.end() || record->key.replicate >= plan.replications) return;
    auto&& done = taken[setting->second][static_cast<std::size_t>(record->key.replicate)];
    if (done) return;
    journal.append(*record);
    done = true;
    ++cells;
  };
  for (const std::filesystem::path& path : journals) results::scan(path, take);
  if (cells > 0) journal.sync();
  return cells;
}

} // namespace experiments
