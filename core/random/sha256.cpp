#include "core/random/sha256.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include "core/contract.hpp"

namespace core {

Sha256::Sha256() : state_(EVP_MD_CTX_new(), EVP_MD_CTX_free) {
  expect(state_ && EVP_DigestInit_ex(state_.get(), EVP_sha256(), nullptr) == 1, "libcrypto has SHA-256");
}

void Sha256::add(std::string_view bytes) {
  expect(EVP_DigestUpdate(state_.get(), bytes.data(), bytes.size()) == 1, "libcrypto digests");
}

std::array<std::uint8_t, 32> Sha256::digest() {
  std::array<std::uint8_t, 32> out;
  expect(EVP_DigestFinal_ex(state_.get(), out.data(), nullptr) == 1, "libcrypto finishes");
  return out;
}

std::array<std::uint8_t, 32> sha256(std::string_view text) {
  Sha256 hash;
  hash.add(text);
  return hash.digest();
}

std::string hexadecimal(const std::array<std::uint8_t, 32>& digest) {
  constexpr std::string_view alphabet = "0123456789abcdef";
  std::string out;
  for (const std::uint8_t byte : digest) {
    out += alphabet[byte >> 4];
    out += alphabet[byte & 15];
  }
  return out;
}

std::string sha256_hex(std::string_view text, std::size_t digits) {
  return hexadecimal(sha256(text)).substr(0, digits);
}

std::string sha256_library() {
  return OpenSSL_version(OPENSSL_VERSION);
}

} // namespace core
