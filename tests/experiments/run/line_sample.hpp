#pragma once
#include "core/sample/types.hpp"

namespace tests {

/// Twenty training points on a line, one apart, which 0 divides into the classes.
inline core::Sample twenty_on_a_line() {
  core::Sample out;
  out.x = core::Matrix(20, 1);
  out.y = core::Labels(20);
  for (Eigen::Index i = 0; i < 20; ++i) {
    out.x(i, 0) = static_cast<double>(i) - 9.5;
    out.y(i) = i < 10 ? -1 : 1;
  }
  return out;
}

} // namespace tests
