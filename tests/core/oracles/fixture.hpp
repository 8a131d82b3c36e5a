#pragma once
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

// Answers of other programs, made by the scripts beside them in tests/fixtures/oracles.
namespace tests {

/// The rows of a fixture without its header, as texts.
inline std::vector<std::vector<std::string>> fixture(const std::string& name) {
  std::ifstream file(std::string(MARGINLAB_SOURCE_DIR "/tests/fixtures/oracles/") + name);
  std::vector<std::vector<std::string>> rows;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    auto& row = rows.emplace_back();
    for (std::string cell; std::getline(cells, cell, ',');) row.push_back(cell);
  }
  return rows;
}

} // namespace tests
