#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace core {

/// SHA-256 (FIPS 180-4) of the bytes of text. Cost: its length.
std::array<std::uint8_t, 32> sha256(std::string_view text);

/// The same as lower-case hexadecimal digits, the first `digits` (at most 64) of them.
std::string sha256_hex(std::string_view text, std::size_t digits = 64);

} // namespace core
