#pragma once
#include <functional>

#include "experiments/own_data/choices.hpp"
#include "results/model.hpp"

namespace experiments::own_data {

struct FitRequest {
  Words words;
  double holdout = 0.25;  ///< the share of rows that is held out, from 0 to less than 1
  std::uint64_t seed = 1; ///< decides which rows are held out and what a criterion draws
  /// Called with the number of training rows once all is read and in order, before the work begins.
  std::function<void(std::int64_t rows)> begins{};
};

/// The method trained and tuned on the training part alone, scored on the part held out. The model that is
/// scored is the one that is returned: nothing is fitted again on all rows. Pure in the request, the bytes of
/// the data and the processor's kind. Throws UserError, before anything is computed where it can: see
/// read_choices, read_sample, divided and the methods.
results::Model fit(const FitRequest& request);

/// cre, brier and test_error of probabilities q [m] of labels y [m], m >= 1.
std::map<std::string, double> scores(const core::Vector& q, const core::Labels& y);

} // namespace experiments::own_data
