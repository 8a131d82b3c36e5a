#pragma once
#include <cmath>
#include <string>
#include <vector>

#include "core/estimate/estimate.hpp"
#include "core/random/folds.hpp"
#include "core/sample/observation_weights.hpp"

namespace core {

/// A decision value is level with a place that is no farther off than this; in margins. Rounding moves the
/// value by far less, and which way depends on the order of the rows. So a rule that jumps at 0 or at a
/// margin, where values of f lie as a matter of course, takes what is level with the place for the place.
inline constexpr double level_within = 1e-10;

inline double levelled(double f, double place) {
  return std::abs(f - place) <= level_within ? place : f;
}

/// How the decision functions of weighted classifiers become a class probability at one lambda.
struct Calibration {
  virtual ~Calibration() = default;

  /// Which decision values it needs at the training points themselves: none, those of the fits on all of
  /// them, or of fits that did not see the point (held out in one of k folds).
  enum class OnSample { none, training, held_out };

  /// What it reads at one lambda: the weights, and the multiple of lambda at which their fits are solved.
  struct Reads {
    std::vector<double> weights;
    double lambda_factor = 1;
    OnSample on_sample = OnSample::none;
    std::int64_t folds = 0;
    FoldAssignment assignment = FoldAssignment::stratified; ///< how the folds are drawn
    /// Of one weight and of held-out values: those of each fold's own fit stay apart. Then at_points [k x
    /// folds], and on_sample [n x folds] has NaN where the fold did not hold the point out.
    bool by_fold = false;
  };

  /// n is the size of the sample it is trained on, of weighted rows their weight rounded down.
  virtual Reads reads(Eigen::Index n) const = 0;

  /// What is to be said before it is fitted to a sample with these labels [n], a sentence each.
  virtual std::vector<Objection> warnings(const WeightedLabels&) const { return {}; }

  /// Probabilities at k points. at_points [k x weights], on_sample [n x weights] where it is read; labels
  /// [n], with the weights of observations that the calibration is fitted with. The summary is the caller's.
  virtual Estimate probability(const Matrix& at_points, const Matrix& on_sample,
                               const WeightedLabels& labels) const = 0;
};

/// A scaling of the decision values f of the unweighted classifier (pi = 1/2): a function of f alone, fitted
/// to pairs (f_i, y_i) of the sample. The f_i are those of `folds` fits that held the point out, as LIBSVM
/// takes them, or those of the fit on all points. In the scaling of the weighted problem pi = 1/2 halves both
/// costs: the unweighted fit at lambda is the weighted one at lambda / 2, with either loss.
struct Scaling : Calibration {
  std::int64_t folds = 5; ///< 0: the values of the fit on all points
  FoldAssignment assignment = FoldAssignment::stratified;
  Reads reads(Eigen::Index) const override {
    return {{0.5}, 0.5, folds > 0 ? OnSample::held_out : OnSample::training, folds, assignment};
  }
};

} // namespace core
