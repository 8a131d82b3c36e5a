#include "experiments/merge.hpp"

#include "experiments/command_line/verbs.hpp"

namespace experiments::command_line {

void add_merge(CLI::App& app, ExitCode& exit_code) {
  auto* verb = app.add_subcommand("merge", "Make one result out of the journals of shards");
  auto directories = std::make_shared<std::vector<std::filesystem::path>>();
  verb->add_option("DIR", *directories, "run directories of one study; the first takes the others' cells in")
      ->required();
  verb->footer(
      "The union of all cells; one that is stored twice with different values is an error (exit code 3).\n"
      "Exit code 75 if cells are missing: run their shards, and merge again.\n"
      "Examples:\n"
      "  marginlab merge runs/wang2008/table3\n"
      "  marginlab merge here/table3 /mnt/there/table3");
  verb->callback([directories, &exit_code] { exit_code = merge(*directories); });
}

} // namespace experiments::command_line
