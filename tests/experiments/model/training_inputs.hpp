#pragma once
#include <string>

#include "experiments/model/fit.hpp"
#include "tests/support/catch.hpp"

namespace tests {

/// The training rows [n x p] of a model of this file, standardised: those of a method that keeps them. Which
/// rows are held out is decided by the file and the seed.
inline core::Matrix training_inputs(const std::string& file, const results::Model& model,
                                    const std::string& classes = "") {
  experiments::own_data::FitRequest request;
  request.words.data = file;
  request.words.method = classes.empty() ? "nearest_neighbours" : "classification_tree";
  request.words.settings = {"encoding=occurring"};
  if (!classes.empty()) request.words.settings.push_back(classes);
  const results::Model kept = experiments::own_data::fit(request);
  REQUIRE(kept.training.row == model.training.row);
  return kept.x;
}

} // namespace tests
