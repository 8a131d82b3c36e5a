#include <cstdint>

#include "tests/fuzz/harness.hpp"

// The one function that libFuzzer calls, with MARGINLAB_HARNESS the harness of this program. An exception
// that the harness lets through ends the program, which libFuzzer reports and keeps the input of.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t length) {
  fuzz::MARGINLAB_HARNESS({reinterpret_cast<const char*>(bytes), length});
  return 0;
}
