#include "results/report/document.hpp"

#include <algorithm>

namespace results {

std::string flat(const Entry& entry) {
  std::string out = entry.text;
  for (const std::string& part : {entry.spread, entry.mark})
    if (!part.empty()) out += " " + part;
  return out;
}

std::size_t repeated_labels(const Grid& grid, std::size_t row) {
  if (row == 0) return 0;
  const auto &labels = grid.rows[row].labels, &above = grid.rows[row - 1].labels;
  return static_cast<std::size_t>(std::mismatch(labels.begin(), labels.end(), above.begin()).first -
                                  labels.begin());
}

} // namespace results
