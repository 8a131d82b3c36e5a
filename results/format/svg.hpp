#pragma once
#include <string>
#include <vector>

#include "results/format/text.hpp"
#include "results/report/panels/chart.hpp"

namespace results {

// What every picture of a chart has in common: the ranges of its axes, where they have ticks, and how the
// lines look.

struct Tick {
  double at;
  std::string text;
};

/// The multiples of 1, 2 or 5 times a power of ten within [least, most], as fine as at most `most_ticks` of
/// them allow; least < most by more than rounding.
std::vector<Tick> ticks(const Extent& extent, int most_ticks);

/// The ranges of the axes: x as the data, y a twentieth wider on both sides, so that a line along an end
/// stays visible. A range of no width, to nine digits, is widened by half its size, at least one half, on
/// both sides; that of no data is [0, 1].
struct Frame {
  Extent x, y;
  bool has_zero_line; ///< y = 0 lies within
};
Frame frame_of(const Chart& chart);

/// False of what is no number.
bool is_within(const Extent& extent, double value);

/// How the k-th line looks: four colours that every common colour blindness tells apart and that stand out
/// from white and from black (Okabe & Ito 2008), and a dash of its own, so that grey printing tells lines
/// apart, too.
struct LineLook {
  Rgb colour;
  std::vector<int> dash; ///< pixels on, off, ...; empty = solid
};
LineLook look_of_line(std::size_t k);

} // namespace results

namespace results::svg {

// What the drawings are made of.

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
