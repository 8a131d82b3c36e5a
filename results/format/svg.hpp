#pragma once
#include <string>

// What the drawings are made of.
namespace results::svg {

/// A place in pixels from the upper left corner.
struct Spot {
  double x, y;
};

/// A coordinate with at most two digits behind the point.
std::string pixels(double value);

/// A straight line; `style` holds further attributes, each with a blank before it.
std::string line(Spot from, Spot to, const std::string& style);

inline constexpr const char* faint = R"( stroke="currentColor" stroke-opacity="0.45")";

} // namespace results::svg
