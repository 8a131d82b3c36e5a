#pragma once
#include <string>
#include <string_view>

namespace results {

/// A message without what differs from cell to cell, so that messages which say the same are equal: numbers
/// (inf and nan among them), hexadecimal addresses, keys, quoted texts and paths each become one mark.
///
///   lambda 0.013 is not in '/somewhere/a.csv'   ->   lambda # is not in '#'
///
/// Everything else stays, so that two messages with different words are never equal; a digit inside a name,
/// such as that of example1, is part of the name. A path begins with /, ./, ../ or ~/, or has two slashes.
/// Cost: one pass.
std::string message_pattern(std::string_view message);

} // namespace results
