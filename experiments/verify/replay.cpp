#include "experiments/verify/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "core/contract.hpp"
#include "experiments/run/compute.hpp"
#include "results/record/card_json.hpp"
#include "results/record/record.hpp"
#include "results/store/hdf5/read_results.hpp"

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

results::Record compute_alone(const results::StudyCard& card, const Address& cell) {
  Plan plan;
  plan.settings = {setting_of(card, cell.setting)};
  plan.keys = {card.settings[cell.setting].key};
  for (const results::Metric& metric : card.metrics) plan.metrics.push_back(metric.name);
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

/// Prints a line a series; the number of series that differ.
int compare(results::SeriesByName stored, const results::SeriesByName& replayed) {
  for (const auto& [name, numbers] : replayed) stored.try_emplace(name);
  int differing = 0;
  for (const auto& [name, numbers] : stored) {
    const auto made = replayed.find(name);
    const std::string text =
        difference(numbers, made == replayed.end() ? std::vector<double>() : made->second);
    if (text.empty() && is_none(numbers)) continue;
    fmt::print("  {:<20} {:>6} numbers   {}\n", name, numbers.size(),
               text.empty() ? "equal" : "DIFFERENT, " + text);
    differing += text.empty() ? 0 : 1;
  }
  return differing;
}

/// Prints both values of every name; the number of names that differ.
int compare(const results::Record& record, const results::Results& all, std::size_t row) {
  int differing = 0;
  for (const auto& [name, column] : all.rows.values) {
    const auto made = record.values.find(name);
    const double recomputed = made == record.values.end() ? std::nan("") : made->second;
    if (std::isnan(recomputed) && std::isnan(column[row])) continue;
    const bool same = results::same_bits(recomputed, column[row]);
    fmt::print("  {:<20} stored {:>24}   replayed {:>24}   {}\n", name, core::shortest(column[row]),
               core::shortest(recomputed), same ? "equal" : "DIFFERENT");
    differing += same ? 0 : 1;
  }
  return differing;
}

} // namespace

int replay(const std::filesystem::path& file, const std::string& key) {
  const results::Results all = results::read_results(file);
  results::require_keys(all.card, file.string());
  const Address cell = find_cell(all.card, key);
  const std::size_t row = stored_row(all, cell);
  fmt::print("{} replicate {}\n  {}\n", all.card.settings[cell.setting].key, cell.replicate,
             all.card.settings[cell.setting].canonical);
  const results::Record record = compute_alone(all.card, cell);
  if (!record.error.empty()) fmt::print("  failed while: {}\n  {}\n", record.stage, record.error);
  const bool outcome_same = static_cast<std::int32_t>(record.outcome) == all.rows.outcome[row];
  const int differing = compare(record, all, row) +
                        compare(results::record_of(all.rows, row, record.key).series, record.series);
  fmt::print("  {:.3f} s\n{}\n", record.seconds,
             differing == 0 && outcome_same ? "replayed: every bit is equal"
                                            : "replayed: the cell is NOT what is stored");
  return differing == 0 && outcome_same ? 0 : 3;
}

} // namespace experiments
