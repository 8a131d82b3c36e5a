#include "experiments/cli/program.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <sstream>

#include "core/contract.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/cli/unknown_word.hpp"
#include "experiments/yaml/diagnostics.hpp"
#include "experiments/yaml/text.hpp"
#include "results/store/hdf5/provenance.hpp"

namespace experiments {
namespace {

using command_line::Action;
using command_line::Runner;

/// A first word that is no verb gets the verbs and the nearest of them.
void require_verb(const CLI::App& app, const std::string& word) {
  std::vector<std::string> verbs;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (verb->get_name() == word) return;
    if (!verb->get_name().starts_with("__")) verbs.push_back(verb->get_name());
  }
  const auto near = closest(word, verbs);
  core::require(false, "There is no verb '" + printable(word) + "'." +
                           (near ? " Did you mean '" + *near + "'?" : " See all with marginlab --help."));
}

/// An option with an empty word behind it is a shell's variable that is not set, not a wish for the default.
void require_values(const std::vector<std::string>& words) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    const bool is_empty_value = word.starts_with("--") && word.ends_with("=");
    const bool is_before_nothing = word.starts_with("--") && i + 1 < words.size() && words[i + 1].empty();
    core::require(!is_empty_value && !is_before_nothing,
                  word + (is_before_nothing ? " ''" : "") +
                      ": the word is empty. Name something, or leave the option out.");
  }
}

/// The rest of the program knows of the folder from the environment alone.
void use_data_folder(const std::string& folder) {
  core::require(std::filesystem::is_directory(folder),
                "--data " + folder + ": there is no such folder. Name one that exists.");
  core::expect(setenv("MARGINLAB_DATA", folder.c_str(), 1) == 0, "the environment takes the folder");
}

/// A row of the table of verbs.
struct Verb {
  std::string name, summary;
  std::function<Action(CLI::App&)> add{};
  std::string footer{};      ///< of a verb that is only the name of its parts
  std::vector<Verb> parts{}; ///< of which one must be named
};

Verb data_verb() {
  using namespace command_line;
  return {"data",
          "The published data sets: list, fetch, verify, where",
          {},
          "Files are looked for in --data DIR or MARGINLAB_DATA, then in the cache.\nExample:\n"
          "  marginlab data fetch liver ionosphere",
          {{"list", "what each is, where it comes from, its licence, and whether it is here", add_data_list},
           {"fetch", "get data sets from their publishers", add_data_fetch},
           {"verify", "read what is here and assert bytes, shapes and classes", add_data_verify},
           {"where", "the folders that are looked into, and the files found", add_data_where}}};
}

Verb worker_verb() {
  return {"worker",
          "Programs in other languages that are methods or data of a study",
          {},
          "",
          {{"test", "try each as our own methods are tried", command_line::add_worker_test}}};
}

Verb submit_verb() {
  return {"submit",
          "Compute a study on a cluster, in shards",
          {},
          "",
          {{"slurm", "A Slurm array with a task a shard, and a job that merges them",
            command_line::add_submit_slurm}}};
}

/// In the order of --help.
std::vector<Verb> verbs(const CLI::App& app, const Runner& runner) {
  using namespace command_line;
  return {{"run", "Compute what is missing of a study and print its tables",
           [runner](CLI::App& verb) { return add_run(verb, runner); }},
          {"plan", "Say what a run would compute, how much is stored already, and how long", add_plan},
          {"check", "Read configs and report every mistake in them, computing nothing", add_check},
          {"referee", "Say which numbers of a printed table arithmetic rules out, computing nothing",
           add_referee},
          {"status", "How far a run is, while it runs or after", add_status},
          {"report", "The tables of a stored study, in any format", add_report},
          {"figure", "Draw the chart of a stored study, or its comparison with the paper, as SVG and PDF",
           add_figure},
          {"inspect", "What is in a results.h5 or a model: tree, columns, units, provenance, summary",
           add_inspect},
          {"diff", "Compare two stored studies, cell by cell or within Monte Carlo error", add_diff},
          {"replay", "Recompute one stored cell alone and compare it bit for bit", add_replay},
          {"rerun", "Run again what a results.h5 says it is, and compare", add_rerun},
          {"certify", "Show that a study's numbers do not depend on the number of threads", add_certify},
          {"merge", "Make one result out of the journals of shards", add_merge},
          {"fsck", "Look a run directory through for damage, changing nothing", add_fsck},
          {"bundle", "Pack a stored study as a folder that others can check", add_bundle},
          {"audit", "Check a bundle, replay cells of it, and say how many may be altered", add_audit},
          {"draws", "Write the draws of a study as files, for programs in any language", add_draws},
          {"score", "Make probabilities that another program computed a row of a study's table", add_score},
          {"fit", "Fit a method to a file of your own, score it, and store the model", add_fit},
          {"predict", "Class probabilities of a stored model for the rows of a file", add_predict},
          submit_verb(),
          {"cancel", "End the jobs that compute a run directory on a cluster", add_cancel},
          {"list", "What a config may name, with every parameter", add_list},
          {"schema", "What a config may say, as a JSON Schema for editors", add_schema},
          {"explain", "What a word means that a report or a page uses", add_explain},
          data_verb(),
          {"init", "Make a study of your own that runs at once, to be changed file by file", add_init},
          worker_verb(),
          {"completion", "Print a tab-completion script for a shell", add_completion},
          {"__complete", "", [&app](CLI::App& verb) { return add_complete(verb, app); }}};
}

