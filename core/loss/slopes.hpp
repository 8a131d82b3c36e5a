#pragma once

namespace core {

/// Both derivatives of a loss at one margin.
struct Slopes {
  double slope, curvature;
};

} // namespace core
