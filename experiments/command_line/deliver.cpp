#include <fmt/format.h>

#include "experiments/command_line/verbs.hpp"
#include "results/replace_file.hpp"

namespace experiments::command_line {

void deliver(const std::string& text, const std::string& out) {
  if (out.empty())
    fmt::print("{}", text);
  else
    results::replace_file(out, text);
}

} // namespace experiments::command_line
