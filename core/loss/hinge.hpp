#pragma once
#include <algorithm>

namespace core {

/// The hinge loss L(z) = (1 - z)_+ of the margin z = y f(x) (Wang, Shen & Liu 2008, eq. 2).
inline double hinge(double margin) {
  return std::max(0.0, 1 - margin);
}

/// What one dual variable a_i = y_i theta_i may be.
struct Box {
  double lower, upper;
};

/// The values that the dual of S * hinge(y f) allows: [0, S] for y = +1, [-S, 0] for y = -1.
inline Box hinge_box(double y, double weight) {
  return y > 0 ? Box{0, weight} : Box{-weight, 0};
}

/// sup of a * residual over a in the box: the loss whose dual has that box, as a function of the residual y -
/// f(x). Identity: support(hinge_box(y, S), y - f) = S * hinge(y f) for y = +1 and y = -1.
inline double support(const Box& box, double residual) {
  return std::max(box.lower * residual, box.upper * residual);
}

} // namespace core
