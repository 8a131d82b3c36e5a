#pragma once
#include <optional>
#include <string>
#include <vector>

#include "experiments/plan/plan.hpp"
#include "experiments/plan/until.hpp"
#include "results/record/columns.hpp"
#include "results/store/run_directory.hpp"

namespace experiments {

/// A study ready to be computed, whether it was read from a config or stored by an earlier run.
struct Job {
  results::StudyCard card; ///< without the names of observations
  Plan plan;
  std::string config_yaml, resolved_json; ///< for the provenance
  std::string arithmetic;                 ///< how many cells, and why so many
  std::string base{};                     ///< the name of the study it extends; empty = none
  std::vector<std::string> notes{};       ///< what a user should hear of, one sentence each
  std::optional<Until> until{}; ///< when there are enough replications; nothing: as many as the card says

  /// The same job with another number of replications.
  Job with(std::int32_t replications) const;
};

/// Reads and expands a config: a path or a study's name. Throws UserError with all that is wrong with it.
Job read_job(const std::string& config, const std::vector<std::string>& overrides);

/// Throws UserError where a job has no fixed number of replications: shards do not know of each other.
void require_divisible(const Job& job);

/// What a results.h5, or a run directory with nothing but journals, is about.
Job job_of(const results::Results& stored);
Job job_of(const results::StoredStudy& stored);

} // namespace experiments
