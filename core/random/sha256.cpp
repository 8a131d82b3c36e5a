#include "core/random/sha256.hpp"

#include <bit>

// Names follow the Secure Hash Standard: FIPS 180-4, sections 4.1.2, 4.2.2, 5.1.1, 5.3.3 and 6.2.
namespace core {
namespace {

using Word = std::uint32_t;
using State = std::array<Word, 8>;

constexpr std::size_t block_bytes = 64, rounds = 64;

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
constexpr std::array<Word, rounds> round_constants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

/// Those of the square roots of the first eight.
constexpr State initial{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

/// The message schedule of one block.
std::array<Word, rounds> schedule(const char* block) {
  std::array<Word, rounds> w;
  for (std::size_t t = 0; t < 16; ++t) {
    w[t] = 0;
    for (std::size_t byte = 0; byte < 4; ++byte)
      w[t] = w[t] << 8 | static_cast<std::uint8_t>(block[4 * t + byte]);
  }
  for (std::size_t t = 16; t < rounds; ++t) {
    const Word sigma_0 = std::rotr(w[t - 15], 7) ^ std::rotr(w[t - 15], 18) ^ w[t - 15] >> 3;
    const Word sigma_1 = std::rotr(w[t - 2], 17) ^ std::rotr(w[t - 2], 19) ^ w[t - 2] >> 10;
    w[t] = sigma_1 + w[t - 7] + sigma_0 + w[t - 16];
  }
  return w;
}

void take_in(State& hash, const char* block) {
  const auto w = schedule(block);
  auto [a, b, c, d, e, f, g, h] = hash;
  for (std::size_t t = 0; t < rounds; ++t) {
    const Word sum_1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const Word choice = (e & f) ^ (~e & g);
    const Word first = h + sum_1 + choice + round_constants[t] + w[t];
    const Word sum_0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const Word majority = (a & b) ^ (a & c) ^ (b & c);
    h = g, g = f, f = e, e = d + first;
    d = c, c = b, b = a, a = first + sum_0 + majority;
  }
  const State change{a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < hash.size(); ++i) hash[i] += change[i];
}

/// What follows the last whole block: a one, zeros, and the length in bits as the last eight bytes of a
/// block.
std::string padded(std::string_view rest, std::uint64_t bytes) {
  std::string out(rest);
  out += '\x80';
  while (out.size() % block_bytes != block_bytes - 8) out += '\0';
  for (int shift = 56; shift >= 0; shift -= 8) out += static_cast<char>(8 * bytes >> shift & 0xff);
  return out;
}

} // namespace

std::array<std::uint8_t, 32> sha256(std::string_view text) {
  State hash = initial;
  const std::size_t whole = text.size() - text.size() % block_bytes;
  for (std::size_t at = 0; at < whole; at += block_bytes) take_in(hash, text.data() + at);
  const std::string last = padded(text.substr(whole), text.size());
  for (std::size_t at = 0; at < last.size(); at += block_bytes) take_in(hash, last.data() + at);
  std::array<std::uint8_t, 32> digest;
  for (std::size_t i = 0; i < digest.size(); ++i)
    digest[i] = static_cast<std::uint8_t>(hash[i / 4] >> (24 - 8 * (i % 4)));
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
