#include "results/format/terminal.hpp"

#include <array>

namespace results {
namespace {

std::string styled(const std::string& code, const std::string& text, Colour colour) {
  return colour == Colour::never ? text : "\x1b[" + code + "m" + text + "\x1b[0m";
}

std::string numbers(const Rgb& colour) {
  return std::to_string(colour.red) + ";" + std::to_string(colour.green) + ";" + std::to_string(colour.blue);
}

} // namespace

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
