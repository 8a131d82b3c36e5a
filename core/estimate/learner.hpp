#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/contract.hpp"
#include "core/estimate/estimate.hpp"
#include "core/estimate/resample.hpp"

namespace core {

class DrawCache;

/// Points at which probabilities are wanted: a part of the draw, or some rows of it.
struct Points {
  enum class Part { train, tune, test };
  Part part = Part::test;
  std::optional<std::vector<Eigen::Index>> rows{};
};

const Sample& part_of(const Draw& draw, Points::Part part);

/// The inputs of the points [k x p].
Matrix inputs_at(const Draw& draw, const Points& points);

/// A method trained on one sample, at every lambda. Holds references into its cache.
struct Learned {
  virtual ~Learned() = default;

  /// Probabilities, or scores, at the points for each lambda of a grid, in its order. Each is pure in
  /// (sample, lambda, points): a criterion asks for its whole grid because that is cheaper than lambda by
  /// lambda.
  virtual std::vector<Estimate> curve(const std::vector<double>& lambdas, const Points& points) = 0;

  Estimate probability(double lambda, const Points& points) {
    return std::move(curve({lambda}, points).front());
  }
};

struct Rule;

/// A method of estimating class probabilities with one tuning parameter lambda left open: what a tuning
/// criterion trains on whatever samples it likes.
struct Learner {
  virtual ~Learner() = default;
  virtual std::unique_ptr<Learned> learn(DrawCache& cache, const Resample& resample) const = 0;

  /// All that its estimates depend on but the draw, so that criteria that look at the same estimates train it
  /// once for all of them; empty: it is trained for each.
  virtual std::string text() const { return {}; }

  /// As a ProbabilityEstimator's.
  virtual std::optional<Estimate> predicted(const Predictor& by, const Question& question) const;
  virtual std::vector<Objection> warnings(const WeightedLabels&) const { return {}; }

  /// What the values [m x functions] of its decision functions say, fitted to a sample with labels y [n].
  /// Nothing of a method that has none, and of functions that are not this method's.
  virtual std::optional<Estimate> from_values(const DecisionFunctions&, const Matrix&,
                                              const WeightedLabels&) const {
    return std::nullopt;
  }

  /// The classification rule behind the probabilities, its Gaussian kernel at this bandwidth where one is
  /// given and it has one. Throws UserError where the method has no rule of its own.
  virtual Rule rule(const std::optional<double>& sigma) const;

  /// The same method with this bandwidth of its Gaussian kernel, in the unit its classifier counts in; with
  /// another kernel the same as it is. Throws UserError where the method has no kernel.
  virtual std::unique_ptr<Learner> at_bandwidth(double sigma) const;

  /// Where all that a bandwidth does is to multiply lambda: by what. The method at_bandwidth(sigma) at lambda
  /// is then this one at lambda times that, up to rounding. None elsewhere.
  virtual std::optional<double> lambda_factor(double sigma) const;

  /// What a criterion may ask for beyond lambda.
  struct Offers {
    bool mixing = false;         ///< at_mixing
    bool largest_lambda = false; ///< largest_lambda
    bool loss = false;           ///< loss
    bool decides_only = false;   ///< its estimates are scores, which are no log-odds
    bool weights = false;        ///< the weights of a resample count
  };
  virtual Offers offers() const { return {}; }

  /// The same method with the share omega in [0, 1] of its penalty on sum |b_j|, the rest on squares. Throws
  /// UserError where it has no such penalty.
  virtual std::unique_ptr<Learner> at_mixing(double omega) const;

  /// The least lambda at which this sample's answer is constant: every coefficient 0. Throws UserError where
  /// the method has none.
  virtual double largest_lambda(DrawCache& cache, const Resample& resample) const;

  /// The loss that is minimised, at an estimate of this method for m points with these labels, summed over
  /// them by weight.
  /// Throws UserError where the method does not give it.
  virtual double loss(const Estimate& estimate, const WeightedLabels& labels) const;
};

/// The refusal of largest_lambda.
UserError no_largest_lambda();

/// What a choice by accuracy trains, of two classes: P(Y = +1) is above 1/2 exactly where the decision
/// function is positive, whatever calibration follows. Rules of one name and one draw are the same.
struct Rule {
  std::string name;
  std::unique_ptr<Learner> learner;
  bool has_bandwidth = false; ///< its kernel is Gaussian
};

} // namespace core
