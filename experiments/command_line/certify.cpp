#include "experiments/certify.hpp"

#include <fmt/format.h>

#include "experiments/command_line/verbs.hpp"

namespace experiments::command_line {

void add_certify(CLI::App& app, ExitCode& exit_code) {
  auto* verb =
      app.add_subcommand("certify", "Show that a study's numbers do not depend on the number of threads");
  struct Request {
    std::string config;
    std::vector<std::string> overrides;
    std::vector<int> threads{1, 2, 8};
    std::int64_t cells = 40;
  };
  auto request = std::make_shared<Request>();
  verb->add_option("CONFIG", request->config, "a path or a study name")->required();
  verb->add_option("OVERRIDE", request->overrides, "key=value, as for run");
  verb->add_option("--threads", request->threads, "the numbers of threads to compare")
      ->delimiter(',')
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  verb->add_option("--cells", request->cells, "about how many cells, drawn by their keys")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1000000000}))
      ->capture_default_str();
  verb->footer(
      "Computes the sample anew for each number of threads and stores nothing. Exit code 3 if two hashes "
      "differ.\n"
      "Example:\n  marginlab certify wang2008/table1 --threads 1,2,8");
  verb->callback([request, &exit_code] {
    const Certificate made =
        certify(read_job(request->config, request->overrides), request->cells, request->threads);
    for (const Certificate::Run& run : made.runs)
      fmt::print("{:>4} thread(s)  {}\n", run.threads, run.data_hash);
    fmt::print("{}\n", made.holds() ? fmt::format("certified: {} cells, data_hash {}", made.cells,
                                                  made.runs.front().data_hash)
                                    : "NOT certified: the data depend on the number of threads");
    exit_code = made.holds() ? 0 : 3;
  });
}

} // namespace experiments::command_line
