#pragma once
#include <cfloat>
#include <cmath>

#if LDBL_MANT_DIG != 64
#include <bit>
#endif

// Numbers of 64 bits of mantissa, for sums and products that a double is too short for: the long double of x86-64
// itself, and on other processors the same numbers by rounding what a longer type computes. Both give the same bits, but
// for a result that the longer type rounds to the very middle between two neighbours, once in 2^48 sums or so.
namespace core {

#if LDBL_MANT_DIG == 64

using Extended = long double;

#else

class Extended {
 public:
  Extended() = default;
  Extended(long double value)
      : value_(shortened(value)) {} // NOLINT(google-explicit-constructor): as a number is

  Extended& operator+=(Extended other) { return *this = *this + other; }
  friend Extended operator+(Extended one, Extended other) { return one.value_ + other.value_; }
  friend Extended operator-(Extended one, Extended other) { return one.value_ - other.value_; }
  friend Extended operator*(Extended one, Extended other) { return one.value_ * other.value_; }
  friend Extended operator/(Extended one, Extended other) { return one.value_ / other.value_; }
  explicit operator double() const { return static_cast<double>(value_); }
  explicit operator long double() const { return value_; }

 private:
  static_assert(LDBL_MANT_DIG == 113, "a long double of 64 or of 113 bits");

  /// To the nearest with 64 bits, of two that are equally near the even one.
  static long double shortened(long double value) {
    if (!std::isfinite(value)) return value;
    using Bits = unsigned __int128;
    constexpr Bits one = 1, last = one << (LDBL_MANT_DIG - 64), rest = last - 1;
    const auto bits = std::bit_cast<Bits>(value);
    const Bits dropped = bits & rest, kept = bits - dropped;
    const bool up = dropped > last / 2 || (dropped == last / 2 && (kept & last) != 0);
    return std::bit_cast<long double>(up ? kept + last : kept);
  }

  long double value_ = 0;
};

#endif

} // namespace core
