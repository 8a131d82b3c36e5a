#include "experiments/terminal/style.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace experiments {
namespace {

constexpr std::size_t narrowest = 60, widest = 200;

} // namespace

results::Style terminal_style() {
  results::Style style;
  if (isatty(STDOUT_FILENO) == 0) return style;
  if (std::getenv("NO_COLOR") == nullptr) style.colour = results::Colour::always;
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    style.width = std::clamp<std::size_t>(size.ws_col, narrowest, widest);
  }
  return style;
}

} // namespace experiments
