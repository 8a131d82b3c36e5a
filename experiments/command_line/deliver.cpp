#include <fmt/format.h>

#include "experiments/command_line/verbs.hpp"
#include "experiments/write_text.hpp"

namespace experiments::command_line {

void deliver(const std::string& text, const std::string& out) {
  if (out.empty())
    fmt::print("{}", text);
  else
    write_text(out, text);
}

} // namespace experiments::command_line
