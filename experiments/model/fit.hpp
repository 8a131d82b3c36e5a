#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "core/metric/metric.hpp"
#include "core/random/stream.hpp"
#include "core/sample/observation_weights.hpp"
#include "core/sample/types.hpp"
#include "datasets/readers/raw_table.hpp"
#include "experiments/model/alternatives.hpp"
#include "experiments/model/choices.hpp"
#include "experiments/model/cost.hpp"
#include "results/store/hdf5/model_file.hpp"

namespace experiments::own_data {

/// Which rows of a sample are learned from and which held out, 0-based and ascending.
struct Parts {
  std::vector<std::int64_t> train, held_out;
};

/// round(holdout n), the number of rows held out. Throws UserError where holdout is not from 0 to less than
/// 1, and where that is no row although holdout is not 0.
std::int64_t rows_held_out(std::int64_t n, double holdout);

/// Holds out this many rows of y [n], each class in proportion, by the stream "split" of these axes: the rows
/// a study of the same setting tests on. Throws UserError where the rows that are left are of one class.
Parts divided(const core::Labels& y, std::int64_t held_out, const core::StreamAxes& axes);

struct FitRequest {
  Words words;
  /// Where given, the file that the words name is not read: these are its rows, the label in the last column.
  std::shared_ptr<const datasets::readers::RawTable> rows{};
  double holdout = 0.25;  ///< the share of rows that is held out, from 0 to less than 1
  bool force = false;     ///< begin what is guessed to take more than a day, or has hardly a row, too
  std::uint64_t seed = 1; ///< decides which rows are held out and what a criterion draws
  /// Called with the number of training rows and what they will take, once all is read and in order and
  /// before anything is allocated.
  std::function<void(std::int64_t rows, const Cost& cost)> begins{};
  /// Called with how the data were read, where that is not what every file is, a sentence each.
  std::function<void(const std::string& note)> notes{};
  /// Called with what the method warns of, likewise, and once it is fitted with what came of it.
  std::function<void(const std::string& warning)> warns{};
  /// Called with the model of each fit among which the criterion chooses, where there is a choice.
  std::function<void(const results::Model&)> tries{};
  /// Called with each model and the estimate it came with, which has the criterion's curve.
  std::function<void(const results::Model&, const core::Estimate&)> learned{};
  int threads = 1; ///< on which folds and perturbed samples are learned from; changes no bit
  /// Called with the fits done so far, on any of the threads. What it throws ends the fit.
  std::function<void(std::int64_t fits)> progress{};
};

/// The method trained and tuned on the training part alone, scored on the part held out; of several
/// alternatives (alternatives.hpp) the one with the least criterion. The model that is
/// scored is the one that is returned: nothing is fitted again on all rows. Pure in the request, the bytes of
/// the data and the processor's kind. Throws UserError where a class has one row, unless forced, and, before
/// anything is computed where it can: see read_choices, read_sample, divided, require_memory, require_time
/// and the methods.
results::Model fit(const FitRequest& request);

/// The words of a request with what reading the data decided, and the part that would be learned from. Throws
/// as fit does before anything is computed.
struct Known {
  Words words;
  TrainingPart part;
};
Known known(const FitRequest& request);

/// cre, brier and test_error of probabilities q [m] of labels [m], m >= 1; of two classes also the metrics of
/// core/metric/calibration_scores.hpp and core/metric/recalibration.hpp, but for those that are undefined,
/// such as AUC where there is one class. Weighted means where there are weights.
std::map<std::string, double> scores(const core::Probabilities& q, const core::WeightedLabels& labels);

} // namespace experiments::own_data
