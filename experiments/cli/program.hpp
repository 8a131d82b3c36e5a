#pragma once
#include <functional>

#include "experiments/run/run.hpp"

namespace experiments {

/// What `run` does with what it was asked.
using Runner = std::function<int(const RunRequest&)>;

/// The program: parses the command line, calls the verb, says what went wrong. Returns the exit code.
int program(int argc, char** argv, const Runner& runner);

} // namespace experiments
