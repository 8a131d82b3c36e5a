#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <set>

#include "core/contract.hpp"
#include "datasets/catalog.hpp"
#include "experiments/catalog/external_program.hpp"
#include "experiments/cli/program.hpp"
#include "experiments/config/read_study.hpp"
#include "experiments/terminal/terminal.hpp"
#include "experiments/verify/try_worker.hpp"

// marginlab worker test: programs in other languages that are methods of a study.
namespace experiments::command_line {
namespace {

const char* word(Trial::Verdict verdict) {
  return verdict == Trial::Verdict::passed     ? "ok      "
         : verdict == Trial::Verdict::declined ? "declines"
                                               : "FAILS   ";
}

int classes_of(const Setting& setting) {
  const auto names = datasets::find(setting.data.id).more_than_two(setting.data.parameters);
  return names.empty() ? 2 : static_cast<int>(names.size());
}

/// Prints a line a trial; whether none failed.
bool passes(const Setting& setting, int classes) {
  print_text("{}, {} classes\n", setting.method.name, classes);
  bool all = true;
  for (const Trial& trial : try_worker(setting, classes)) {
    print_text("  {}  {:<42} {:>8.1f} ms{}{}\n", word(trial.verdict), trial.name, 1000 * trial.seconds,
               trial.sentence.empty() ? "" : "  ", trial.sentence);
    all = all && trial.verdict != Trial::Verdict::failed;
  }
  return all;
}

int test_workers(const std::string& config) {
  const Study study = read_study(config, {});
  std::set<std::pair<std::string, int>> tried;
  bool all = true;
  for (const Setting& setting : study.plan.settings) {
    if (!is_external(setting.method)) continue;
    const int classes = classes_of(setting);
    if (tried.emplace(setting.method.name, classes).second) all = passes(setting, classes) && all;
  }
  core::require(!tried.empty(), config +
                                    ": no method of this study is a program of yours. Add one with "
                                    "'method: external'");
  return all ? 0 : 3;
}

} // namespace

Action add_worker_test(CLI::App& verb) {
  auto config = std::make_shared<std::string>();
  verb.add_option("CONFIG", *config, "a path or a study name")->required();
  verb.footer(
      "Tries each program of the study on small made-up samples, as our own methods are tried, and stores "
      "nothing.\n"
      "A program may decline a sample in its own words: its row of such a replicate is then a failed one.\n"
      "Exit code 3 if it fails otherwise, 2 if it does not begin.\n"
      "Example:\n  marginlab worker test my_study.yaml");
  return [config] { return test_workers(*config); };
}

} // namespace experiments::command_line
