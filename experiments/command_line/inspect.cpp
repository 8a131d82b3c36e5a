#include "results/hdf5/inspect.hpp"

#include <fmt/format.h>

#include "experiments/command_line/verbs.hpp"

namespace experiments::command_line {

void add_inspect(CLI::App& app, ExitCode&) {
  auto* verb = app.add_subcommand(
      "inspect", "What is in a results.h5 or a model: tree, columns, units, provenance, summary");
  auto file = std::make_shared<std::string>();
  verb->add_option("FILE", *file, "a results.h5, the run directory it lies in, or a model")->required();
  verb->footer("Example:\n  marginlab inspect runs/wang2008/table1/results.h5");
  verb->callback([file] { fmt::print("{}", results::describe(results_file(*file))); });
}

} // namespace experiments::command_line
