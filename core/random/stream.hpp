#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Counter-based random streams (Salmon, Moraes, Dror & Shaw 2011, Philox4x32-10) keyed by named axes. Two
// streams are the same sequence if and only if all their axes are equal; no stream depends on a thread or on
// the order of a plan. The distributions are our own, because those of the standard library differ between
// implementations.
namespace core {

/// One reproducible sequence.
class Stream {
 public:
  /// The sequence named by this text: key and upper counter are the first 128 bits of its SHA-256.
  explicit Stream(std::string_view axes);

  /// The next 64 random bits.
  std::uint64_t bits();

  /// Uniform on the open interval (0, 1), with 53 random bits: never 0, never 1.
  double uniform();

  /// Standard normal, by the Box-Muller transform; each call spends a whole pair of uniforms.
  double normal();

  /// Uniform on {0, ..., bound - 1} without bias (Lemire 2019). bound > 0.
  std::uint64_t below(std::uint64_t bound);

  /// A uniformly random order of {0, ..., size - 1} (Fisher-Yates).
  std::vector<std::int64_t> permutation(std::int64_t size);

 private:
  std::array<std::uint32_t, 2> key_;
  std::array<std::uint32_t, 4> counter_, block_{};
  int unread_ = 0; // 64-bit halves left in block_
};

/// The axes that all randomness of one replicate shares; each purpose of it then has a stream of its own.
struct StreamAxes {
  std::uint64_t seed = 1;     ///< of the study
  std::string data;           ///< canonical text of the data set
  std::int32_t replicate = 0; ///< 0-based

  /// A stream for a named purpose, such as "sample" or "folds".
  Stream stream(std::string_view purpose) const;
};

} // namespace core
