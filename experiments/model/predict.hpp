#pragma once
#include <string>
#include <vector>

#include "core/probability/estimate.hpp"
#include "results/store/hdf5/model_file.hpp"

namespace experiments::own_data {

/// Probabilities, with log-odds where the method has them, at rows x [m x p], encoded as the
/// model's own and not standardised: by the coefficients of the fitted model where the method predicts by
/// them, else by its setting fitted again to its stored sample at its stored lambda. Both are pure functions
/// that give the rows that were held out the very bits that were scored. A row has the same bits in whatever
/// company it comes. Cost: at most one fit without tuning. Throws UserError
/// where the setting is not of this program.
core::Estimate estimated(const results::Model& model, const core::Matrix& x);

/// What a model says of the rows of a file.
struct Predictions {
  std::vector<std::int64_t> row;    ///< [m] numbers in the file, from 1
  core::Probabilities probability;  ///< [m], with log-odds where the method has them
  bool has_label = false;           ///< the file has the column with the classes
  std::vector<std::string> label{}; ///< [m] classes as the file says them; empty: missing, or no such column
  std::vector<std::string> classes{}; ///< [K] of a model of more than two, whose columns they name
  std::int64_t omitted = 0;           ///< rows left out, because an input is missing and if_missing is omit
};

/// Reads a file, or a listed data set by its id, as the file was read that the model was fitted to;
/// `settings`, key=value, say otherwise: format, header, delimiter, missing, if_missing. Throws UserError
/// with file, line, column and text for what is not as the model wants it, and SpecErrors for the settings.
Predictions predict(const results::Model& model, const std::string& file,
                    const std::vector<std::string>& settings);

/// Rows that can be scored.
struct Scored : results::ModelRows {
  core::Probabilities estimated; ///< [n], with log-odds where the method has them
};

/// Those whose class is one of the model's.
Scored scored(const Predictions& predictions, const results::Model& model);

/// row, probability and, where the file has it, label, as CSV with a heading; of K classes a column
/// probability_<class> for each. Numbers are the shortest
/// decimals that read back as the same double.
std::string csv_of(const Predictions& predictions);

} // namespace experiments::own_data
