#pragma once
#include <bit>
#include <cfloat>

// Numbers of 64 bits of mantissa, for sums and products that a double is too short for: the long double of
// x86-64 itself, and on other processors the same numbers by rounding what a type of 113 bits computes. Both
// give the same bits, but for a result that the longer type rounds to the very middle between two neighbours,
// once in 2^48 sums or so.
namespace core {

/// Computes in Quad, a type of 113 bits in the format of IEEE 754, and rounds each result to 64 bits.
template <class Quad>
class RoundedTo64 {
 public:
  RoundedTo64() = default;
  RoundedTo64(Quad value) : value_(shortened(value)) {} // NOLINT(google-explicit-constructor): as a number is

  RoundedTo64& operator+=(RoundedTo64 other) { return *this = *this + other; }
  friend RoundedTo64 operator+(RoundedTo64 one, RoundedTo64 other) { return one.value_ + other.value_; }
  friend RoundedTo64 operator-(RoundedTo64 one, RoundedTo64 other) { return one.value_ - other.value_; }
  friend RoundedTo64 operator*(RoundedTo64 one, RoundedTo64 other) { return one.value_ * other.value_; }
  friend RoundedTo64 operator/(RoundedTo64 one, RoundedTo64 other) { return one.value_ / other.value_; }
  explicit operator double() const { return static_cast<double>(value_); }
  explicit operator long double() const { return static_cast<long double>(value_); }

 private:
  /// To the nearest, of two that are equally near the even one. What is not finite stays as it is.
  static Quad shortened(Quad value) {
    using Bits = unsigned __int128;
    constexpr int mantissa = 112;
    constexpr Bits one = 1, last = one << (mantissa + 1 - 64), rest = last - 1,
                   exponent = Bits{0x7fff} << mantissa;
    const auto bits = std::bit_cast<Bits>(value);
    if ((bits & exponent) == exponent) return value;
    const Bits dropped = bits & rest, kept = bits - dropped;
    const bool up = dropped > last / 2 || (dropped == last / 2 && (kept & last) != 0);
    return std::bit_cast<Quad>(up ? kept + last : kept);
  }

  Quad value_ = 0;
};

#if LDBL_MANT_DIG == 64
using Extended = long double;
#else
static_assert(LDBL_MANT_DIG == 113, "a long double of 64 or of 113 bits");
using Extended = RoundedTo64<long double>;
#endif

} // namespace core
