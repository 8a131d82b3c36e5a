#include "experiments/verify/bundle.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <atomic>

#include "experiments/cli/heartbeat.hpp"
#include "experiments/cli/program.hpp"
#include "experiments/run/threads.hpp"
#include "experiments/terminal/terminal.hpp"
#include "experiments/verify/audit.hpp"

namespace experiments::command_line {
namespace {

/// Says how far the replay is where it takes long.
std::vector<Finding> audited(AuditRequest request) {
  std::atomic<std::size_t> done = 0, all = 0;
  request.heard = [&](std::size_t so_far, std::size_t of) {
    done = so_far;
    all = of;
  };
  const Heartbeat heartbeat([&](double) {
    return all == 0 ? std::string("reading the bundle, or replaying its first cell")
                    : fmt::format("{} of {} cells are replayed", done.load(), all.load());
  });
  return audit(request);
}

} // namespace

Action add_bundle(CLI::App& verb) {
  struct Request {
    std::string source;
    BundleRequest made;
  };
  auto request = std::make_shared<Request>();
  verb.add_option("DIR", request->source, "a run directory or a results.h5")->required();
  verb.add_option("--out", request->made.out, "a new folder (default: that of the results + .bundle)");
  verb.add_option("--licence", request->made.licence, "an SPDX identifier, such as CC-BY-4.0")
      ->capture_default_str();
  verb.footer(
      "The folder is an RO-Crate 1.1: results.h5, config, report.html, and their SHA-256 in "
      "ro-crate-metadata.json.\n"
      "Pack it with tar czf or zip -r. Whoever has it checks it with marginlab audit.\n"
      "Example:\n  marginlab bundle runs/wang2008/table1 --out table1.bundle");
  return [request] {
    BundleRequest& made = request->made;
    made.file = results_file(request->source);
    if (made.out.empty()) made.out = std::filesystem::absolute(made.file).parent_path().string() + ".bundle";
    bundle(made);
    print_text("{}\n", made.out.string());
    return 0;
  };
}

Action add_audit(CLI::App& verb) {
  auto request = std::make_shared<AuditRequest>();
  verb.add_option("BUNDLE", request->folder, "a folder that marginlab bundle made, unpacked")->required();
  verb.add_option("--cells", request->cells, "how many cells are computed again")
      ->check(CLI::Range(std::int64_t{0}, std::int64_t{1000000000}))
      ->capture_default_str();
  verb.add_option("--seed", request->seed, "chooses the cells; one of your own, which nobody could know")
      ->capture_default_str();
  verb.add_option("--threads", request->threads, "default: all processors")->check(CLI::Range(1, 4096));
  add_programs(verb);
  verb.footer(
      "Checks every file, replays the chosen cells, and says how many others may be altered all the same.\n"
      "Exit code 3 if something is damaged or altered, 2 if the folder is no bundle.\n"
      "Examples:\n"
      "  marginlab audit table1.bundle\n"
      "  marginlab audit table1.bundle --cells 200 --seed 20761");
  return [request] {
    if (request->threads == 0) request->threads = default_threads();
    int code = 0;
    for (const Finding& finding : audited(*request)) {
      print_text("{}  {}\n", word(finding.grade), finding.sentence);
      if (finding.grade == Finding::Grade::damage) code = 3;
    }
    return code;
  };
}

} // namespace experiments::command_line
