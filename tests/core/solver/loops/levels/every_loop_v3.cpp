#include "tests/core/solver/loops/levels/every_loop.hpp"

// The loops under a name of their own, so that the program's stay what they are.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define MARGINLAB_EVERY_LEVEL __attribute__((target("arch=x86-64-v3")))
#else
#define MARGINLAB_EVERY_LEVEL
#endif
#define loops loops_v3
#include "core/solver/loops/product_loops.cpp"  // NOLINT(bugprone-suspicious-include)
#include "core/solver/loops/triangle_loops.cpp" // NOLINT(bugprone-suspicious-include)
#include "core/solver/loops/vector_loops.cpp"   // NOLINT(bugprone-suspicious-include)
#include "tests/core/solver/loops/levels/every_loop_body.hpp"

std::vector<double> tests::every_loop_v3(int n, int seed) {
  return run(n, seed);
}
