#include "tests/experiments/config/support/broken_corpus.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "experiments/config/read_study.hpp"
#include "tests/experiments/config/support/small_catalogue.hpp"

namespace experiments {

namespace fs = std::filesystem;

BrokenCorpus::BrokenCorpus() : before_(fs::current_path()) {
  fs::current_path(fs::path(MARGINLAB_SOURCE_DIR) / "tests/experiments/config/broken");
}

BrokenCorpus::~BrokenCorpus() {
  fs::current_path(before_);
}

std::vector<std::string> BrokenCorpus::names() const {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator("."))
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  if (names.size() < 150) throw std::runtime_error("the corpus of broken configs is not whole");
  return names;
}

std::optional<SpecErrors> errors_of(const std::string& file) {
  try {
    read_study(file, {}, small_catalogue());
  } catch (const SpecErrors& errors) {
    return errors;
  }
  return std::nullopt;
}

std::string bytes_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream bytes;
  bytes << in.rdbuf();
  return bytes.str();
}

std::string expected_of(const std::string& name) {
  if (fs::exists(name + ".expected")) return bytes_of(name + ".expected");
  std::istringstream lines(bytes_of(name + ".yaml"));
  std::string line, expected;
  while (std::getline(lines, line) && line != "# This is what is said of it:") continue;
  while (std::getline(lines, line)) expected += line.substr(std::min<std::size_t>(2, line.size())) + "\n";
  return expected;
}

} // namespace experiments
