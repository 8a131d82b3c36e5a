#include <fmt/format.h>

#include "experiments/command_line/verbs.hpp"
#include "experiments/run.hpp"

namespace experiments::command_line {

void add_plan(CLI::App& app, ExitCode& exit_code) {
  auto* verb =
      app.add_subcommand("plan", "Say what a run would compute, how much is stored already, and how long");
  auto request = std::make_shared<RunRequest>();
  verb->add_option("CONFIG", request->config, "a path or a study name")->required();
  verb->add_option("OVERRIDE", request->overrides, "key=value, as for run");
  verb->add_option("--out", request->directory, "the run directory (default: runs/STUDY)");
  verb->add_option("--threads", request->threads, "for the estimate of time")->check(CLI::Range(1, 4096));
  verb->footer("Example:\n  marginlab plan wang2008/table1 replications=500");
  verb->callback([request, &exit_code] {
    request->dry_run = true;
    exit_code = run(*request);
  });
}

} // namespace experiments::command_line
