#pragma once
#include "core/sample/types.hpp"

namespace core {

/// sign(v) (|v| - by)_+ (Zhang, Dai & Jordan 2013, S of eq. 19, whose printed cases have their arguments
/// interchanged).
inline double soft_threshold(double v, double by) {
  return v > by ? v - by : v < -by ? v + by : 0;
}

/// The quadratic model of the losses around f, with the intercept at its best, as coordinates change (eq. 19
/// with its kappa; weight times residual is carried itself, no quotient of them).
class QuadraticModel {
 public:
  struct Penalty {
    double one, ridge;
  };
  /// w, r [n]: weights and weights times residuals. kernel_image: K b [n] where the ridge is K.
  QuadraticModel(const Matrix& m, const Vector& w, const Vector& r, const Vector* kernel_image)
      : m_(m), w_(w), r_(r), kernel_(kernel_image != nullptr), all_(w.sum()), centred_(w.size()) {
    if (kernel_) image_ = *kernel_image;
  }

  /// The best value of coefficient j, which is at b.
  double best(Eigen::Index j, double b, const Penalty& penalty) {
    const auto column = m_.col(j);
    centred_ = column.array() - column.dot(w_) / all_;
    const double own = penalty.ridge * (kernel_ ? m_(j, j) : 1);
    const double curvature = w_.dot(centred_.cwiseAbs2());
    double pulled = column.dot(r_) + curvature * b;
    if (kernel_) pulled -= penalty.ridge * (image_(j) - m_(j, j) * b);
    return curvature + own > 0 ? soft_threshold(pulled, penalty.one) / (curvature + own) : b;
  }

  /// After best(j): coefficient j changes by this much.
  void take(Eigen::Index j, double by) {
    if (by == 0) return;
    r_.array() -= by * w_.array() * centred_.array();
    if (kernel_) image_ += by * m_.col(j);
  }

 private:
  const Matrix& m_;
  const Vector& w_;
  Vector r_;
  bool kernel_;
  double all_;
  Vector centred_, image_;
};

} // namespace core
