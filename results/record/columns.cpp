#include "results/record/columns.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "core/contract.hpp"
#include "results/record/record.hpp"
#include "results/record/undefined.hpp"

namespace results {
namespace {

constexpr std::int8_t absent = -1;
constexpr auto failed = static_cast<std::int8_t>(Outcome::failed);
constexpr double missing = std::numeric_limits<double>::quiet_NaN();

} // namespace

Record record_of(const Rows& rows, std::size_t row, Key key) {
  Record out{std::move(key), static_cast<Outcome>(rows.outcome[row])};
  for (const auto& [name, column] : rows.values)
    if (!std::isnan(column[row])) {
      out.values[name] = column[row];
      if (const auto metric = metric_undefined_by(name)) out.values[*metric] = missing;
    }
  for (const auto& [name, table] : rows.series) {
    const auto [first, last] = points_of(table, static_cast<std::int32_t>(row));
    for (const auto& [column_name, column] : table.columns) {
      const std::span numbers(column.data() + first, last - first);
      if (!numbers.empty()) out.series[name + "." + column_name].assign(numbers.begin(), numbers.end());
    }
  }
  out.seconds = rows.seconds[row];
  return out;
}

void Counts::add(Outcome outcome) {
  ok += outcome == Outcome::ok ? 1 : 0;
  not_converged += outcome == Outcome::not_converged ? 1 : 0;
  failed += outcome == Outcome::failed ? 1 : 0;
}

ResultColumns::ResultColumns(const std::vector<std::string>& settings, std::int32_t replications,
                             std::vector<std::string> asked)
    : replications_(static_cast<std::size_t>(replications)),
      outcome_(settings.size() * replications_, absent),
      seconds_(outcome_.size(), 0.0),
      asked_(std::move(asked)),
      held_(outcome_.size(), 0) {
  for (std::size_t s = 0; s < settings.size(); ++s) setting_[settings[s]] = s;
}

std::size_t ResultColumns::cell(std::size_t setting, std::int32_t replicate) const {
  return setting * replications_ + static_cast<std::size_t>(replicate);
}

std::optional<std::size_t> ResultColumns::setting(const std::string& key) const {
  const auto found = setting_.find(key);
  return found == setting_.end() ? std::nullopt : std::optional(found->second);
}

bool ResultColumns::enter(const Record& record) {
  const auto place = setting(record.key.setting);
  const std::int32_t replicate = record.key.replicate;
  if (!place || replicate < 0 || static_cast<std::size_t>(replicate) >= replications_) return false;
  core::expect(is_even(record.series), "the columns of a record's series table have one length");
  const std::lock_guard lock(mutex_);
  const std::size_t at = cell(*place, replicate);
  const bool is_known = outcome_[at] != absent && outcome_[at] != failed;
  if (is_known && record.outcome == Outcome::failed) return true;
  if (!is_known) {
    outcome_[at] = static_cast<std::int8_t>(record.outcome);
    seconds_[at] = record.seconds;
  }
  if (record.outcome == Outcome::failed) {
    failed_[at] = {record.key, storable(record.stage), storable(record.error),
                   "",         record.signal,          storable(record.stderr_tail)};
    return true;
  }
  failed_.erase(at);
  held_[at] |= held_values(record, asked_);
  for (const auto& [name, value] : record.values) {
    if (std::isnan(value) && !is_asked_for(name) && !values_.contains(name)) continue;
    double& stored = values_.try_emplace(name, outcome_.size(), missing).first->second[at];
    if (std::isnan(stored)) stored = value;
  }
  for (const auto& [name, numbers] : record.series) {
    if (numbers.empty() && !series_.contains(name)) continue;
    std::vector<double>& stored = series_.try_emplace(name, outcome_.size()).first->second[at];
    if (stored.empty()) stored = numbers;
  }
  return true;
}

std::optional<Outcome> ResultColumns::outcome(std::size_t setting, std::int32_t replicate) const {
  const std::lock_guard lock(mutex_);
  const std::int8_t outcome = outcome_.at(cell(setting, replicate));
  return outcome == absent ? std::nullopt : std::optional(static_cast<Outcome>(outcome));
}

Counts ResultColumns::counts() const {
  const std::lock_guard lock(mutex_);
  Counts out;
  for (std::size_t at = 0; at < outcome_.size(); ++at) {
    const bool is_whole = outcome_[at] == failed || held_[at] == all_values(asked_);
    if (outcome_[at] != absent && is_whole) out.add(static_cast<Outcome>(outcome_[at]));
  }
  return out;
}

SeriesTable ResultColumns::series_table(const std::map<std::string, const ByCell*>& columns) const {
  SeriesTable out;
  std::int32_t row = -1;
  for (std::size_t at = 0; at < outcome_.size(); ++at) {
    if (outcome_[at] == absent) continue;
    ++row;
    std::size_t length = 0;
    for (const auto& [name, by_cell] : columns) length = std::max(length, (*by_cell)[at].size());
    out.row.insert(out.row.end(), length, row);
    for (const auto& [name, by_cell] : columns) {
      std::vector<double>& column = out.columns[name];
      column.insert(column.end(), (*by_cell)[at].begin(), (*by_cell)[at].end());
      column.resize(out.row.size(), missing);
    }
  }
  return out;
}

Rows ResultColumns::rows() const {
  const std::lock_guard lock(mutex_);
  Rows out;
  std::vector<std::size_t> entered;
  for (std::size_t at = 0; at < outcome_.size(); ++at) {
    if (outcome_[at] == absent) continue;
    entered.push_back(at);
    out.setting.push_back(static_cast<std::int32_t>(at / replications_));
    out.replicate.push_back(static_cast<std::int32_t>(at % replications_));
    out.outcome.push_back(outcome_[at]);
    out.seconds.push_back(seconds_[at]);
  }
  for (const auto& [name, by_cell] : values_) {
    std::vector<double>& column = out.values[name];
    column.reserve(entered.size());
    for (const std::size_t at : entered) column.push_back(by_cell[at]);
  }
  std::map<std::string, std::map<std::string, const ByCell*>> tables;
  for (const auto& [name, by_cell] : series_) {
    const SeriesName parts = series_name(name).value();
    tables[parts.table][parts.column] = &by_cell;
  }
  for (const auto& [name, columns] : tables) out.series[name] = series_table(columns);
  return out;
}

std::vector<Failure> ResultColumns::failures() const {
  const std::lock_guard lock(mutex_);
  std::vector<Failure> out;
  for (const auto& [at, failure] : failed_) out.push_back(failure);
  return out;
}

} // namespace results
