#include "experiments/ledger.hpp"

namespace experiments {

Ledger::Ledger(const Plan& plan) : plan_(plan), cells_(plan.keys, plan.replications) {}

bool Ledger::enter(const results::Record& record) {
  const std::lock_guard lock(mutex_);
  return cells_.enter(record);
}

Counts Ledger::counts() const {
  const std::lock_guard lock(mutex_);
  Counts out;
  for (std::size_t s = 0; s < plan_.keys.size(); ++s) {
    for (std::int32_t r = 0; r < plan_.replications; ++r) {
      const auto outcome = cells_.outcome(s, r);
      if (outcome) out.add(*outcome);
    }
  }
  return out;
}

results::Rows Ledger::rows() const {
  const std::lock_guard lock(mutex_);
  return cells_.rows();
}

std::vector<results::Failure> Ledger::failures() const {
  const std::lock_guard lock(mutex_);
  return cells_.failures();
}

} // namespace experiments
