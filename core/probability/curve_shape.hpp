#pragma once
#include <optional>

#include "core/types.hpp"

// What can be read off a decision function of one input, y [k] at equally spaced, rising x [k].
namespace core {

/// Sign changes, zero counted as positive; each lies where the straight line between two points is zero.
struct Crossings {
  std::optional<double> nearest; ///< to the place asked for
  std::int64_t count = 0;
};
Crossings crossings(const Vector& x, const Vector& y, double place);

/// The points between which y lies inside the margins.
struct Margins {
  Eigen::Index first, last; ///< first < last
};

/// From a border outwards, the first points on either side at which y is beyond -1 and 1, each on the side to
/// which y goes at the border. None where y does not get there.
std::optional<Margins> margins(const Vector& x, const Vector& y, double border);

/// The mean of |y'| over all x outside the margins divided by its mean between them. None where nothing lies
/// outside, or y is constant between them.
std::optional<double> outside_slope(const Vector& y, const Margins& margins);

} // namespace core
