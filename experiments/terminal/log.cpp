#include "experiments/terminal/log.hpp"

#include <spdlog/sinks/stdout_color_sinks.h>

#include <cstdlib>

namespace experiments {

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

} // namespace experiments
