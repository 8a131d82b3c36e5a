#pragma once
#include <iostream>
#include <string>
#include <vector>

#include "datasets/real/data_folders.hpp"

namespace tests {

/// The ids of data sets, out of these, that are on this machine. Says of the others that what needs them is
/// skipped, in the words by which CTest reports the test as skipped; called last, so that a failure before it
/// stays a failure.
inline void say_skipped(const std::vector<std::string>& missing) {
  for (const std::string& id : missing)
    std::cout << "SKIPPED: the data set " << id << " is not on this machine; "
              << datasets::real::how_to_get(*datasets::real::described(id)) << std::endl;
}

/// Whether a data set is here; where it is not, says that the test is skipped.
inline bool skipped_without(const std::string& id) {
  if (is_present(*datasets::real::described(id))) return false;
  say_skipped({id});
  return true;
}

} // namespace tests
