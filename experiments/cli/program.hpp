#pragma once
#include <functional>

#include "experiments/run/run.hpp"

namespace experiments {

/// The program: parses the command line, calls the verb, says what went wrong. `runner` is what `run` does
/// with what it was asked. Returns the exit code.
int program(int argc, char** argv, const std::function<int(const RunOptions&)>& runner);

} // namespace experiments
