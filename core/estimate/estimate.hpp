#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/estimate/predictor.hpp"
#include "core/sample/types.hpp"
#include "core/solver/certificate.hpp"

namespace core {

/// What a cell can say about all the fits it looked at.
struct FitSummary {
  double worst_relative_gap = 0;
  std::int64_t fits = 0;
  std::int64_t dc_steps = 0; ///< of all of them together, 0 for the hinge loss
  Status status = Status::ok;

  void see(double relative_gap, Status status);
  void see(const Certificate& certificate) { see(certificate.relative_gap(), certificate.status); }
  void see(const FitSummary& other);
};

/// The decision function a method fitted: f = intercept + sum_j coefficients(j) t_j, where t_j is the j-th
/// input as the draw has it, or the kernel between a point and the j-th training row.
struct FittedModel {
  enum class Terms { inputs, training_rows };
  Terms terms = Terms::inputs;
  Vector coefficients{}; ///< [p] of inputs, [n] of training rows; 0 exactly where a term is not selected
  double intercept = 0;
  double objective = 0; ///< what was minimised, there
  double relative_gap = 0;
  std::map<std::string, double> facts{}; ///< what else the method says of it, by name
};

/// Estimated class probabilities, or decisions without them, with what is known about how they came about.
struct Estimate {
  Probabilities probability; ///< P(Y) [m]; empty of a method that decides without
  FitSummary summary;        ///< of every fit that was looked at, tuning included
  std::map<std::string, double>
      facts{}; ///< diagnostics by name: the chosen lambda, sigma, non-monotone points, ...
  /// Vectors by "<table>.<column>", all columns of a table of one length: the criterion's curve, a path's
  /// breakpoints.
  std::map<std::string, std::vector<double>> series{};
  /// [m] of a method that decides between two classes without a probability: it takes +1 where the score is
  /// positive, -1 where it is negative, neither at 0. Empty elsewhere.
  Vector score{};
  /// [m] of a method that puts K classes together from pairs: the class that wins most of them. Empty
  /// elsewhere.
  Labels voted{};
  /// What is to be said of how it came about, a sentence each.
  std::vector<std::string> remarks{};
  /// [m x K] of a method with a decision function for each class: what its probabilities are made from. Empty
  /// elsewhere.
  Matrix class_scores{};
  /// At test points, of a method that describes the model it fitted to the training sample.
  std::shared_ptr<const FittedModel> model{};
  /// At test points and one lambda, of a method that predicts without fitting, where the cache is asked to
  /// keep it (DrawCache::keep_predictors).
  std::shared_ptr<const Predictor> predictor{};

  /// Makes the remarks of another one its own, but for those that it has.
  void see_remarks(const Estimate& other);
};

/// Probabilities of two classes by their log-odds [m].
Estimate of_log_odds(const Vector& log_odds);

/// The same by the only column of values [m x 1]; nothing where there are others.
std::optional<Estimate> of_single_log_odds(const Matrix& values);

/// Probabilities of K classes by their logarithms [m x K].
Estimate of_log_probabilities(const Matrix& logs);

/// The same of a predictor whose K decision functions have the probabilities for their softmax, at x [m x p];
/// nothing of another.
std::optional<Estimate> predicted_multinomial(const Predictor& by, const Matrix& x, int classes);

/// What a threshold is put to [m]: the score where there is one, else the log-odds of P(Y = +1).
Vector decision_scores(const Estimate& estimate);

} // namespace core
