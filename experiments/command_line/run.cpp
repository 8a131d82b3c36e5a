#include "experiments/run.hpp"

#include "experiments/command_line/run_options.hpp"
#include "experiments/command_line/verbs.hpp"

namespace experiments::command_line {

void add_run(CLI::App& app, ExitCode& exit_code, const Runner& runner) {
  auto* verb = app.add_subcommand("run", "Compute what is missing of a study and print its tables");
  const auto request = add_run_options(*verb);
  verb->footer(
      "Repeating the command resumes: finished cells are never computed twice.\n"
      "Exit codes: 0 all ok; 2 usage or config; 3 finished with failed cells; 4 --verify and a verdict is "
      "off;\n"
      "75 interrupted and resumable; 130, 143 ended by SIGINT, SIGTERM (resumable as well).\n"
      "Examples:\n"
      "  marginlab run wang2008/table1\n"
      "  marginlab run wang2008/table1 replications=500 --threads 8\n"
      "  marginlab run my_study.yaml methods.bracket.intervals=10 --out runs/ten --verify\n"
      "  marginlab run my_study.yaml until='{mcse: 0.002, of: gkl, max: 2000}'\n"
      "  marginlab run wang2008/table3 --time-budget 55m\n"
      "  marginlab run my_study.yaml --isolate process --cell-timeout 10m --cell-memory 4G\n"
      "  marginlab run wang2008/table3 --shard 3/40 --out /shared/table3");
  verb->callback([request, &exit_code, runner] { exit_code = runner(*request); });
}

} // namespace experiments::command_line
