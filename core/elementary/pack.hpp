#pragma once
#include <cstddef>

// It speaks of calls that are not inlined, of which there are none.
#pragma GCC diagnostic ignored "-Wpsabi"
#include "core/elementary/functions.hpp"

// Four doubles: a register of x86-64-v3 and -v4, two of the levels below, always with the same bits. For the
// loops that are compiled for several levels; packs are passed only between functions that are inlined into
// one another. Wider packs would be split where registers hold four, and what a loop carries of them from
// turn to turn would go through memory, at a tenth of the speed.
// A source that includes this disables -Wpsabi, which speaks of calls that are not inlined.

/// Compiles a function for every x86-64 level; the program picks one when it starts. Defined beforehand by
/// the test that compiles each level by itself.
#ifndef MARGINLAB_EVERY_LEVEL
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define MARGINLAB_EVERY_LEVEL __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#else
#define MARGINLAB_EVERY_LEVEL
#endif
#endif

#define MARGINLAB_INLINE [[gnu::always_inline]] inline

namespace core {

typedef double Pack __attribute__((vector_size(32)));
inline constexpr std::ptrdiff_t lanes_of_pack = sizeof(Pack) / sizeof(double);

/// What memory holds; template arguments would drop its alignment.
typedef double UnalignedPack __attribute__((vector_size(32), aligned(8), may_alias));

namespace elementary {
template <>
struct BitsOf<Pack> {
  typedef unsigned long long type __attribute__((vector_size(32)));
};
} // namespace elementary

MARGINLAB_INLINE Pack load(const double* x) {
  return *reinterpret_cast<const UnalignedPack*>(x);
}

MARGINLAB_INLINE void store(double* x, const Pack& value) {
  *reinterpret_cast<UnalignedPack*>(x) = value;
}

/// x in every lane.
MARGINLAB_INLINE Pack all(double x) {
  return Pack{} + x;
}

MARGINLAB_INLINE Pack larger(const Pack& x, const Pack& z) {
  return x > z ? x : z;
}

MARGINLAB_INLINE double largest_lane(const Pack& x) {
  const double low = x[1] > x[0] ? x[1] : x[0], high = x[3] > x[2] ? x[3] : x[2];
  return high > low ? high : low;
}

/// The sum of eight lanes s, in two packs: ((s0 + s4) + (s2 + s6)) + ((s1 + s5) + (s3 + s7)).
MARGINLAB_INLINE double folded(const Pack& low, const Pack& high) {
  const Pack four = low + high;
  return (four[0] + four[2]) + (four[1] + four[3]);
}

/// out_i = log(x_i), each the bits of log(x_i) alone; out may be x. Cost n.
void log(std::ptrdiff_t n, const double* x, double* out);

} // namespace core
