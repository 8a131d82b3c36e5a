#pragma once
#include <map>
#include <string>
#include <vector>

#include "core/estimate/estimator.hpp"
#include "core/settings/parameters.hpp"
#include "results/record/study_card.hpp"

namespace experiments {

/// Numbers that a user's program measures of a method's probabilities at the test points.
struct ExternalMetric {
  core::Choice program;               ///< how it is started, what it is told
  std::vector<std::string> numbers{}; ///< as a config calls them
  std::vector<std::string>
      columns{};            ///< as cells call them, "<number>@<program>"; none until it is completed
  bool needs_truth = false; ///< it is told the true p as well
};

/// What a config may name as `metric`: a program.
const std::vector<core::Entry>& external_metric_entries();

/// One of these as a block describes it. Throws UserError for names that are none, or are those of ours.
ExternalMetric external_metric(core::Choice program);
bool is_smaller_better(const ExternalMetric& metric);

/// Starts the program for what it says of itself, and names the columns by all that decides their numbers:
/// its words, the bytes of its files, what it is told, its versions. Throws UserError for what cannot be
/// started and for a program that does something else.
void complete(ExternalMetric& metric);

/// What a card keeps of its program, in JSON.
std::string text_of(const ExternalMetric& metric);

/// Those whose numbers are on a card. They can be asked where the environment trusts stored programs
/// (find_worker).
std::vector<ExternalMetric> stored_metrics(const results::StudyCard& card);

/// The numbers of an estimate, by column. Throws workers::Failure where the program does not answer with all
/// of them, or with NaN. Cost: one question of this thread's worker.
std::map<std::string, double> measured(const ExternalMetric& metric, const core::Estimate& estimate,
                                       core::DrawCache& cache);

} // namespace experiments
