#include <fmt/format.h>

#include "core/contract.hpp"
#include "experiments/command_line/verbs.hpp"
#include "experiments/config_roots.hpp"
#include "experiments/methods.hpp"
#include "experiments/plan.hpp"
#include "experiments/plan_text.hpp"
#include "experiments/spec/find_config.hpp"
#include "experiments/spec/read_study.hpp"

namespace experiments::command_line {

void add_check(CLI::App& app, ExitCode& exit_code) {
  auto* verb =
      app.add_subcommand("check", "Read configs and report every mistake in them, computing nothing");
  auto configs = std::make_shared<std::vector<std::string>>();
  verb->add_option("CONFIG", *configs, "paths or study names")->required();
  verb->footer("Example:\n  marginlab check configs/wang2008/table1.yaml my_study.yaml");
  verb->callback([configs, &exit_code] {
    for (const std::string& config : *configs) {
      try {
        const Study study = read_study(find_config(config, config_roots()), {}, catalogue());
        fmt::print("{}: ok, {}\n", study.name, arithmetic(study, expand(study)));
      } catch (const core::UserError& error) {
        fmt::print(stderr, "{}\n", error.what());
        exit_code = 2;
      }
    }
  });
}

} // namespace experiments::command_line
