#include "experiments/rerun.hpp"

#include "experiments/command_line/verbs.hpp"
#include "experiments/executor/threads.hpp"
#include "experiments/schedule.hpp"

namespace experiments::command_line {

void add_rerun(CLI::App& app, ExitCode& exit_code) {
  auto* verb = app.add_subcommand("rerun", "Run again what a results.h5 says it is, and compare");
  struct Request {
    std::string source;
    Campaign campaign;
    int threads = 0;
  };
  auto request = std::make_shared<Request>();
  verb->add_option("SOURCE", request->source, "a run directory or a results.h5")->required();
  verb->add_option("--out", request->campaign.directory,
                   "the new run directory (default: that of SOURCE + .rerun)");
  verb->add_option("--threads", request->threads, "default: all processors")->check(CLI::Range(1, 4096));
  verb->add_flag("--quiet", request->campaign.quiet, "no progress");
  verb->footer(
      "Needs the file alone: the settings are stored in it. The stored config is put beside the new "
      "results.\n"
      "Exit code 0 if the data are the same bit for bit, 3 if not.\n"
      "Example:\n  marginlab rerun results.h5 --out runs/again");
  verb->callback([request, &exit_code] {
    const auto file = results_file(request->source);
    if (request->campaign.directory.empty())
      request->campaign.directory = std::filesystem::absolute(file).parent_path().string() + ".rerun";
    Threads threads(request->threads > 0 ? request->threads : default_threads());
    exit_code = rerun(file, request->campaign, threads);
  });
}

} // namespace experiments::command_line
