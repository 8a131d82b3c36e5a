#include "core/random/sha256.hpp"

#include <openssl/evp.h>

#include "core/contract.hpp"

namespace core {

std::array<std::uint8_t, 32> sha256(std::string_view text) {
  std::array<std::uint8_t, 32> digest;
  unsigned int size = 0;
  const int done = EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha256(), nullptr);
  expect(done == 1 && size == digest.size(), "libcrypto computes SHA-256");
  return digest;
}

std::string sha256_hex(std::string_view text, std::size_t digits) {
  constexpr std::string_view alphabet = "0123456789abcdef";
  std::string out;
  for (const std::uint8_t byte : sha256(text)) {
    out += alphabet[byte >> 4];
    out += alphabet[byte & 15];
  }
  return out.substr(0, digits);
}

} // namespace core
