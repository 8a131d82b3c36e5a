#pragma once
#include "datasets/catalog.hpp"
#include "datasets/protocol/split.hpp"
#include "datasets/real/observations.hpp"
#include "datasets/source.hpp"

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
    all    ///< by those of all rows, test rows included, as some papers do
  };

  Split split = Split::random;
  protocol::Sizes sizes{};
  std::int64_t folds = 10;
  std::int64_t sample_size = 0; ///< rows the study works with, the same in every replicate; 0: all
  protocol::Sampling sampling = protocol::Sampling::plain;
  Standardise standardise = Standardise::train;
};

/// A data set that lies in files, divided by a protocol. Test samples have no true p.
class RealSource final : public Source {
 public:
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
