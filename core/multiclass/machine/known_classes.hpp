#pragma once
#include "core/elementary/pack.hpp"

// Loops over classes whose number the compiler knows, so that what belongs to the classes of an observation
// stays in registers.

#define MARGINLAB_UNROLL _Pragma("GCC unroll 32")
#define MARGINLAB_LAMBDA __attribute__((always_inline))

namespace core {

/// A number of classes that the compiler knows.
template <int count>
struct Count {
  static constexpr int K = count, J = count - 1, entries = J * (J + 1) / 2;
};

/// Calls visit(Count<K>) for the K at hand, 2 to most_classes.
template <class Visit>
MARGINLAB_INLINE void for_classes(long long K, const Visit& visit) {
  switch (K) {
    case 2:
      visit(Count<2>{});
      break;
    case 3:
      visit(Count<3>{});
      break;
    case 4:
      visit(Count<4>{});
      break;
    case 5:
      visit(Count<5>{});
      break;
    case 6:
      visit(Count<6>{});
      break;
    case 7:
      visit(Count<7>{});
      break;
    case 8:
      visit(Count<8>{});
      break;
    default:
      break;
  }
}

} // namespace core
