#include "experiments/fsck.hpp"

#include <fmt/format.h>

#include "experiments/command_line/verbs.hpp"

namespace experiments::command_line {
namespace {

const char* word(Finding::Grade grade) {
  return grade == Finding::Grade::sound ? "ok    " : grade == Finding::Grade::note ? "note  " : "DAMAGE";
}

} // namespace

void add_fsck(CLI::App& app, ExitCode& exit_code) {
  auto* verb = app.add_subcommand("fsck", "Look a run directory through for damage, changing nothing");
  auto directory = std::make_shared<std::string>();
  verb->add_option("DIR", *directory, "a run directory")->required();
  verb->footer(
      "Damage costs the cells it strikes: the next run computes them again. Exit code 3 if there is any.\n"
      "Example:\n  marginlab fsck runs/wang2008/table1");
  verb->callback([directory, &exit_code] {
    for (const Finding& finding : examine(*directory)) {
      fmt::print("{}  {}\n", word(finding.grade), finding.sentence);
      if (finding.grade == Finding::Grade::damage) exit_code = 3;
    }
  });
}

} // namespace experiments::command_line
