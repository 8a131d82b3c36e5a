#include "experiments/terminal/terminal.hpp"

#include <fmt/format.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <mutex>
#include <optional>
#include <utility>

#include "core/settings/parsed.hpp"

namespace experiments {
namespace {

/// Columns as COLUMNS has them; nothing where it has no number.
std::optional<std::size_t> named_width() {
  const char* columns = std::getenv("COLUMNS");
  const std::string text = columns == nullptr ? "" : columns;
  const auto width = core::parsed<std::size_t>(text);
  return width && *width > 0 ? width : std::nullopt;
}

constexpr const char* usual_pager =
    "if command -v less >/dev/null 2>&1; then exec less -FRX; else exec cat; fi";

/// Whether a pager took the text; one that is closed early has taken it, too.
bool page(const std::string& text) {
  const char* named = std::getenv("PAGER");
  const std::string pager = named == nullptr ? usual_pager : named;
  if (pager.find_first_not_of(' ') == std::string::npos) return false;
  std::fflush(stdout);
  FILE* to = ::popen(pager.c_str(), "w");
  if (to == nullptr) return false;
  // Ctrl-C is the pager's: this program waits for its end.
  const auto on_interrupt = std::signal(SIGINT, SIG_IGN);
  const auto on_closed = std::signal(SIGPIPE, SIG_IGN);
  std::fwrite(text.data(), 1, text.size(), to);
  const int status = ::pclose(to);
  std::signal(SIGPIPE, on_closed);
  std::signal(SIGINT, on_interrupt);
  constexpr int not_found = 127; // the shell's
  return !(WIFEXITED(status) && WEXITSTATUS(status) == not_found);
}

struct BeforeMessages {
  std::mutex mutex;
  std::function<void()> act;
};

BeforeMessages& asked_before_messages() {
  static BeforeMessages asked;
  return asked;
}

/// Prints nothing; hears of each message before the sink that does.
class MessageListener final : public spdlog::sinks::base_sink<std::mutex> {
  void sink_it_(const spdlog::details::log_msg&) override {
    const std::lock_guard lock(asked_before_messages().mutex);
    if (asked_before_messages().act) asked_before_messages().act();
  }
  void flush_() override {}
};

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
    const std::initializer_list<spdlog::sink_ptr> sinks{
        std::make_shared<MessageListener>(), std::make_shared<spdlog::sinks::stderr_color_sink_mt>(mode)};
    auto made = std::make_shared<spdlog::logger>("marginlab", sinks);
    auto pattern = std::make_unique<spdlog::pattern_formatter>();
    pattern->add_flag<PrintableSentence>('*').set_pattern("%^%l%$ %*");
    made->set_formatter(std::move(pattern));
    return made;
  }();
  return logger;
}

void before_messages(std::function<void()> act) {
  const std::lock_guard lock(asked_before_messages().mutex);
  asked_before_messages().act = std::move(act);
}

results::Style terminal_style() {
  results::Style style;
  const bool is_terminal = isatty(STDOUT_FILENO) != 0;
  if (is_terminal && std::getenv("NO_COLOR") == nullptr) style.colour = results::Colour::always;
  winsize size{};
  if (const auto width = named_width())
    style.width = *width;
  else if (is_terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    style.width = size.ws_col;
  style.width = std::clamp(style.width, narrowest_table, widest_table);
  return style;
}

void show(const std::string& text, bool paged) {
  if (!paged || isatty(STDOUT_FILENO) == 0 || !page(text)) fmt::print("{}", text);
}

} // namespace experiments
