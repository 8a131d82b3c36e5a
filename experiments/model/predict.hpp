#pragma once
#include <memory>
#include <string>
#include <vector>

#include "core/estimate/estimate.hpp"
#include "core/estimate/estimator.hpp"
#include "experiments/catalog/setting.hpp"
#include "results/store/hdf5/model_file.hpp"

namespace experiments::own_data {

/// Probabilities, with log-odds where the method has them, at rows x [m x p], encoded as the
/// model's own and not standardised: by its predictor, else by its setting fitted again to its stored sample
/// at its stored lambda. Both are pure functions that give the rows that were held out the very bits that
/// were scored. A row has the same bits in whatever company it comes. Cost: without a predictor one fit
/// without tuning. Throws UserError where the setting is not of this program, or the predictor not of its
/// method.
core::Estimate estimated(const results::Model& model, const core::Matrix& x);

/// The same where a model is asked again and again: its setting is read once. Throws UserError where the
/// setting is not of this program.
class Asked {
 public:
  explicit Asked(const results::Model& model);

  /// Of the model that it was made of.
  core::Estimate at(const results::Model& model, const core::Matrix& x) const;

 private:
  explicit Asked(const Setting& setting);

  core::StreamAxes axes_;
  std::string method_;
  std::unique_ptr<const core::ProbabilityEstimator> estimator_;
};

/// What a model says of the rows of a file.
struct Predictions {
  /// A row that cannot be predicted.
  struct Marked {
    std::int64_t row; ///< its number in the file, from 1
    std::string label, problem;
  };

  std::vector<std::int64_t> row;    ///< [m] numbers in the file, from 1, of the rows that are predicted
  core::Probabilities probability;  ///< [m], with log-odds where the method has them
  std::vector<double> p0{}, p1{};   ///< [m] the pair of Venn-Abers behind the probability; empty elsewhere
  bool has_label = false;           ///< the file has the column with the classes
  std::vector<std::string> label{}; ///< [m] classes as the file says them; empty: missing, or no such column
  std::vector<std::string> classes{};  ///< [K] of a model of more than two, whose columns they name
  std::vector<std::string> positive{}; ///< of a model of two the classes whose probability it is
  std::vector<Marked> marked{};        ///< in the order of the file
  std::int64_t omitted = 0;            ///< rows left out, because an input is missing and if_missing is omit
  std::vector<std::string> notes{};    ///< how the file was read, a sentence each
  std::string far_outside{};           ///< how many rows no training row is near, a sentence; empty: none
};

/// What becomes of a word that the model does not know.
enum class Unseen {
  error,   ///< the file is refused
  missing, ///< it counts as a missing one, which is filled where the model fills, else none of the known ones
  skip     ///< the row is marked
};

/// The rows of a file, of standard input ("-"), or of a listed data set by its id. What its bytes leave open
/// is read as in the file that the model was fitted to; `settings`, key=value, say otherwise
/// (reading_of_rows). Columns that are none of the model's are passed over with a note. A row with a missing
/// value that the model does not fill, with a word in a column of numbers, with an unknown word, or of
/// another length than the first line of CSV is marked, as is one of LIBSVM with an index beyond the model's
/// inputs. Where half of the rows are of another length, the file is refused. A row is far outside where an
/// input leaves the range of the training rows by more than that range's width: there a Gaussian kernel
/// answers the base rate, and a linear model extrapolates. Throws UserError where a column of the model is
/// missing, and SpecErrors for the settings.
Predictions predict(const results::Model& model, const std::string& file,
                    const std::vector<std::string>& settings, Unseen unseen = Unseen::skip);

/// Rows that can be scored.
struct Scored : results::ModelRows {
  core::Probabilities estimated; ///< [n], with log-odds where the method has them
};

/// Those whose class is one of the model's.
Scored scored(const Predictions& predictions, const results::Model& model);

/// row, a column probability_<class> of the positive class or of each of K, p0 and p1 of Venn-Abers, where
/// the file has it label, and where any row is marked its problem, as CSV with a heading in the order of the
/// file. Several positive classes are joined by +. Numbers are the shortest decimals that read back as the
/// same double.
std::string csv_of(const Predictions& predictions);

} // namespace experiments::own_data
