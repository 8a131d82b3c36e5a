#include "tests/results/report/golden.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "tests/support/catch.hpp"

namespace {

std::string path_of(const std::string& name) {
  return std::string(MARGINLAB_SOURCE_DIR) + "/tests/results/report/golden/" + name;
}

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

} // namespace

std::string first_difference(const std::string& one, const std::string& other) {
  std::istringstream a(one), b(other);
  for (int number = 1;; ++number) {
    std::string left, right;
    const bool more_left = static_cast<bool>(std::getline(a, left)),
               more_right = static_cast<bool>(std::getline(b, right));
    if (!more_left && !more_right) return one == other ? "" : "the last line break";
    if (left != right || more_left != more_right)
      return "line " + std::to_string(number) + "\n" + left + "\n" + right;
  }
}

void check_golden(const std::string& name, const std::string& text) {
  CAPTURE(name);
  if (std::getenv("MARGINLAB_WRITE_GOLDEN") != nullptr) {
    std::ofstream(path_of(name), std::ios::binary) << text;
    FAIL_CHECK("golden file written; read it, then run without MARGINLAB_WRITE_GOLDEN");
    return;
  }
  CHECK(first_difference(text, content(path_of(name))) == "");
}
