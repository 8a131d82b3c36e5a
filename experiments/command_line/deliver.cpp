#include <fmt/format.h>

#include <fstream>

#include "core/contract.hpp"
#include "experiments/command_line/verbs.hpp"
#include "results/replace_file.hpp"

namespace experiments::command_line {

void deliver(const std::string& text, const std::string& out) {
  if (out.empty()) {
    fmt::print("{}", text);
    return;
  }
  results::replace_file(out, [&](const std::filesystem::path& temporary) {
    std::ofstream file(temporary, std::ios::binary);
    file << text;
    core::require(file.good(), "cannot write " + out + " (the file or its disk refused) choose another name");
  });
}

} // namespace experiments::command_line
