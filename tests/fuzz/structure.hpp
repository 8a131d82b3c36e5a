#pragma once
#include <random>
#include <string>
#include <string_view>

// Changes that keep a stored text a text of its kind, so that most of them pass its checksum and its parser
// and meet what lies behind: the validators, and all who believe them.
namespace fuzz {

using Coin = std::minstd_rand;

/// A stored text after one change of its structure: of JSON a value becomes another - a number far out of its
/// range, a text that steers a terminal, a list, what stands elsewhere in it - or leaves, or stands twice; of
/// lines one is changed so, word by word where it is no JSON, or leaves, stands twice, or changes places. The
/// same coin gives the same change. Cost: that of reading and writing the text.
std::string changed_json(std::string_view json, Coin& coin);
std::string changed_lines(std::string_view text, Coin& coin);

} // namespace fuzz
