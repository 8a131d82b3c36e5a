#define CATCH_CONFIG_MAIN // version 3 brings its own
#include "tests/support/catch.hpp"

#ifdef MARGINLAB_SANITIZED
/// What libomp itself keeps of threads that asked it for a team and have ended is not a leak of ours. A leak
/// below a frame of libomp, as in a cell that its threads compute, goes unseen with it.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libomp.so";
}
#endif
