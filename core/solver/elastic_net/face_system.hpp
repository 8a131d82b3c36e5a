#pragma once
#include <Eigen/Cholesky>
#include <optional>
#include <vector>

#include "core/solver/elastic_net/problem.hpp"

namespace core {

/// What Newton's step on a face minimises: the model
///
///   1/2 sum_i w_i (da + (M d)_i)^2 - r'(da + M d) + ... on the columns of a face, with the gradient given:
///
///   (M'WM + ridge R) d + M'w da = k,     w'M d + sum(w) da = k_0.
struct FaceModel {
  const std::vector<Eigen::Index>& face;
  const Vector& weights;  ///< w [n], not all zero
  const Vector& downhill; ///< k [|face|], minus the gradient
  double ridge;           ///< gamma (1 - omega)
};

/// Newton's steps for one matrix of columns. Holds a factor and its memory between them: not for several
/// threads at once. A face of at most n columns, or a kernel ridge, is solved by a Cholesky factor of its own
/// system, cost n |face|^2; a larger one by one of its n x n images,
///
///   (Z'Z + ridge I)^{-1} = (I - Z'(ridge I + Z Z')^{-1} Z) / ridge,   Z = W^{1/2} (M - 1 w'M / sum(w)),
///
/// whose M M' over the face is kept from step to step and changed by the columns that come and go: cost n
/// |face| + n^3.
///
/// Where the face is that of the factor held, and the weights and the ridge are so close to multiples of what
/// they were that this costs less, the step is found by conjugate gradients with the held factor for a
/// preconditioner. With kappa the largest of the ratios over the smallest, the condition number is at most
/// kappa: what bounds the weights from both sides bounds the form in d, the minimum over da of their sum.
class FaceSystem {
 public:
  explicit FaceSystem(const ElasticNetProblem& problem);

  /// d [|face|] of the model for k_0 = 0: the intercept is solved exactly elsewhere. By conjugate gradients
  /// up to what is left of k being 1e-3 of it.
  Vector step(const FaceModel& model);

 private:
  bool is_near(const FaceModel& model) const;
  std::optional<Vector> iterated(const FaceModel& model) const;
  Vector product(const FaceModel& model, const Vector& d) const;
  Vector plain_ridge(const FaceModel& model) const;
  void hold(const FaceModel& model);
  void hold_columns(const FaceModel& model);
  void hold_points(const FaceModel& model);
  void take_outer(const std::vector<Eigen::Index>& face);
  Vector solve(const Vector& side) const;

  const Matrix& m_;
  Ridge ridge_;
  Vector copies_; // of a plain ridge
  // What is held: a face, w and ridge with the factor of their system, or of its n x n image.
  std::vector<Eigen::Index> face_;
  Vector weights_, root_;
  double held_ridge_ = 0;
  bool by_points_ = false;
  Matrix z_, system_; // room for Z and for what is factorised
  std::optional<Eigen::LLT<Matrix>> factor_;
  Matrix outer_;                  // M M' over the columns that are in it
  std::vector<char> in_, wanted_; // [p]
  Eigen::Index changes_ = 0;
};

} // namespace core
