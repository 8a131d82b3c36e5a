#pragma once
#include <optional>
#include <string>

#include "core/estimate/predictor.hpp"
#include "results/store/hdf5/file.hpp"

namespace results::hdf5 {

// What a model predicts by, as a group of its file:
//
//   /predictor          kernel (linear or gaussian), width, sigma
//     rows              [term x input]  of a Gaussian kernel                    absent where there is none
//     triangle          [term x term]   of a method that reads coordinates      absent where none does
//     class_scores      [point x class] of the training sample                  absent where no map reads them
//     problem_1 ...     order, divisor
//       coefficient     [term x function]
//       intercept       [function]
//       on_sample       [point x function] of the training sample               absent where no map reads them

void write_predictor(hid_t file, const core::Predictor& predictor);

/// Of so many inputs; none where the file has none. Throws Error where its parts are of other types or words.
std::optional<core::Predictor> read_predictor(hid_t file, Eigen::Index inputs);

/// The first rule of a sound predictor that is broken, "" where none is: of p inputs, for a sample of n
/// points of so many classes.
struct SampleSizes {
  Eigen::Index points, inputs;
  int classes;
};
std::string fault_of_predictor(const core::Predictor& predictor, const SampleSizes& of);

} // namespace results::hdf5
