#pragma once
#include <optional>

#include "core/solver/parametric/exact_lambda_path.hpp"

namespace core {

/// A certified fit with field = Ka [n] of its own `a`.
struct MovedFit : DualSolution {
  Vector field;
};

/// The fit at one lambda as its boxes move: what a step of psi-learning's difference-of-convex algorithm asks
/// for. With psi = 2(1 - z)_+ - 2(-z)_+ (Wang, Shen & Liu 2008, section 2) each step solves the weighted
/// problem with the boxes of the points M with y f < 0 shifted from [0, S] to [-S, 0] in theta; from the
/// solution at hand that is a short path.
///
/// Starts at the support vector machine of an exact lambda-path. Every answer is certified. One that the path
/// cannot give ends it: `move_to` then asks `solve` (core/solver/solve.hpp), now and for all later ones.
class MovingBoxes {
 public:
  /// The path's sample must outlive this; lambda > 0.
  MovingBoxes(ExactLambdaPath& path, double lambda, const StoppingRule& rule = {});

  /// Moves every box linearly to these [n]: lower <= upper, sum lower <= 0 <= sum upper. A function of the
  /// boxes passed so far and of lambda. Cost of one event of the path for each point that changes sides, or
  /// so.
  DualSolution move_to(const Vector& lower, const Vector& upper);

  /// The same, but none where the path cannot give it. What the answer is worth its certificate says; a
  /// caller that does not accept it calls `give_up`.
  std::optional<MovedFit> follow_to(const Vector& lower, const Vector& upper);
  void give_up();

  bool ok() const { return path_ && path_->ok(); }
  Eigen::Index fallbacks() const { return fallbacks_; }
  Eigen::Index events() const { return path_ ? path_->events() : 0; }

 private:
  bool follow(const Vector& lower, const Vector& upper);

  WeightedDual problem_; ///< at the boxes of the last answer
  StoppingRule rule_;
  std::optional<ActiveSetPath> path_;
  Eigen::Index fallbacks_ = 0;
};

} // namespace core
