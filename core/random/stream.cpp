#include "core/random/stream.hpp"

#include <Random123/philox.h>

#include <cmath>
#include <cstring>
#include <numbers>
#include <numeric>

#include "core/contract.hpp"
#include "core/elementary/functions.hpp"
#include "core/random/sha256.hpp"

namespace core {
namespace {

using Philox = r123::Philox4x32;

std::array<std::uint32_t, 4> philox(const std::array<std::uint32_t, 4>& counter,
                                    const std::array<std::uint32_t, 2>& key) {
  const auto block = Philox()(Philox::ctr_type{{counter[0], counter[1], counter[2], counter[3]}},
                              Philox::key_type{{key[0], key[1]}});
  return {block[0], block[1], block[2], block[3]};
}

} // namespace

Stream::Stream(std::string_view axes) {
  const auto digest = sha256(axes);
  const auto word = [&](std::size_t i) {
    std::uint32_t value = 0;
    for (std::size_t byte = 0; byte < 4; ++byte) value |= std::uint32_t{digest[4 * i + byte]} << (8 * byte);
    return value;
  };
  key_ = {word(0), word(1)};
  counter_ = {0, 0, word(2), word(3)};
}

std::uint64_t Stream::bits() {
  if (unread_ == 0) {
    block_ = philox(counter_, key_);
    if (++counter_[0] == 0) ++counter_[1];
    unread_ = 2;
  }
  const std::size_t half = unread_-- == 2 ? 0 : 2;
  return std::uint64_t{block_[half]} | std::uint64_t{block_[half + 1]} << 32;
}

double Stream::uniform() {
  return (static_cast<double>(bits() >> 11) + 0.5) * 0x1p-53;
}

double Stream::normal() {
  const double radius = std::sqrt(-2 * log(uniform()));
  return radius * cos(2 * std::numbers::pi * uniform());
}

std::uint64_t Stream::below(std::uint64_t bound) {
  expect(bound > 0, "a random integer below a positive bound");
  using Wide = unsigned __int128;
  Wide product = Wide{bits()} * bound;
  if (static_cast<std::uint64_t>(product) < bound) {
    const std::uint64_t biased = (0 - bound) % bound;
    while (static_cast<std::uint64_t>(product) < biased) product = Wide{bits()} * bound;
  }
  return static_cast<std::uint64_t>(product >> 64);
}

std::vector<std::int64_t> Stream::permutation(std::int64_t size) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(size));
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t last = order.size(); last > 1; --last) {
    std::swap(order[last - 1], order[below(last)]);
  }
  return order;
}

Stream StreamAxes::stream(std::string_view purpose) const {
  return Stream("seed=" + std::to_string(seed) + "\ndata=" + data +
                "\nreplicate=" + std::to_string(replicate) + "\npurpose=" + std::string(purpose));
}

} // namespace core
