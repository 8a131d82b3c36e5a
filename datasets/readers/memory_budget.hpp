#pragma once
#include <cstddef>
#include <string>

#include "datasets/readers/text_file.hpp"

namespace datasets::readers {

/// How much memory a table may take once what a sparse file leaves out is written out: 8 MiB and 2 KiB for
/// each byte of the file, at most 2 GiB. So a short file cannot ask for a vast table, and a table in which
/// one number of 1000 is not zero has room.
class MemoryBudget {
 public:
  explicit MemoryBudget(const TextFile& file);

  /// Throws UserError where there is no room for so many more bytes `times` over.
  void take(std::size_t bytes, std::size_t times = 1);

 private:
  std::string name_;
  std::size_t left_;
};

} // namespace datasets::readers
