#include "results/format/colour.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace results {
namespace {

constexpr std::array<Rgb, 9> anchors{{{68, 1, 84},
                                      {71, 45, 123},
                                      {59, 82, 139},
                                      {44, 114, 142},
                                      {33, 145, 140},
                                      {40, 174, 128},
                                      {94, 201, 98},
                                      {173, 220, 48},
                                      {253, 231, 37}}};

constexpr Rgb black{0, 0, 0}, white{255, 255, 255};

int between(int from, int to, double share) {
  return static_cast<int>(std::lround(from + share * (to - from)));
}

/// Light of one channel, from its encoded value.
double linear(int channel) {
  const double c = channel / 255.0;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

} // namespace

std::string Rgb::hexadecimal() const {
  constexpr char digits[] = "0123456789abcdef";
  std::string out = "#";
  for (const int channel : {red, green, blue}) {
    out += digits[channel / 16];
    out += digits[channel % 16];
  }
  return out;
}

Rgb scale_colour(double share) {
  const double steps = std::clamp(share, 0.0, 1.0) * (anchors.size() - 1);
  const std::size_t below = std::min<std::size_t>(static_cast<std::size_t>(steps), anchors.size() - 2);
  const Rgb &from = anchors[below], &to = anchors[below + 1];
  const double rest = steps - static_cast<double>(below);
  return {between(from.red, to.red, rest), between(from.green, to.green, rest),
          between(from.blue, to.blue, rest)};
}

double luminance(const Rgb& colour) {
  return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue);
}

double contrast(const Rgb& one, const Rgb& other) {
  const double a = luminance(one) + 0.05, b = luminance(other) + 0.05;
  return std::max(a, b) / std::min(a, b);
}

Rgb readable_on(const Rgb& ground) {
  return contrast(black, ground) >= contrast(white, ground) ? black : white;
}

} // namespace results
