#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct evp_md_ctx_st; // libcrypto's state of a digest

namespace core {

/// SHA-256 (FIPS 180-4) of bytes that come piece by piece, by libcrypto.
class Sha256 {
 public:
  Sha256();
  void add(std::string_view bytes);      ///< cost: their number
  std::array<std::uint8_t, 32> digest(); ///< of all that was added; nothing may be added after that

 private:
  std::unique_ptr<evp_md_ctx_st, void (*)(evp_md_ctx_st*)> state_;
};

/// The same of one text.
std::array<std::uint8_t, 32> sha256(std::string_view text);

/// A digest as lower-case hexadecimal digits.
std::string hexadecimal(const std::array<std::uint8_t, 32>& digest);

/// The first `digits` (at most 64) of those of a text.
std::string sha256_hex(std::string_view text, std::size_t digits = 64);

/// The name and version of the library that computes it.
std::string sha256_library();

} // namespace core
