#include "experiments/terminal/in_place.hpp"

#include <string>
#include <vector>

#include "tests/support/catch.hpp"

using experiments::InPlace;
using experiments::Screen;

namespace {

/// What a terminal of this size shows once it has obeyed these bytes: the lines above and on the screen. It
/// knows of control sequences "cursor up" and "clear to the end", and of colours.
class DrawnTerminal {
 public:
  explicit DrawnTerminal(const Screen& screen) : screen_(screen) {}

  void obey(const std::string& bytes) {
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      if (bytes[i] == '\r') {
        column_ = 0;
      } else if (bytes[i] == '\n') {
        next_row();
      } else if (bytes[i] == '\033') {
        const std::size_t end = bytes.find_first_of("AJm", i);
        REQUIRE(end != std::string::npos);
        if (bytes[end] == 'A') up(std::stoul(bytes.substr(i + 2, end - i - 2)));
        if (bytes[end] == 'J') clear();
        i = end;
      } else {
        if (column_ == screen_.columns) next_row();
        line() += bytes[i];
        ++column_;
      }
    }
  }

  const std::vector<std::string>& lines() const { return lines_; }

 private:
  std::string& line() {
    if (row_ >= lines_.size()) lines_.resize(row_ + 1);
    lines_[row_].resize(column_, ' ');
    return lines_[row_];
  }
  void next_row() {
    ++row_;
    column_ = 0;
  }
  void up(std::size_t count) {
    const std::size_t first = lines_.size() + 1 > screen_.rows ? lines_.size() + 1 - screen_.rows : 0;
    row_ = row_ >= first + count ? row_ - count : first; // never above the screen
  }
  void clear() {
    lines_.resize(row_);
    column_ = 0;
  }

  Screen screen_;
  std::vector<std::string> lines_;
  std::size_t row_ = 0, column_ = 0;
};

using ShownLines = std::vector<std::string>;

} // namespace

TEST_CASE("each text stands in the place of the one before, be it longer or shorter",
          "[follow][manufactured]") {
  const Screen screen{20, 10};
  InPlace place;
  DrawnTerminal terminal(screen);
  terminal.obey("before\n");
  for (const std::string& text : {"a 1\nb --\n", "a 1\nb 2\nc 3\n", "end\n"})
    terminal.obey(place.drawn(text, screen));
  CHECK(terminal.lines() == ShownLines{"before", "end"});
}

TEST_CASE("a line wider than the screen takes the rows it needs", "[follow][manufactured]") {
  const Screen screen{5, 10};
  InPlace place;
  DrawnTerminal terminal(screen);
  terminal.obey("up\n" + place.drawn("1234567\n\033[1m89\033[0m\n", screen));
  terminal.obey(place.drawn("x\n", screen));
  CHECK(terminal.lines() == ShownLines{"up", "x"});
}

TEST_CASE("a text higher than the screen loses its last lines, and says how many", "[follow][degenerate]") {
  const Screen screen{30, 5};
  InPlace place;
  DrawnTerminal terminal(screen);
  std::string text;
  for (int i = 1; i <= 9; ++i) text += std::to_string(i) + "\n";
  terminal.obey(place.drawn(text, screen));
  CHECK(terminal.lines() == ShownLines{"1", "2", "3", "... 6 more lines"});
  terminal.obey(place.drawn("1\n2\n3\n4\n", screen));
  CHECK(terminal.lines() == ShownLines{"1", "2", "3", "4"});
}

TEST_CASE("what has been printed below stays, and the next text stands under it", "[follow]") {
  const Screen screen{30, 10};
  InPlace place;
  DrawnTerminal terminal(screen);
  terminal.obey(place.drawn("a 1\n", screen));
  place.leave();
  terminal.obey("warning\n");
  terminal.obey(place.drawn("a 2\n", screen));
  terminal.obey(place.drawn("a 3\n", screen));
  CHECK(terminal.lines() == ShownLines{"a 1", "warning", "a 3"});
}

TEST_CASE("nothing takes no place", "[follow][degenerate]") {
  InPlace place;
  CHECK(place.drawn("", {}) == "\r\033[J");
  CHECK(place.drawn("", {}) == "\r\033[J");
}
