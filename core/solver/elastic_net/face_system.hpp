#pragma once
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

/// Newton's steps for one matrix of columns, factorised. Holds its memory between them: not for several
/// threads at once. A face of at most n columns, or a kernel ridge, by a
/// Cholesky factor of its own system, cost n |face|^2; a larger one by one of its n x n images,
///
///   (Z'Z + ridge I)^{-1} = (I - Z'(ridge I + Z Z')^{-1} Z) / ridge,   Z = W^{1/2} (M - 1 w'M / sum(w)),
///
/// whose M M' over the face is kept from step to step and changed by the columns that come and go: cost n
/// |face| + n^3.
class FaceSystem {
 public:
  explicit FaceSystem(const ElasticNetProblem& problem);

  /// d [|face|] of the model for k_0 = 0: the intercept is solved exactly elsewhere.
  Vector step(const FaceModel& model);

 private:
  Vector by_columns(const FaceModel& model);
  Vector by_points(const FaceModel& model);
  void take_outer(const std::vector<Eigen::Index>& face);

  const Matrix& m_;
  Ridge ridge_;
  Matrix z_, system_;      // room for Z and for what is factorised
  Matrix outer_;           // M M' over the columns of held_
  std::vector<char> held_; // [p]
  std::vector<char> wanted_;
  Eigen::Index changes_ = 0;
};

/// M_face d [n], and M_face' v [|face|]. Cost n |face|.
Vector times(const Matrix& m, const std::vector<Eigen::Index>& face, const Vector& d);
Vector transposed_times(const Matrix& m, const std::vector<Eigen::Index>& face, const Vector& v);

} // namespace core
