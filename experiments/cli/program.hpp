#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "experiments/run/run.hpp"

namespace CLI {
class App; // its header takes longer to read than the program
}

namespace experiments {

/// The program: parses the command line, calls the verb, says what went wrong. `runner` is what `run` does
/// with what it was asked. Returns the exit code.
int program(int argc, char** argv, const std::function<int(const RunOptions&)>& runner);

} // namespace experiments

// The verbs of the program, one file a group of them. program.cpp has the table.
namespace experiments::command_line {

/// What `run` does with what it was asked.
using Runner = std::function<int(const RunOptions&)>;

/// What a verb does once its words are parsed. Returns the exit code: 0 all well; 2 usage or config; 3
/// finished with failed cells; 4 --verify found a cell off; 75 interrupted, resumable; 130 and 143 ended by
/// SIGINT and SIGTERM.
using Action = std::function<int()>;

// Each adds the options of a verb, which its action then finds filled in.

// run.cpp
Action add_run(CLI::App& verb, const Runner& runner);
Action add_plan(CLI::App& verb);
Action add_status(CLI::App& verb);
Action add_merge(CLI::App& verb);
Action add_submit_slurm(CLI::App& verb);
Action add_cancel(CLI::App& verb);
// check.cpp
Action add_check(CLI::App& verb);
Action add_referee(CLI::App& verb);
Action add_diff(CLI::App& verb);
Action add_replay(CLI::App& verb);
Action add_rerun(CLI::App& verb);
Action add_certify(CLI::App& verb);
Action add_fsck(CLI::App& verb);
// report.cpp
Action add_report(CLI::App& verb);
Action add_figure(CLI::App& verb);
Action add_inspect(CLI::App& verb);
// bundle.cpp
Action add_bundle(CLI::App& verb);
Action add_audit(CLI::App& verb);
// answers.cpp
Action add_draws(CLI::App& verb);
Action add_score(CLI::App& verb);
// model.cpp
Action add_fit(CLI::App& verb);
Action add_predict(CLI::App& verb);
// data.cpp
Action add_list(CLI::App& verb);
Action add_schema(CLI::App& verb);
Action add_data_list(CLI::App& verb);
Action add_data_fetch(CLI::App& verb);
Action add_data_verify(CLI::App& verb);
Action add_data_where(CLI::App& verb);
// explain.cpp
Action add_explain(CLI::App& verb);
// init.cpp
Action add_init(CLI::App& verb);
// worker.cpp
Action add_worker_test(CLI::App& verb);
// completion.cpp
Action add_completion(CLI::App& verb);
Action add_complete(CLI::App& verb, const CLI::App& app);

/// Adds --programs: a stored study may start the programs of users that it names.
void add_programs(CLI::App& verb);

/// The results.h5 a person means by a run directory or a file. Throws UserError where there is none.
std::filesystem::path results_file(const std::filesystem::path& directory_or_file);

} // namespace experiments::command_line
