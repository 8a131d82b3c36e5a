#include "experiments/terminal/live_table.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <utility>

#include "experiments/terminal/terminal.hpp"
#include "results/answer/side_by_side.hpp"
#include "results/format/text_grid.hpp"
#include "results/record/printable.hpp"
#include "results/report/table/tabulate.hpp"

namespace experiments {
namespace {

constexpr int share_of_drawing = 20; // of the time that passes, one part

results::Style style_of_stderr() {
  results::Style style;
  style.width = screen_of_stderr().columns;
  if (style.width < narrowest_table) style.width = narrowest_table;
  if (style.width > widest_table) style.width = widest_table;
  if (std::getenv("NO_COLOR") == nullptr) style.colour = results::Colour::always;
  return style;
}

} // namespace

std::string filling_text(const results::Results& so_far, const results::Style& style) {
  results::Grid grid = results::filling_table(so_far, results::tabulate(so_far));
  results::make_printable(grid);
  return results::text_grid(grid, style);
}

LiveTable::LiveTable(std::function<results::Results()> so_far, std::function<std::string()> progress,
                     std::function<bool()> stops)
    : so_far_(std::move(so_far)), progress_(std::move(progress)), stops_(std::move(stops)) {
  before_messages([this] {
    const std::lock_guard lock(mutex_);
    place_.leave();
  });
}

LiveTable::~LiveTable() {
  before_messages({});
}

void LiveTable::draw() {
  const auto begun = Clock::now();
  if (begun < next_ || stops_()) return;
  const std::string text = filling_text(so_far_(), style_of_stderr()) + progress_() + "\n";
  print(text);
  next_ = Clock::now() + share_of_drawing * (Clock::now() - begun);
}

void LiveTable::finish() {
  if (stops_()) return;
  const bool is_followed = isatty(STDOUT_FILENO) != 0; // by the report, which has the same table
  print((is_followed ? "" : filling_text(so_far_(), style_of_stderr())) + progress_() + "\n");
}

void LiveTable::print(const std::string& text) {
  const std::lock_guard lock(mutex_);
  std::fputs(place_.drawn(text, screen_of_stderr()).c_str(), stderr);
  std::fflush(stderr);
}

} // namespace experiments
