#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "core/contract.hpp"
#include "tests/fuzz/harness.hpp"
#include "tests/support/catch.hpp"

namespace {

namespace fs = std::filesystem;

/// By the name of their folders below corpus/ and crashes/.
const std::map<std::string, fuzz::Harness> harnesses{
    {"yaml", fuzz::yaml},       {"csv", fuzz::csv},   {"libsvm", fuzz::libsvm}, {"arff", fuzz::arff},
    {"journal", fuzz::journal}, {"hdf5", fuzz::hdf5}, {"card", fuzz::card}};

std::vector<fs::path> files_of(const std::string& folder) {
  std::vector<fs::path> files;
  const fs::path path = fs::path(MARGINLAB_SOURCE_DIR) / "tests/fuzz" / folder;
  if (!fs::exists(path)) return files;
  for (const auto& entry : fs::directory_iterator(path)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::string bytes_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

} // namespace

TEST_CASE("a harness that lets an exception through is reported", "[fuzz][degenerate]") {
  using fuzz::finding;
  CHECK(finding([](std::string_view) -> bool { throw std::out_of_range("past the end"); }, "") ==
        "an undocumented exception: past the end");
  CHECK(finding([](std::string_view) -> bool { throw core::UserError("not caught by the harness"); }, "") ==
        "an undocumented exception: not caught by the harness");
  CHECK(finding([](std::string_view) -> bool { throw 3; }, "") ==
        "an undocumented exception of no known type");
  CHECK(finding([](std::string_view) { return false; }, "").empty());
}

TEST_CASE("every file of the corpus and every crash ever found is read or refused", "[fuzz][degenerate]") {
  for (const auto& [name, harness] : harnesses) {
    CHECK(files_of("corpus/" + name).size() > 1);
    for (const char* folder : {"corpus/", "crashes/"})
      for (const fs::path& file : files_of(folder + name)) {
        CAPTURE(file);
        CHECK(fuzz::finding(harness, bytes_of(file)) == "");
      }
  }
}

TEST_CASE("the sound seeds are read, so that what is made of them begins where readers accept", "[fuzz]") {
  const std::map<std::string, std::vector<std::string>> sound{
      {"yaml", {"small", "extended"}},
      {"csv", {"header", "semicolons", "blanks", "tabs", "byte_order_mark"}},
      {"libsvm", {"sparse", "words"}},
      {"arff", {"dense", "sparse"}},
      {"journal", {"sound", "unsealed", "torn"}},
      {"hdf5", {"results", "model", "fitted", "predictor"}},
      {"card", {"small", "table"}}};
  for (const auto& [name, seeds] : sound)
    for (const std::string& seed : seeds) {
      CAPTURE(name, seed);
      CHECK(harnesses.at(name)(bytes_of(fs::path(MARGINLAB_SOURCE_DIR) / "tests/fuzz/corpus" / name / seed)));
    }
}
