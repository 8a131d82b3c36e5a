#pragma once
#include <string>
#include <vector>

#include "results/format/colour.hpp"
#include "results/report/document.hpp"

namespace results {

/// Text that stands for itself between tags and in quoted attributes of HTML, XML and SVG.
std::string xml_escaped(const std::string& text);

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

struct Box {
  double x = 0, y = 0, width = 0, height = 0;
};

/// A coordinate with at most two digits behind the point.
std::string pixels(double value);

// `style` holds further attributes, each with a blank before it.

/// A straight line.
std::string line(Spot from, Spot to, const std::string& style);

/// A text whose baseline is at this spot.
std::string text_at(Spot at, const std::string& style, const std::string& text);

/// The k-th of five open symbols of one size - ring, cross, triangle, plus, square - in the k-th colour of
/// the lines, around this spot; `name` is its class.
std::string symbol(Spot at, std::size_t k, const std::string& name);

/// The attributes of a rectangle.
std::string place(const Box& box);

inline constexpr const char* faint = R"( stroke="currentColor" stroke-opacity="0.45")";
inline constexpr const char* to_the_left = R"( text-anchor="start" fill="currentColor")";
inline constexpr const char* to_the_right = R"( text-anchor="end" fill="currentColor")";
inline constexpr const char* in_the_middle = R"( text-anchor="middle" fill="currentColor")";
inline constexpr double letter = 8; ///< a generous width of one

/// The style of a text that reads upwards.
std::string upwards(Spot at);

/// A drawing with its upper left corner at (0, 0).
struct Figure {
  std::string title;
  double width, height;
  std::string body;
  double indent; ///< of the title
  double head;   ///< the height of its line
};

/// A whole file: black on white; needs nothing from outside.
std::string page(Spot size, const std::string& title, const std::string& body);

/// One page with the figures under each other, each with its title. There is at least one figure.
std::string sheet(const std::vector<Figure>& figures);

/// The picture of one figure for the body of a page: in the page's own colour of ink, its title left to the
/// page.
std::string inlined(const Figure& figure);

} // namespace results::svg