void add(const Verb& verb, CLI::App& app, int& exit_code) {
  CLI::App* const added = app.add_subcommand(verb.name, verb.summary);
  if (!verb.parts.empty()) added->require_subcommand(1);
  for (const Verb& part : verb.parts) add(part, *added, exit_code);
  if (!verb.footer.empty()) added->footer(verb.footer); // after the parts, which would take it over
  if (verb.add) added->callback([action = verb.add(*added), &exit_code] { exit_code = action(); });
}

/// help VERB is VERB --help, and help alone is --help.
std::vector<char*> with_help_last(int argc, char** argv) {
  static char asked[] = "--help"; // parsing takes words that may be written to
  std::vector<char*> words(argv, argv + argc);
  if (argc < 2 || std::string_view(argv[1]) != "help") return words;
  words.erase(words.begin() + 1);
  words.push_back(asked);
  return words;
}

int parse_and_call(std::vector<char*> given, const Runner& runner) {
  const int argc = static_cast<int>(given.size());
  char** const argv = given.data();
  CLI::App app{
      "marginlab: run one YAML file and get a paper's table back, the published number beside its own,\n"
      "a Monte Carlo error on both, and a verdict."};
  app.require_subcommand(1);
  app.set_version_flag("--version", results::build_version);
  app.footer(
      "Examples:\n"
      "  marginlab run wang2008/table1\n"
      "  marginlab report runs/wang2008/table1 --format md\n"
      "  marginlab help VERB\n"
      "Results go to standard output, everything else to standard error.\n"
      "Exit codes:\n"
      "    0  all went well\n"
      "    2  a mistake in the words, the config or the data; nothing is written\n"
      "    3  cells failed, fsck or audit found damage, or replay, rerun, certify, merge or diff found a "
      "difference\n"
      "    4  --verify found a verdict off, or referee an impossible number\n"
      "   75  interrupted, or the disk is full; the same command goes on from there\n"
      "  130  ended by Ctrl-C, 143 by SIGTERM; the same command goes on from there");
  app.fallthrough(); // so that --data may stand behind a verb as well
  app.add_option_function<std::string>("--data", use_data_folder, "a folder of data sets, looked into first");
  int exit_code = 0;
  for (const Verb& verb : verbs(app, runner)) add(verb, app, exit_code);
  if (argc > 1 && argv[1][0] != '-') require_verb(app, argv[1]);
  if (argc > 1 && std::string_view(argv[1]) != "__complete") require_values({argv, argv + argc});
  try {
    app.parse(argc, argv);
  } catch (const CLI::ExtrasError&) {
    throw core::UserError(command_line::said_of_unknown_words(app));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error); // help and version
    throw core::UserError(command_line::said_of_wrong_words(app, error.what(), {argv, argv + argc}));
  }
  return exit_code;
}

} // namespace

int program(int argc, char** argv, const std::function<int(const RunOptions&)>& runner) {
  command_line::open_standard_descriptors();
  std::signal(SIGXFSZ, SIG_IGN); // a write beyond a limit on a file's size then fails, and says so
  try {
    return command_line::after_output(parse_and_call(with_help_last(argc, argv), runner));
  } catch (...) {
    return command_line::said_of_exception();
  }
}

} // namespace experiments

namespace experiments::command_line {

std::filesystem::path results_file(const std::filesystem::path& given) {
  const auto file = std::filesystem::is_directory(given) ? given / "results.h5" : given;
  core::require(std::filesystem::exists(file),
                file.string() +
                    ": there is no such file. Run the study first, or name a run directory or a results.h5.");
  return file;
}

} // namespace experiments::command_line
