#include <algorithm>
#include <cstdint>
#include <cstring>

#include "tests/fuzz/harness.hpp"
#ifdef MARGINLAB_CHANGE
#include "tests/fuzz/structure.hpp"
#endif

// The functions that libFuzzer calls, with MARGINLAB_HARNESS the harness of this program. An exception that
// the harness lets through ends the program, which libFuzzer reports and keeps the input of.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t length) {
  fuzz::MARGINLAB_HARNESS({reinterpret_cast<const char*>(bytes), length});
  return 0;
}

#ifdef MARGINLAB_CHANGE
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* bytes, std::size_t length, std::size_t most);

/// Three changes of four keep the structure that MARGINLAB_CHANGE knows; the fourth is libFuzzer's own.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* bytes, std::size_t length, std::size_t most,
                                               unsigned seed) {
  fuzz::Coin coin(seed);
  if (coin() % 4 == 0) return LLVMFuzzerMutate(bytes, length, most);
  const std::string text = fuzz::MARGINLAB_CHANGE({reinterpret_cast<const char*>(bytes), length}, coin);
  const std::size_t kept = std::min(text.size(), most);
  std::memcpy(bytes, text.data(), kept);
  return kept;
}
#endif
