#include "core/solver/loops/vector_loops.hpp"

// The compiler chooses among these as it chooses among the clones of the loops.
namespace core::loops {
namespace {

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
__attribute__((target("default"))) const char* chosen() {
  return "default";
}
__attribute__((target("arch=x86-64-v3"))) const char* chosen() {
  return "x86-64-v3";
}
__attribute__((target("arch=x86-64-v4"))) const char* chosen() {
  return "x86-64-v4";
}
#else
const char* chosen() {
  return "default";
}
#endif

} // namespace

const char* level() {
  return chosen();
}

} // namespace core::loops
