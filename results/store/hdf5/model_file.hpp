#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/estimate/estimate.hpp"
#include "core/sample/types.hpp"
#include "results/record/columns.hpp"

namespace results {

// A method fitted to somebody's own data, as plain data: what is stored in a model file.

/// A column of the file that the model reads, and what it becomes.
struct ModelColumn {
  std::string name;
  bool is_number = true;
  std::vector<std::string> words{}; ///< of a column of words: those that have an indicator, in order

  bool operator==(const ModelColumn&) const = default;
};

/// Rows of the file with what the model says of them.
struct ModelRows {
  std::vector<std::int64_t> row;   ///< [n] numbers in the file, from 1
  core::Labels y;                  ///< [n]
  core::Probabilities probability; ///< [n], without log-odds
  core::Vector weights{};          ///< [n] how often each counts; empty: once
};

/// Probabilities at other points come from what the method predicts by, else from fitting the stored sample
/// again at the stored lambda; either is a pure function of what is here.
struct Model {
  std::string setting; ///< canonical text: data set, classifier, method, tuning criterion, seed
  std::vector<ModelColumn> columns;
  std::string label;                           ///< the column with the classes
  std::int64_t label_place = 0;                ///< among the file's columns, 0-based
  std::string weights{};                       ///< the column that has the weights of rows; empty: none
  std::vector<std::string> positive, negative; ///< classes, of two
  std::vector<std::string> classes{};          ///< [K] where each is one, labelled 1 ... K

  std::vector<std::string> inputs; ///< [p] names of the encoded columns: width, colour=red
  core::Vector centre, scale;      ///< [p]: z = (x - centre) / scale; 0 and 1 where nothing is standardised
  core::Vector fill{};             ///< [p] what stands in for a missing value, before standardising; or empty
  core::Vector low, high;          ///< [p] the least and the largest of the training rows, standardised
  core::Matrix
      x; ///< [n x p] the training sample, encoded and standardised; no row where a predictor needs none
  ModelRows training, held_out; ///< held_out is empty where nothing was held out

  double lambda = 0;    ///< the chosen one; NaN of a method without
  double criterion = 0; ///< the tuning criterion there; NaN without one
  double worst_relative_gap = 0;
  std::int64_t fits = 0; ///< looked at, tuning included
  bool is_certified = true;
  std::optional<core::FittedModel> fitted{};  ///< of a method that describes it, by inputs or training rows
  std::optional<core::Predictor> predictor{}; ///< of a method that predicts without a fit
  std::map<std::string, double> scores{};     ///< on the held-out rows: cre, brier, test_error
  Provenance provenance{};
};

// A model file is an HDF5 file with the seal of results/store/hdf5/file.hpp:
//
//   /  format_name, format_version, setting, label, label_place, lambda, criterion, worst_relative_gap, fits,
//      certified                                                        attributes
//   /columns   name, is_number                                          the file's columns that are inputs
//   /words     of_column, word                                           indicators of the columns of words
//   /classes   name, sign                                               what is +1 and what -1; of K: 1 ... K
//   /inputs    name, centre, scale, fill, low, high                     the encoded columns; fill may be absent
//   /training  row, y, probability, and x [row x input]                 what the model is fitted to; x is absent
//              if there is a predictor
//   /held_out  row, y, probability                                      what it was scored on
//              (of a model with weights: weight beside them, and above the attribute weights)
//              (of K classes: probability_1 ... probability_K)
//   /fitted    coefficient, of each input or each training row, whose attributes are terms, intercept,
//              objective and relative_gap; and below it facts: name, value. Only if the method describes it
//   /predictor results/store/hdf5/predictor.hpp                         only if the method predicts by one
//   /scores    name, value
//   /provenance

/// The version of this layout. A file of another major version is refused, in either direction, but for those
/// of version 1, which had no predictor and all training rows: a model is fitted again more safely than
/// guessed at.
constexpr const char* model_format = "2.0.0";

/// Writes the file whole, as results/store/hdf5/results_file.hpp does: the same model gives the same bytes.
/// Throws StoreFull if there is no room and core::UserError if the directory cannot be written.
void write_model(const std::filesystem::path& path, const Model& model);

/// Reads it back, bit for bit. Throws core::UserError in one sentence if the file is missing, cut short,
/// damaged in any byte, no model, of another format, or does not fit together.
Model read_model(const std::filesystem::path& path);

} // namespace results
