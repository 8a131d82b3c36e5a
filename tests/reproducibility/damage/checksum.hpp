#pragma once
#include <array>
#include <cstdint>
#include <cstdio>
#include <string>

namespace reproducibility {

/// CRC-32 by its definition, as eight hexadecimal digits.
inline std::string crc32_of(const std::string& bytes) {
  std::uint32_t sum = ~0U;
  for (const char c : bytes) {
    sum ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) sum = (sum >> 1U) ^ ((sum & 1U) != 0 ? 0xedb88320U : 0U);
  }
  std::array<char, 9> digits{};
  std::snprintf(digits.data(), digits.size(), "%08x", ~sum);
  return digits.data();
}

/// The line that ends a results.h5.
inline std::string seal_of(const std::string& bytes) {
  return "marginlab crc32 " + crc32_of(bytes) + "\n";
}

} // namespace reproducibility
