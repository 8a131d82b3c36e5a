#include "experiments/cli/program.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <exception>
#include <filesystem>

#include "core/contract.hpp"
#include "experiments/cli/verbs.hpp"
#include "experiments/config/diagnostics.hpp"
#include "results/store/file.hpp"

namespace experiments {
namespace {

namespace verbs = command_line;

/// A first word that is no verb gets the verbs and the nearest of them.
void require_verb(const CLI::App& app, const std::string& word) {
  std::vector<std::string> verbs;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (verb->get_name() == word) return;
    if (!verb->get_name().starts_with("__")) verbs.push_back(verb->get_name());
  }
  const auto near = closest(word, verbs);
  core::require(false, "no verb '" + word + "' (there are: " + listed(verbs) + ")" +
                           (near ? ". Did you mean '" + *near + "'?" : ""));
}

/// The rest of the program knows of the folder from the environment alone.
void use_data_folder(const std::string& folder) {
  core::require(
      std::filesystem::is_directory(folder),
      "--data " + folder + ": no such folder (it would be searched for data sets) name one that exists");
  core::expect(setenv("MARGINLAB_DATA", folder.c_str(), 1) == 0, "the environment takes the folder");
}

int parse_and_call(int argc, char** argv, const Runner& runner) {
  CLI::App app{
      "marginlab: run one YAML file and get a paper's table back, the published number beside ours,\n"
      "a Monte Carlo error on both, and a verdict."};
  app.require_subcommand(1);
  app.set_version_flag("--version", MARGINLAB_VERSION);
  app.footer(
      "Examples:\n"
      "  marginlab run wang2008/table1\n"
      "  marginlab report runs/wang2008/table1 --format md\n"
      "  marginlab VERB --help");
  app.fallthrough(); // so that --data may stand behind a verb as well
  app.add_option_function<std::string>("--data", use_data_folder, "a folder of data sets, looked into first");
  verbs::ExitCode exit_code = 0;
  verbs::add_run(app, exit_code, runner);
  verbs::add_plan(app, exit_code);
  verbs::add_check(app, exit_code);
  verbs::add_status(app, exit_code);
  verbs::add_report(app, exit_code);
  verbs::add_figure(app, exit_code);
  verbs::add_inspect(app, exit_code);
  verbs::add_diff(app, exit_code);
  verbs::add_replay(app, exit_code);
  verbs::add_rerun(app, exit_code);
  verbs::add_certify(app, exit_code);
  verbs::add_merge(app, exit_code);
  verbs::add_fsck(app, exit_code);
  verbs::add_fit(app, exit_code);
  verbs::add_predict(app, exit_code);
  verbs::add_submit(app, exit_code);
  verbs::add_list(app, exit_code);
  verbs::add_data(app, exit_code);
  verbs::add_completion(app, exit_code);
  if (argc > 1 && argv[1][0] != '-') require_verb(app, argv[1]);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  return exit_code;
}

} // namespace

int program(int argc, char** argv, const Runner& runner) {
  try {
    return parse_and_call(argc, argv, runner);
  } catch (const results::StoreFull& error) {
    fmt::print(stderr, "marginlab: {}\n", error.what());
    return 75;
  } catch (const core::UserError& error) {
    fmt::print(stderr, "marginlab: {}\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "marginlab: {} (this is a defect of the program) please report it with the command\n",
               error.what());
    return 1;
  }
}

} // namespace experiments

namespace experiments::command_line {

void deliver(const std::string& text, const std::string& out) {
  if (out.empty())
    fmt::print("{}", text);
  else
    results::replace_file(out, text);
}

std::filesystem::path results_file(const std::filesystem::path& given) {
  const auto file = std::filesystem::is_directory(given) ? given / "results.h5" : given;
  core::require(std::filesystem::exists(file),
                file.string() +
                    " does not exist (nothing has been stored there yet) run the study first, or name a "
                    "run directory or a results.h5");
  return file;
}

} // namespace experiments::command_line
