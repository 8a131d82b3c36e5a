#pragma once
#include <CLI/CLI.hpp>
#include <memory>

#include "experiments/run/run.hpp"

namespace experiments::command_line {

/// The options of `run`, for every program and verb that runs studies. The request is filled in as they are
/// parsed; a value that cannot be read is a UserError.
std::shared_ptr<RunRequest> add_run_options(CLI::App& verb);

} // namespace experiments::command_line
