#include "experiments/diff.hpp"

#include "experiments/command_line/verbs.hpp"

namespace experiments::command_line {

void add_diff(CLI::App& app, ExitCode& exit_code) {
  auto* verb =
      app.add_subcommand("diff", "Compare two stored studies, cell by cell or within Monte Carlo error");
  auto request = std::make_shared<DiffRequest>();
  verb->add_option("A", request->a, "a run directory or a results.h5")->required();
  verb->add_option("B", request->b, "another")->required();
  verb->add_flag("--exact", request->exact, "only equal bits count as equal");
  verb->footer(
      "Cells of the same setting and replicate are compared bit for bit. Points of the design whose "
      "settings\n"
      "differ - another seed, other parameters - are matched by their places, and their means are compared\n"
      "within Monte Carlo error, with what chance would do among as many.\n"
      "Exit code 0 where nothing differs, 3 where something does, 2 where a file cannot be read.\n"
      "Examples:\n"
      "  marginlab diff runs/wang2008/table1 other/results.h5 --exact   # the same study on two machines\n"
      "  marginlab run wang2008/table1 seed=2 --out runs/seed2\n"
      "  marginlab diff runs/wang2008/table1 runs/seed2                 # the same study, other draws");
  verb->callback([request, &exit_code] { exit_code = diff(*request); });
}

} // namespace experiments::command_line
