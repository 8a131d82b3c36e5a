#include "experiments/config/job.hpp"

#include "core/contract.hpp"
#include "experiments/catalog/methods.hpp"
#include "experiments/config/find_config.hpp"
#include "experiments/config/read_study.hpp"
#include "experiments/config/resolved_json.hpp"
#include "experiments/plan/plan.hpp"

namespace experiments {

Job Job::with(std::int32_t replications) const {
  Job out = *this;
  out.card.replications = replications;
  out.plan.replications = replications;
  return out;
}

Job read_job(const std::string& config, const std::vector<std::string>& overrides) {
  const Study study = read_study(find_config(config, config_roots()), overrides, catalogue());
  Plan plan = expand(study);
  results::StudyCard about = card(study, plan);
  Job job{std::move(about), plan, study.config_yaml, resolved_json(study), arithmetic(study, plan)};
  job.base = study.base;
  job.notes = study.notes;
  job.until = study.until;
  return job;
}

void require_divisible(const Job& job) {
  core::require(
      !job.until,
      "a study with 'until' cannot be divided into shards (when it has enough replications is known "
      "only once all shards are done) give it a fixed number: replications=500 until=none");
}

Job job_of(const results::StoredStudy& stored) {
  Plan plan = plan_of(stored.card);
  const std::string cells = arithmetic(plan);
  return {stored.card, std::move(plan), stored.config_yaml, stored.resolved_json, cells};
}

Job job_of(const results::Results& stored) {
  const auto fact = [&stored](const char* name) {
    const auto found = stored.provenance.find(name);
    return found == stored.provenance.end() ? std::string() : found->second;
  };
  return job_of(results::StoredStudy{stored.card, fact("config_yaml"), fact("resolved_json")});
}

} // namespace experiments
