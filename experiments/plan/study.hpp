#pragma once
#include <map>
#include <string>
#include <vector>

#include "core/settings/parameters.hpp"
#include "experiments/plan/objections.hpp"
#include "experiments/plan/plan.hpp"
#include "experiments/plan/until.hpp"
#include "results/record/columns.hpp"
#include "results/store/run_directory.hpp"

namespace experiments {

/// One alternative on an axis, with its places on the swept axes (axis name -> value's text): the swept
/// values that made it, and the value at which it holds a parameter that another block of its kind sweeps.
struct Option {
  core::Choice choice;
  results::Coordinates swept;
};

/// The same for a method, which brings its tuning criterion with it.
struct MethodOption {
  core::Choice method, tuning;
  results::Coordinates swept;
};

/// A study, validated and with every default filled in: what is stored with its results - all but the names
/// of observations - and what it takes to compute them. Plain data; knows no YAML.
struct Study : results::StudyCard {
  // What a config crosses; nothing where the study is a stored one.
  std::vector<Option> data, classifiers;
  std::vector<MethodOption> methods;
  std::vector<ExternalMetric> measured{}; ///< among its metrics, what users' programs compute

  std::string base;               ///< the name of the study it extends; empty = none
  std::optional<Until> until;     ///< goes on beyond `replications` until precise enough; nothing: does not
  std::vector<std::string> notes; ///< what was left out and a user should hear of, one sentence each
  std::vector<StudyObjection> warnings; ///< of the plan: what should be thought about before it is computed
  std::string config_yaml;              ///< the file as read, overrides applied, for the provenance
  /// The files of printed numbers that it names by a path below its own folder, to stand beside config_yaml.
  std::map<std::string, std::string> printed_files{};
  std::string resolved_json; ///< the same with every default filled in, for a reader
  Plan plan;                 ///< what is to be computed; empty until `planned`
  std::string arithmetic;    ///< how many cells, and why so many; likewise

  /// The same study with another number of replications.
  Study with(std::int32_t replications) const;
};

/// The study with its settings and points: data x classifiers x methods, in the order of the config, and with
/// what is to be said of them before. Throws Refused, with all that speaks against it: see objections.hpp.
Study planned(Study study);

/// The study that a results.h5, or a run directory with nothing but journals, is about: of what was computed,
/// whatever has become of its config. Throws UserError where a setting is not of this program.
Study stored_study(const results::Results& stored);
Study stored_study(const results::StoredStudy& stored);

/// Throws UserError where a study has no fixed number of replications: shards do not know of each other.
void require_divisible(const Study& study);

} // namespace experiments
