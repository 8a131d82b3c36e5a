#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/sample/types.hpp"
#include "experiments/model/choices.hpp"

// What a fit tries where a person leaves the method or the kernel open.
namespace experiments::own_data {

/// What the defaults depend on: the training part before anything is fitted to it.
struct TrainingPart {
  std::int64_t rows = 0;
  std::int64_t classes = 2;
  std::int64_t smallest_class = 0; ///< its rows
  std::int64_t inputs = 1;

  static TrainingPart of(const core::Labels& train, std::int64_t inputs);
};

/// Whether a setting says anything of this key.
bool says(const Words& words, const std::string& key);

/// Whether no method is named.
bool leaves_method_open(const Words& words);

/// The fits among which the tuning criterion chooses, each in words for read_choices; of level ones the first
/// is taken.
struct Alternatives {
  std::vector<Words> words;
  std::vector<std::string> notes{}; ///< what is not tried, or tried otherwise, a sentence each
};

/// Where a method is named these are the words themselves, with kernel=auto one for each kernel, and of
/// border_weight with grids that a fit can wait for where none are given. Where none is named: logistic
/// regression, linear and with a Gaussian kernel, lambda by stratified cross-validation (the table of
/// docs/own-data.md is the reason). More than 100 inputs are fitted through the linear kernel.
/// A kernel is fitted to more than 800 rows by Platt's sigmoid of held-out decision values, to 2,000 or more
/// by a coarse search where that is guessed to take a minute at most, else only if asked for. With a
/// classifier that is named, Platt's sigmoid is fitted. For more than two classes: kernel multicategory
/// logistic regression, or where that takes more than a minute the multinomial logit model. A kernel that is
/// named is the only one tried, and so is the linear one where the criterion compares no held-out losses.
/// Throws UserError where kernel=auto has no such criterion.
Alternatives alternatives(const Words& words, const TrainingPart& part);

/// One of the fits that are set side by side.
struct Compared {
  Words words;
  bool is_usual; ///< among what is tried where no method is named
};

/// Five fits whose method is left open by these words, tuned by stratified cross-validation; each takes
/// seconds on 1,000 rows.
std::vector<Compared> compared(const Words& words, const TrainingPart& part);

} // namespace experiments::own_data
