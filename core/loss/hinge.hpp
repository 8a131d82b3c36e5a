#pragma once
#include <algorithm>
#include <compare>

#include "core/loss/loss.hpp"

namespace core {

/// What one dual variable a_i = y_i theta_i may be.
struct Box {
  double lower, upper;
};

/// The loss of the support vector machine, L(z) = (1 - z)_+ (Wang, Shen & Liu 2008, eq. 2).
struct Hinge {
  static constexpr const char* name = "hinge";

  static double value(double z) { return std::max(0.0, 1 - z); }
  static double slope(double z) { return z < 1 ? -1 : 0; }
  static double conjugate(double u) { return -1 <= u && u <= 0 ? u : infinity; }

  /// The values that the dual of S L(y f) allows, those where the conjugate is finite: [0, S] for y = +1,
  /// [-S, 0] for y = -1.
  static Box box(double y, double weight) { return y > 0 ? Box{0, weight} : Box{-weight, 0}; }

  auto operator<=>(const Hinge&) const = default;
};
static_assert(ConvexLoss<Hinge> && !SmoothLoss<Hinge>);

/// sup of a * residual over a in the box: the loss whose dual has that box, as a function of the residual y -
/// f(x). Identity: support(Hinge::box(y, S), y - f) = S * Hinge::value(y f) for y = +1 and y = -1.
inline double support(const Box& box, double residual) {
  return std::max(box.lower * residual, box.upper * residual);
}

} // namespace core
