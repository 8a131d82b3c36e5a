#include "experiments/spec/column_count.hpp"

#include <algorithm>

#include "experiments/spec/utf8.hpp"

namespace experiments {

int ColumnCount::column(const std::string& line, std::size_t offset) {
  offset = std::min(offset, line.size());
  if (line_ != &line) *this = {};
  const auto [from, to] = std::minmax(offset_, offset);
  const int between = characters(std::string_view(line).substr(from, to - from));
  before_ += offset < offset_ ? -between : between;
  line_ = &line;
  offset_ = offset;
  return before_ + 1;
}

} // namespace experiments
