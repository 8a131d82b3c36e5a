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

std::string styled(const std::string& code, const std::string& text, Colour colour) {
  return colour == Colour::never ? text : "\x1b[" + code + "m" + text + "\x1b[0m";
}

std::string numbers(const Rgb& colour) {
  return std::to_string(colour.red) + ";" + std::to_string(colour.green) + ";" + std::to_string(colour.blue);
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

std::string bold(const std::string& text, Colour colour) {
  return styled("1", text, colour);
}

std::string faint(const std::string& text, Colour colour) {
  return styled("2", text, colour);
}

std::string in_verdict_colour(const std::string& text, Verdict verdict, Colour colour) {
  constexpr std::array codes{"32", "1;31", "33", "2"}; // in the order of Verdict
  return styled(codes.at(static_cast<std::size_t>(verdict)), text, colour);
}

std::string on_shade(const std::string& text, double share, Colour colour) {
  const Rgb ground = scale_colour(share);
  return styled("48;2;" + numbers(ground) + ";38;2;" + numbers(readable_on(ground)), text, colour);
}

} // namespace results
