#include "experiments/ledger.hpp"

#include <limits>

namespace experiments {

Ledger::Ledger(const Plan& plan) : plan_(plan), outcome_(plan.cells(), absent), seconds_(plan.cells(), 0.0) {
  for (std::size_t s = 0; s < plan.keys.size(); ++s) index_[plan.keys[s]] = s;
}

std::size_t Ledger::slot(std::size_t setting, std::int32_t replicate) const {
  return setting * static_cast<std::size_t>(plan_.replications) + static_cast<std::size_t>(replicate);
}

bool Ledger::enter(const results::Record& record) {
  const auto found = index_.find(record.key.setting);
  if (found == index_.end() || record.key.replicate < 0 || record.key.replicate >= plan_.replications)
    return false;
  const std::lock_guard lock(mutex_);
  const std::size_t at = slot(found->second, record.key.replicate);
  if (outcome_[at] != absent && outcome_[at] != static_cast<std::int8_t>(results::Outcome::failed))
    return true;
  outcome_[at] = static_cast<std::int8_t>(record.outcome);
  seconds_[at] = record.seconds;
  for (const auto& [name, value] : record.values) {
    auto& column = values_[name];
    if (column.empty()) column.assign(plan_.cells(), std::numeric_limits<double>::quiet_NaN());
    column[at] = value;
  }
  if (record.outcome == results::Outcome::failed) {
    failed_[at] = record;
  } else {
    failed_.erase(at);
  }
  return true;
}

Finished Ledger::finished() const {
  const std::lock_guard lock(mutex_);
  Finished out(plan_.keys.size(), std::vector<bool>(static_cast<std::size_t>(plan_.replications), false));
  for (std::size_t s = 0; s < out.size(); ++s) {
    for (std::size_t r = 0; r < out[s].size(); ++r) {
      const auto outcome = outcome_[slot(s, static_cast<std::int32_t>(r))];
      out[s][r] = outcome != absent && outcome != static_cast<std::int8_t>(results::Outcome::failed);
    }
  }
  return out;
}

Counts Ledger::counts() const {
  const std::lock_guard lock(mutex_);
  Counts out;
  for (const std::int8_t outcome : outcome_) {
    out.ok += outcome == static_cast<std::int8_t>(results::Outcome::ok);
    out.not_converged += outcome == static_cast<std::int8_t>(results::Outcome::not_converged);
    out.failed += outcome == static_cast<std::int8_t>(results::Outcome::failed);
  }
  return out;
}

results::Rows Ledger::rows() const {
  const std::lock_guard lock(mutex_);
  results::Rows out;
  std::vector<std::size_t> slots;
  for (std::size_t s = 0; s < plan_.keys.size(); ++s) {
    for (std::int32_t r = 0; r < plan_.replications; ++r) {
      const std::size_t at = slot(s, r);
      if (outcome_[at] == absent) continue;
      slots.push_back(at);
      out.setting.push_back(static_cast<std::int32_t>(s));
      out.replicate.push_back(r);
      out.outcome.push_back(outcome_[at]);
      out.seconds.push_back(seconds_[at]);
    }
  }
  for (const auto& [name, column] : values_) {
    auto& target = out.values[name];
    target.reserve(slots.size());
    for (const std::size_t at : slots) {
      const bool failed = outcome_[at] == static_cast<std::int8_t>(results::Outcome::failed);
      target.push_back(failed ? std::numeric_limits<double>::quiet_NaN() : column[at]);
    }
  }
  return out;
}

std::vector<results::Failure> Ledger::failures() const {
  const std::lock_guard lock(mutex_);
  std::vector<results::Failure> out;
  for (const auto& [at, record] : failed_) out.push_back({record.key, record.stage, record.error, ""});
  return out;
}

} // namespace experiments
