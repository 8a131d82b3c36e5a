#define CATCH_CONFIG_MAIN // version 3 brings its own
#include "tests/support/catch.hpp"

#ifdef MARGINLAB_SANITIZED
/// Reports name functions and lines by addr2line, which comes with g++, unless ASAN_OPTIONS names another.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
  return "external_symbolizer_path=/usr/bin/addr2line";
}

/// What libomp itself allocates for threads that asked it for a team and have ended is not a leak of ours.
/// Its allocating functions have no name outside it; __kmpc_free is the one with a name before them. What a
/// team of its threads leaks on our behalf is seen.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
  return "leak:__kmpc_free";
}
#endif
