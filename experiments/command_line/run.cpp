#include "experiments/run.hpp"

#include "experiments/command_line/verbs.hpp"

namespace experiments::command_line {

void add_run(CLI::App& app, ExitCode& exit_code) {
  auto* verb = app.add_subcommand("run", "Compute what is missing of a study and print its tables");
  auto request = std::make_shared<RunRequest>();
  verb->add_option("CONFIG", request->config, "a path or a study name such as wang2008/table1")->required();
  verb->add_option("OVERRIDE", request->overrides,
                   "key=value, a dotted path into the config and a YAML value");
  verb->add_option("--out", request->directory, "the run directory (default: runs/STUDY)");
  verb->add_option("--threads", request->threads, "default: all processors")->check(CLI::Range(1, 4096));
  verb->add_flag("--dry-run", request->dry_run, "print the plan and stop");
  verb->add_flag("--verify", request->verify, "exit with 4 if a verdict of the table is off");
  verb->add_flag("--quiet", request->quiet, "no progress");
  verb->footer(
      "Repeating the command resumes: finished cells are never computed twice.\n"
      "Exit codes: 0 all ok; 2 usage or config; 3 finished with failed cells; 4 --verify and a verdict is "
      "off;\n"
      "75 interrupted and resumable; 130, 143 ended by SIGINT, SIGTERM (resumable as well).\n"
      "Examples:\n"
      "  marginlab run wang2008/table1\n"
      "  marginlab run wang2008/table1 replications=500 --threads 8\n"
      "  marginlab run my_study.yaml methods.bracket.intervals=10 --out runs/ten --verify");
  verb->callback([request, &exit_code] { exit_code = run(*request); });
}

} // namespace experiments::command_line
