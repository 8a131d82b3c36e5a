#pragma once
#include <string>

namespace experiments {

/// Counts characters from the beginning of a line, going on from the place asked for last, so that all places
/// of a long line in their order cost one pass over it.
class ColumnCount {
 public:
  /// The column, from 1, of the byte at this offset (from 0; behind the end stands for the end).
  int column(const std::string& line, std::size_t offset);

 private:
  const std::string* line_ = nullptr;
  std::size_t offset_ = 0;
  int before_ = 0; ///< characters before offset_
};

} // namespace experiments
