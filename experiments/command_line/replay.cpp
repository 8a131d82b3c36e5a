#include "experiments/replay.hpp"

#include "experiments/command_line/verbs.hpp"

namespace experiments::command_line {

void add_replay(CLI::App& app, ExitCode& exit_code) {
  auto* verb = app.add_subcommand("replay", "Recompute one stored cell alone and compare it bit for bit");
  struct Request {
    std::string directory, key;
  };
  auto request = std::make_shared<Request>();
  verb->add_option("DIR", request->directory, "a run directory or a results.h5")->required();
  verb->add_option("KEY", request->key, "SETTING/REPLICATE; the setting's digits may be cut short")
      ->required();
  verb->footer(
      "Exit code 3 if the cell is not what is stored.\nExample:\n  marginlab replay runs/wang2008/table1 "
      "4be1/37");
  verb->callback(
      [request, &exit_code] { exit_code = replay(results_file(request->directory), request->key); });
}

} // namespace experiments::command_line
