#pragma once
#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>

#include "experiments/cli/program.hpp"

// The verbs of the program, one file each. A verb adds itself to the application in the order of the list in
// program.cpp; when it is called it does its work and leaves the exit code behind.
namespace experiments::command_line {

/// 0 all well; 2 usage or config; 3 finished with failed cells; 4 --verify found a cell off; 75 interrupted,
/// resumable; 130 and 143 ended by SIGINT and SIGTERM.
using ExitCode = int;

void add_run(CLI::App& app, ExitCode& exit_code, const Runner& runner);
void add_plan(CLI::App& app, ExitCode& exit_code);
void add_check(CLI::App& app, ExitCode& exit_code);
void add_status(CLI::App& app, ExitCode& exit_code);
void add_report(CLI::App& app, ExitCode& exit_code);
void add_figure(CLI::App& app, ExitCode& exit_code);
void add_inspect(CLI::App& app, ExitCode& exit_code);
void add_diff(CLI::App& app, ExitCode& exit_code);
void add_replay(CLI::App& app, ExitCode& exit_code);
void add_rerun(CLI::App& app, ExitCode& exit_code);
void add_certify(CLI::App& app, ExitCode& exit_code);
void add_merge(CLI::App& app, ExitCode& exit_code);
void add_fsck(CLI::App& app, ExitCode& exit_code);
void add_fit(CLI::App& app, ExitCode& exit_code);
void add_predict(CLI::App& app, ExitCode& exit_code);
void add_submit(CLI::App& app, ExitCode& exit_code);
void add_list(CLI::App& app, ExitCode& exit_code);
void add_data(CLI::App& app, ExitCode& exit_code);
void add_completion(CLI::App& app, ExitCode& exit_code);

/// The results.h5 a person means by a run directory or a file. Throws UserError where there is none.
std::filesystem::path results_file(const std::filesystem::path& directory_or_file);

/// Prints a text on standard output, or puts it into a file, replaced whole, where one is named.
void deliver(const std::string& text, const std::string& out);

} // namespace experiments::command_line
