#pragma once
#include <cstddef>
#include <string>

namespace experiments {

/// How many characters a terminal shows.
struct Screen {
  std::size_t columns = 80, rows = 24;
};

/// That of the terminal on standard error; COLUMNS, where it names a number, instead of its own width. 80 x
/// 24 where neither is known.
Screen screen_of_stderr();

/// Whether standard error is a terminal that can move its cursor: TERM is not "dumb".
bool can_be_drawn_on();

/// A text on a terminal of which each new version takes the place of the one before. It keeps how many rows
/// of the screen that one took.
class InPlace {
 public:
  /// The bytes that put `text`, lines each with its end, in place of the last one. A line wider than the
  /// screen takes as many rows as it needs. Of a text higher than the screen the last lines are left out, and
  /// a line says how many: what has scrolled away could not be drawn over.
  std::string drawn(const std::string& text, const Screen& screen);

  /// Something else has been printed below: the next text stands under it.
  void leave() { rows_ = 0; }

 private:
  std::size_t rows_ = 0;
};

} // namespace experiments
