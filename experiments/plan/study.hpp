#pragma once
#include "core/parameters.hpp"
#include "experiments/plan/until.hpp"
#include "results/record/study_card.hpp"

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

/// A YAML file, validated and with every default filled in. Plain data; knows no YAML.
struct Study {
  std::string paper; ///< wang2008
  std::string name;  ///< wang2008/table1: the config's path below configs/, without .yaml
  std::string base;  ///< the name of the study it extends; empty = none
  std::string title;
  std::uint64_t seed = 1;
  std::int32_t replications = 100;
  std::vector<Option> data, classifiers;
  std::vector<MethodOption> methods;
  std::vector<std::string> metrics; ///< ids of the metric catalogue, in printed order
  std::optional<Until> until;       ///< goes on beyond `replications` until precise enough; nothing: does not
  std::vector<results::Axis> axes;  ///< data, classifier, method, then the swept parameters
  results::Layout layout;
  std::vector<results::Published> published;
  std::int32_t published_replications = 0;
  results::Comparable published_comparable = results::Comparable::value;
  std::vector<results::PublishedCount> published_tests;
  std::int32_t published_tests_over = 0;
  std::vector<std::string> conventions, deviations;
  std::vector<std::string> notes; ///< what was left out and a user should hear of, one sentence each
  std::string config_yaml;        ///< the file as read, overrides applied, for the provenance
};

} // namespace experiments
