#pragma once
#include <string>

namespace experiments {

/// One line that a terminal shows as it is: bytes that are no UTF-8 and control characters become '?', a tab
/// a blank. The number of characters stays the same for UTF-8.
std::string printable(std::string line);

/// The first line of a text, at most 60 characters of it, printable; "..." where that is not all.
std::string shortened(const std::string& text);

} // namespace experiments
