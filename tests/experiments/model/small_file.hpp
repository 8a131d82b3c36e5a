#pragma once
#include <string>
#include <vector>

#include "core/random/stream.hpp"
#include "core/settings/parameters.hpp"

namespace tests {

/// A file of one's own that is small enough to fit every method to: three columns of numbers, one of words
/// and a class that depends on them.
struct SmallFile {
  std::string head = "width,colour,depth,age,outcome\n";
  std::vector<std::string> lines; ///< one a row, with its line end

  explicit SmallFile(int rows = 45, const std::string& name = "small file") {
    core::Stream stream(name);
    for (int i = 0; i < rows; ++i) {
      const double width = stream.normal(), depth = stream.normal(), age = stream.uniform();
      const std::uint64_t colour = stream.below(3);
      const bool yes = width + (colour == 0 ? 1 : -0.5) + 0.8 * stream.normal() > 0;
      const std::string words[] = {"red", "green", "blue"};
      lines.push_back(core::shortest(width) + "," + words[colour] + "," + core::shortest(depth) + "," +
                      core::shortest(age) + (yes ? ",yes\n" : ",no\n"));
    }
  }

  std::string text() const {
    std::string all = head;
    for (const std::string& line : lines) all += line;
    return all;
  }

  /// The rows of these numbers, counted from 1, in this order.
  std::string rows(const std::vector<std::int64_t>& numbers) const {
    std::string some = head;
    for (const std::int64_t row : numbers) some += lines[static_cast<std::size_t>(row - 1)];
    return some;
  }
};

} // namespace tests
