#pragma once
#include "experiments/catalog/setting.hpp"

namespace experiments {

/// Seconds of processor time one cell of this setting takes, roughly: the order in which cells start, how
/// cells are dealt to shards and the estimate of `plan` rest on it, no number does. By the method, the
/// training size n, the inputs p, the kernel and loss, and how often the criterion trains; fitted to cells of
/// one core of 2024, n from 100 to 800 and p from 2 to 126, which it meets within a factor of three; a
/// single fit of 20,000 points with a kernel of large rank takes up to ten times as long.
double expected_cost(const Setting& setting);

/// The sizes that costs depend on.
struct Size {
  double n = 100, m = 100, p = 2; ///< training points, test points, inputs
  double classes = 0;             ///< 0: as many as the data set is known to have, else three
};

/// The same at sizes that are known, whatever the setting says of its data.
double expected_cost(const Setting& setting, const Size& size);

/// Points of a grid of class weights that are multiples of a step and all positive: a machine is fitted to
/// each.
double interior_points(double classes, double step);

} // namespace experiments
