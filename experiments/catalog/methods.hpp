#pragma once
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/estimate/classifier.hpp"
#include "core/estimate/estimator.hpp"
#include "core/settings/parameters.hpp"
#include "core/tuning/criterion.hpp"
#include "datasets/catalog.hpp"
#include "experiments/cost/training.hpp"
#include "results/record/study_card.hpp"

// The tables of contents of what a config may name beside data sets: classifiers, methods, tuning criteria,
// metrics.
namespace experiments {

struct ClassifierRow {
  core::Entry entry;
  core::Classifier (*build)(const core::Parameters&);
  MachineWork work;
};

struct CriterionRow {
  core::Entry entry;
  std::unique_ptr<core::TuningCriterion> (*build)(const core::Parameters&);
  Said<Comparisons, const core::Parameters&> work;
};

/// What a method is built from; it takes what it needs.
struct Ingredients {
  core::Classifier classifier;
  std::unique_ptr<core::TuningCriterion> criterion;
};

struct MethodRow {
  core::Entry entry;
  std::unique_ptr<core::ProbabilityEstimator> (*build)(const core::Parameters&, Ingredients);
  Said<MethodWork, const Training&> work;
  bool classifier_of_two = false; ///< its classifier meets two classes at a time, however many there are
  const char* usual_classifier = "weighted_svm"; ///< that of a fit for which none is named
  bool needs_truth = false;                      ///< it is made of the true p
  bool of_studies = false; ///< only a study can have it: a model file cannot hold what it is made of
  /// Completes what a config cannot know: the bytes of a user's program. May throw UserError.
  void (*complete)(core::Parameters&) = nullptr;
  /// Rows may count more or less than once (core/sample/observation_weights.hpp). With given scores all may.
  bool takes_weights = true;
};

/// What a config may name as `source`: datasets::catalog(), and programs.
std::span<const datasets::CatalogRow> data_sets();

std::span<const ClassifierRow> classifiers();
std::span<const CriterionRow> criteria();
std::span<const MethodRow> methods();

// The groups that make up methods().

/// What turns the decision values of a margin classifier into probabilities, lambda tuned.
std::vector<MethodRow> calibrations();

/// What is made for deciding where errors of the two classes cost differently.
std::vector<MethodRow> decision_methods();

/// What fits an elastic net.
std::vector<MethodRow> elastic_nets();

/// The one that weighs several classes against each other.
std::vector<MethodRow> border_weights();

/// What Wu, Zhang & Liu (2010) compare with, for any number of classes.
std::vector<MethodRow> competitors();

/// What calibrates the machines of two classes, or the scores of several, for any number of classes.
std::vector<MethodRow> class_calibrations();

/// What learns nothing here: controls, and probabilities that were computed elsewhere.
std::vector<MethodRow> controls();
/// Programs in another language (experiments/workers).
std::vector<MethodRow> external_methods();
datasets::CatalogRow external_data();

/// None; a program that links further methods or data sets to the library defines both lists itself.
std::vector<MethodRow> further_methods();
std::vector<datasets::CatalogRow> further_data_sets();

/// What a config may name, kind by kind.
struct Catalogue {
  std::vector<core::Entry> data, classifiers, methods, criteria;
  std::vector<results::Metric> metrics;
};

/// All of it together with the data sets and metrics, as the config reader wants it.
const Catalogue& catalogue();

/// The row of this id. Throws std::logic_error where there is none: configs are validated before.
template <class Row>
const Row& find(std::span<const Row> rows, std::string_view id) {
  for (const Row& row : rows) {
    if (row.entry.id == id) return row;
  }
  throw std::logic_error("no entry '" + std::string(id) + "' in the catalogue");
}

} // namespace experiments
