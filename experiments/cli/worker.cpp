#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <set>

#include "core/contract.hpp"
#include "experiments/catalog/external_program.hpp"
#include "experiments/catalog/methods.hpp"
#include "experiments/cli/program.hpp"
#include "experiments/config/read_study.hpp"
#include "experiments/terminal/terminal.hpp"
#include "experiments/verify/try_worker.hpp"

// marginlab worker test: programs in other languages that are methods or data of a study.
namespace experiments::command_line {
namespace {

const char* word(Trial::Verdict verdict) {
  return verdict == Trial::Verdict::passed     ? "ok      "
         : verdict == Trial::Verdict::declined ? "declines"
                                               : "FAILS   ";
}

int classes_of(const Setting& setting) {
  const auto names = find(data_sets(), setting.data.id).more_than_two(setting.data.parameters);
  return names.empty() ? 2 : static_cast<int>(names.size());
}

/// Prints a line a trial; whether none failed.
bool passes(const std::string& what, const std::vector<Trial>& trials) {
  print_text("{}\n", what);
  bool all = true;
  for (const Trial& trial : trials) {
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
    const int classes = classes_of(setting);
    if (is_external(setting.data) && tried.emplace("data " + setting.data.name, classes).second)
      all = passes(setting.data.name + ", data", try_generator(setting)) && all;
    if (is_external(setting.method) && tried.emplace("method " + setting.method.name, classes).second)
      all =
          passes(fmt::format("{}, {} classes", setting.method.name, classes), try_worker(setting, classes)) &&
          all;
  }
  for (const ExternalMetric& metric : study.plan.measured) {
    std::set<int> counts;
    for (const Setting& setting : study.plan.settings) counts.insert(classes_of(setting));
    for (const int classes : counts)
      if (tried.emplace("metric " + metric.columns.front(), classes).second)
        all = passes(fmt::format("'{}', {} classes", metric.program.label, classes),
                     try_metric(metric, classes)) &&
              all;
  }
  core::require(!tried.empty(),
                config +
                    ": no method, data set or metric of this study is a program of yours. Add one "
                    "with 'method: external', 'source: external' or 'metric: external'");
  return all ? 0 : 3;
}

} // namespace

Action add_worker_test(CLI::App& verb) {
  auto config = std::make_shared<std::string>();
  verb.add_option("CONFIG", *config, "a path or a study name")->required();
  verb.footer(
      "Tries each method of the study that is a program on small made-up samples, as our own methods are "
      "tried.\n"
      "Lets each program that draws data draw twice, and each metric measure made-up probabilities. Stores "
      "nothing.\n"
      "A program may decline a sample in its own words: its row of such a replicate is then a failed one.\n"
      "Exit code 3 if it fails otherwise, 2 if it does not begin.\n"
      "Example:\n  marginlab worker test my_study.yaml");
  return [config] { return test_workers(*config); };
}

} // namespace experiments::command_line
