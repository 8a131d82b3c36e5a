#include <exception>

#include "tests/fuzz/harness.hpp"

namespace fuzz {

std::string finding(Harness harness, std::string_view bytes) {
  try {
    harness(bytes);
    return "";
  } catch (const std::exception& error) {
    return std::string("an undocumented exception: ") + error.what();
  } catch (...) {
    return "an undocumented exception of no known type";
  }
}

} // namespace fuzz
