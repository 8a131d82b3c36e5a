#pragma once
#include "core/estimate/classifier.hpp"
#include "core/estimate/learner.hpp"
#include "core/multiclass/methods/border_schemes.hpp"

namespace core {

/// Class probabilities from weighted multiclass machines by border weights (Wu, Zhang & Liu 2010): machines
/// at all interior points of a grid of weights (core/multiclass/methods/grid_fits.hpp, lambda = 1 / C of
/// their eq. 10), whose labels at a point become probabilities (core/multiclass/methods/
/// border_schemes.hpp). Two to eight classes; of two, lambda is twice that of the weighted machines of
/// weighted_svm. Observation weights multiply the costs of the machines.
///
/// What is reported, at test points, is read off the grid of `step`; what a criterion compares lambdas by, at
/// all other points, off the grid of `tuning_step`. One sample, grid and lambda are fitted once for all
/// schemes.
///
/// Facts: sigma, of a Gaussian kernel; problems, the interior grid points; dc_steps, their mean number a
/// machine; nowhere, the share of points at which some class is predicted at no grid point that counts, or,
/// of the direct scheme, several, that of points with more than one triangle; support, and further_support,
/// the mean number of support vectors of a machine and of those that its hinge start has not.
/// Cost: a machine for each interior grid point, and a label for each of them and each point.
class BorderWeight final : public Learner {
 public:
  struct Options {
    BorderScheme scheme = BorderScheme::indirect;
    ShareOf grid = ShareOf::interior;
    double step = 0.02, tuning_step = 0.04;
  };

  /// Throws UserError for another loss than the truncated hinge, and for steps that weight_grid refuses of
  /// any number of classes.
  BorderWeight(const Classifier& classifier, const Options& options);

  /// Throws UserError for more than eight classes, for the direct scheme of other than three, for a step at
  /// which no weights are all positive, and for a class without observations in the whole training sample; in
  /// a fold it is a class that no machine learns to predict.
  std::unique_ptr<Learned> learn(DrawCache& cache, const Resample& resample) const override;
  std::unique_ptr<Learner> at_bandwidth(double sigma) const override;
  Offers offers() const override { return {.weights = true}; }
  std::vector<Objection> warnings(const WeightedLabels& train) const override;

 private:
  Classifier classifier_;
  Options options_;
};

} // namespace core
