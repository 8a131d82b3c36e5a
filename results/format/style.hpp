#pragma once
#include <cstddef>

namespace results {

enum class Colour { never, always };

/// How text for a terminal looks; the other formats do not ask.
struct Style {
  Colour colour = Colour::never;
  std::size_t width = 80; ///< columns
};

} // namespace results
