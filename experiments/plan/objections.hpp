#pragma once
#include <string>
#include <vector>

#include "core/contract.hpp"
#include "experiments/catalog/setting.hpp"
#include "experiments/metrics/external_metric.hpp"
#include "results/record/study_card.hpp"

namespace experiments {

/// A block of a study: its section - data, classifiers, methods, or tuning, by its method's name - and its
/// name; or one of the metrics.
struct StudyPart {
  std::string section, name;

  auto operator<=>(const StudyPart&) const = default;
};

/// What speaks against computing a study as it is, or should be thought about before.
struct StudyObjection : core::Objection {
  std::vector<StudyPart> about; ///< nearest first; the keys are of parameters of these blocks
};

/// A study that is not to be computed. what() has its sentences, a line each.
struct Refused : core::UserError {
  explicit Refused(std::vector<StudyObjection> found);

  std::vector<StudyObjection> objections; ///< each sentence once
};

/// What is found without computing, each sentence once in the order of the settings.
struct Findings {
  std::vector<StudyObjection> refusals, warnings;

  void refuse(core::Objection objection, std::vector<StudyPart> about);
  void warn(core::Objection objection, std::vector<StudyPart> about);
  /// What a data set of this name refuses. Where that is of no parameter, it is of the file that is read.
  void refuse_data(const core::UserError& refusal, const std::string& name);
  /// Throws Refused where there is a refusal.
  void require_none() const;
};

/// Metrics that need the true p of a data set that does not know it, or a probability of a method that only
/// decides.
void examine_metrics(const std::vector<std::string>& metrics, const std::vector<Setting>& settings,
                     Findings& findings);

/// The same of numbers that users' programs measure, once these are completed.
void examine_metrics(const std::vector<ExternalMetric>& measured, const std::vector<Setting>& settings,
                     Findings& findings);

/// What is made for another number of classes than its data set has; what a method refuses: a classifier, a
/// criterion, parameters, a training part of too few or too many rows; rows that a protocol cannot divide;
/// listed files that are here with other bytes than they should have. And what a method warns of. Training
/// parts are known by the counts of the classes (datasets::TrainingRows), where nothing is drawn at random;
/// of at most most_drawn simulated data sets by a draw. May read a file of the user's own, to name its
/// classes.
void examine_settings(const std::vector<Setting>& settings, Findings& findings);

inline constexpr std::size_t most_drawn = 100;

/// Throws Refused for what of these is made for another number of classes than their data set has: those of
/// these names, or two where there is none.
void require_classes(const std::vector<Setting>& settings, const std::vector<std::string>& names);

} // namespace experiments
