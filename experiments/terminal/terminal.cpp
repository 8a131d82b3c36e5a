#include "experiments/terminal/terminal.hpp"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace experiments {
namespace {

constexpr std::size_t narrowest_table = 60, widest_table = 200;

/// The sentence of a message.
class PrintableSentence final : public spdlog::custom_flag_formatter {
 public:
  void format(const spdlog::details::log_msg& message, const std::tm&, spdlog::memory_buf_t& to) override {
    const std::string text =
        results::printable_lines(std::string(message.payload.data(), message.payload.size()));
    to.append(text.data(), text.data() + text.size());
  }
  std::unique_ptr<custom_flag_formatter> clone() const override {
    return std::make_unique<PrintableSentence>();
  }
};

} // namespace

std::shared_ptr<spdlog::logger> log() {
  static const auto logger = [] {
    const auto mode =
        std::getenv("NO_COLOR") != nullptr ? spdlog::color_mode::never : spdlog::color_mode::automatic;
    auto made = std::make_shared<spdlog::logger>("marginlab",
                                                 std::make_shared<spdlog::sinks::stderr_color_sink_mt>(mode));
    auto pattern = std::make_unique<spdlog::pattern_formatter>();
    pattern->add_flag<PrintableSentence>('*').set_pattern("%^%l%$ %*");
    made->set_formatter(std::move(pattern));
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
