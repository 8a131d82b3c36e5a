#pragma once
#include <concepts>

#include "core/sample/types.hpp"

// What a loss L of the margin z = y f(x) can say of itself. A loss is a type without values; a solver takes
// one as a template parameter, or in a variant, and asks it - it knows no loss by name. Beside each loss
// stands which of these concepts it meets.
namespace core {

template <class Loss>
concept MarginLoss = requires(double z) {
  { Loss::value(z) } -> std::same_as<double>;
  { Loss::slope(z) } -> std::same_as<double>; // at a corner, the slope to its right
};

/// With a second derivative everywhere: what Newton's method asks for.
template <class Loss>
concept SmoothLoss = MarginLoss<Loss> && requires(double z) {
  { Loss::curvature(z) } -> std::same_as<double>;
};

/// Convex, with its conjugate L*(u) = sup over z of u z - L(z), infinite where u is no slope of L: what a
/// dual asks for. A dual variable a_i = -y_i S_i u adds -S_i L*(u) to the dual of a problem in which L has
/// the weight S_i.
template <class Loss>
concept ConvexLoss = MarginLoss<Loss> && requires(double u) {
  { Loss::conjugate(u) } -> std::same_as<double>;
};

/// start + sum_i L(y_i f_i), added up in this order; y [n], f [n]. Cost n.
template <MarginLoss Loss>
double total(const Labels& y, const Vector& f, double start = 0) {
  for (Eigen::Index i = 0; i < y.size(); ++i) start += Loss::value(y(i) * f(i));
  return start;
}

} // namespace core
