#pragma once
#include "datasets/protocol/split.hpp"
#include "datasets/real/observations.hpp"
#include "datasets/source/catalog_row.hpp"
#include "datasets/source/source.hpp"

namespace datasets::real {

/// How replicates of one data set are made.
struct Protocol {
  enum class Split {
    random,  ///< replicate r divides the rows anew
    given,   ///< the publisher's training and test part, the same in every replicate
    folds,   ///< replicate r is fold r mod k of repetition r / k of a k-fold cross-validation
    one_fold ///< the same folds the other way round: trained on one, tested on the k - 1 others
  };
  enum class Standardise {
    none,
    train, ///< by the means and standard deviations of the training part
    all,   ///< by those of all rows, test rows included, as some papers do
    chip   ///< each row by its own across its columns: what is measured in one array of genes
  };
  /// Which columns are inputs: those with the largest |t| between the classes.
  struct Genes {
    enum class On {
      all,     ///< t of all rows the study works with, test rows included: a selection bias, as papers had it
      training ///< t of the training part alone
    };
    std::int64_t count = 0; ///< 0: all columns are inputs
    On on = On::all;
  };

  Split split = Split::random;
  protocol::Sizes sizes{};
  std::int64_t folds = 10;
  std::int64_t sample_size = 0; ///< rows the study works with, the same in every replicate; 0: all
  protocol::Sampling sampling = protocol::Sampling::plain;
  Standardise standardise = Standardise::train;
  Genes genes{};
};

/// A data set that lies in files, divided by a protocol. Test samples have no true p. Of each part missing
/// values are filled first, then rows are standardised, genes chosen, and columns standardised.
class RealSource final : public Source {
 public:
  /// Throws UserError where more genes are asked for than there are columns.
  RealSource(std::shared_ptr<const Observations> data, const Protocol& protocol);

  /// Throws UserError where the data set has too few rows for the protocol, or no given split.
  core::Draw draw(const core::StreamAxes& axes) const override;

  std::vector<std::string> observation_names() const override { return data_->names; }

 private:
  std::shared_ptr<const Observations> data_;
  Protocol protocol_;
};

/// The rows that the protocol learns from of those with labels y [n]; nothing where its publisher's split is
/// asked for. Throws UserError as draw does.
TrainingRows training_rows(const core::Labels& y, const Protocol& protocol, const core::StreamAxes& axes);

} // namespace datasets::real
