#pragma once
#include <functional>
#include <span>
#include <string_view>

#include "core/settings/parameters.hpp"

// The losses as functions of one argument, by name: what a figure draws (Zhang, Dai & Jordan 2013, Figure 1;
// Wu, Zhang & Liu 2010, Figures 1 and 5).
namespace core {

/// A loss of the margin z; of K classes z is the least margin f_y - f_k.
struct LossFunction {
  Entry entry; ///< its meaning is the formula
  std::function<double(double z)> (*build)(const Parameters&);
};

/// All that have a name, those of two classes first.
std::span<const LossFunction> loss_functions();

/// The row of this id. Throws std::logic_error where there is none.
const LossFunction& loss_function(std::string_view id);

/// The largest s at which a loss l, cut off at l(s), is consistent for K weighted classes (Wu, Zhang & Liu
/// 2010, Theorem 1): where l(s) = l(0) K / (K - 1). -1 / (K - 1) of the hinge loss, log(1 - 1 / K) of
/// exp(-z), -log(2^(K / (K - 1)) - 1) of the logistic loss.
struct LeastTruncation {
  double hinge, exponential, logistic;
};
LeastTruncation least_truncation(int classes);

} // namespace core
