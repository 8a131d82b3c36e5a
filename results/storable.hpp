#pragma once
#include <string>

namespace results {

/// The text as every one of our files can hold it: each byte that is no UTF-8 and each zero byte, which ends
/// a text in HDF5, becomes U+FFFD. So a record taken in from memory is the one read back from its journal.
std::string storable(const std::string& text);

} // namespace results
