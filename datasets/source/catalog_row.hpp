#pragma once
#include <functional>

#include "core/contract.hpp"
#include "datasets/source/source.hpp"

namespace datasets {

/// What is known of the rows that a replicate learns from, before any is computed with.
struct TrainingRows {
  core::Labels y{};         ///< of replicate 0, or as likely as these; empty where nothing is known
  core::Labels most_even{}; ///< as many, the classes as even as in any replicate
};

/// A listed data set: what a config may say about it, and how it is made.
struct CatalogRow {
  core::Entry entry;
  bool knows_truth; ///< its test samples carry P(Y = 1 | x), so that GKL can be computed
  std::function<std::unique_ptr<Source>(const core::Parameters&)> build;
  /// Completes what a config cannot know: the content of a file of the user's own. May throw UserError.
  std::function<void(core::Parameters&)> complete{};
  bool needs_files = false; ///< build reads files, and throws UserError where they are missing
  /// The classes of its samples, in the order of their labels; without it there are two. May throw UserError.
  std::function<std::vector<std::string>(const core::Parameters&)> classes{};
  /// The training rows of a data set in files, without reading them where that is enough. Without it a draw
  /// says. Throws UserError where the parameters cannot divide its rows.
  std::function<TrainingRows(const core::Parameters&, const core::StreamAxes&)> training_rows{};

  /// Whether its parameters say that it knows P(Y = 1 | x), where `knows_truth` does not.
  std::function<bool(const core::Parameters&)> says_truth{};

  /// What a person should know of how its files were read. May throw UserError.
  std::function<std::vector<core::Objection>(const core::Parameters&)> notes{};

  bool knows_truth_of(const core::Parameters& parameters) const {
    return knows_truth || (says_truth && says_truth(parameters));
  }

  /// How many, and their names where there are more than two.
  std::vector<std::string> more_than_two(const core::Parameters& parameters) const {
    return classes ? classes(parameters) : std::vector<std::string>{};
  }
};

} // namespace datasets
