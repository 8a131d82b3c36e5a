#pragma once
#include <string>
#include <vector>

#include "experiments/model/fit.hpp"

// Several methods fitted to the same rows of a file and scored on the same others.
namespace experiments::own_data {

/// One method on the held-out rows.
struct ComparedFit {
  results::Model model;
  bool is_taken = false; ///< what fit takes where no method is named
  double difference = 0; ///< its log score less that of the one that is taken: mean over rows
  double error = 0;      ///< the standard error of that mean, paired by rows
};

/// The five fits of `compared` (alternatives.hpp), in its order. One is taken: of those that fit tries where
/// no method is named, the one with the least criterion. The held-out rows decide nothing. In the paired
/// differences a probability below 1e-15 counts as that. Throws UserError where nothing is held out, where a
/// method, a classifier or a setting of one is named, and as fit does.
std::vector<ComparedFit> compare(const FitRequest& request);

/// A table of them, with what the share of each class among the training rows would score.
std::string comparison_text(const std::vector<ComparedFit>& fits, const std::string& data);

} // namespace experiments::own_data
