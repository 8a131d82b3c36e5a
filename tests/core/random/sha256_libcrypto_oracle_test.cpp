#include <openssl/evp.h>

#include <random>

#include "core/random/sha256.hpp"
#include "tests/support/catch.hpp"

namespace {

std::array<std::uint8_t, 32> by_libcrypto(std::string_view text) {
  std::array<std::uint8_t, 32> digest;
  unsigned int size = 0;
  REQUIRE(EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha256(), nullptr) == 1);
  REQUIRE(size == digest.size());
  return digest;
}

} // namespace

TEST_CASE("SHA-256: the digests of libcrypto, whatever the length and the bytes", "[random][oracle]") {
  std::mt19937_64 random(180);
  for (std::size_t length = 0; length <= 1030; ++length) {
    std::string text;
    for (std::size_t i = 0; i < length; ++i) text += static_cast<char>(random() & 0xff);
    CAPTURE(length);
    CHECK(core::sha256(text) == by_libcrypto(text));
  }
  for (const char byte : {'\0', '\x7f', '\x80', '\xff'}) {
    for (const std::size_t length : {55, 56, 63, 64, 65, 119, 120, 1'000'000}) {
      CAPTURE(length, static_cast<int>(byte));
      CHECK(core::sha256(std::string(length, byte)) == by_libcrypto(std::string(length, byte)));
    }
  }
}
