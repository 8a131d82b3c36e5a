#include "experiments/terminal/terminal.hpp"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace experiments {
namespace {

constexpr std::size_t narrowest_table = 60, widest_table = 200;

} // namespace

std::shared_ptr<spdlog::logger> log() {
  static const auto logger = [] {
    const auto mode =
        std::getenv("NO_COLOR") != nullptr ? spdlog::color_mode::never : spdlog::color_mode::automatic;
    auto made = std::make_shared<spdlog::logger>("marginlab",
                                                 std::make_shared<spdlog::sinks::stderr_color_sink_mt>(mode));
    made->set_pattern("%^%l%$ %v");
    return made;
  }();
  return logger;
}

results::Style terminal_style() {
  results::Style style;
  if (isatty(STDOUT_FILENO) == 0) return style;
  if (std::getenv("NO_COLOR") == nullptr) style.colour = results::Colour::always;
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    style.width = std::clamp<std::size_t>(size.ws_col, narrowest_table, widest_table);
  }
  return style;
}

} // namespace experiments
