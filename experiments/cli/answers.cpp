#include <CLI/CLI.hpp>

#include "core/contract.hpp"
#include "core/settings/words.hpp"
#include "experiments/answers/draws.hpp"
#include "experiments/answers/score.hpp"
#include "experiments/cli/program.hpp"

// What leaves a study for other programs, and comes back from them.
namespace experiments::command_line {
namespace {

/// Words with '=' that are no file are overrides.
void divide(const std::vector<std::string>& words, ScoreRequest& request) {
  for (const std::string& word : words) {
    const bool is_override = word.find('=') != std::string::npos && !std::filesystem::exists(word);
    (is_override ? request.run.overrides : request.files).push_back(word);
  }
  core::require(!request.files.empty(), "There is no file of probabilities. Name one: marginlab score " +
                                            request.run.config + " FILE.csv --name my_method.");
}

const core::Words<bool> draw_formats{{"csv", false}, {"npy", true}};

} // namespace

Action add_draws(CLI::App& verb) {
  auto request = std::make_shared<DrawsRequest>();
  verb.add_option("CONFIG", request->config, "a path or a study name such as wang2008/table1")->required();
  verb.add_option("OVERRIDE", request->overrides, "key=value, as for run");
  verb.add_option("--out", request->directory, "a new folder for the files")->required();
  verb.add_option("--replicates", request->replicates,
                  "which replications, counted from 1: 7, or 1-20 (default: all of the study)");
  verb.add_option_function<std::string>(
          "--format", [request](const std::string& word) { request->as_npy = draw_formats.of(word); },
          "csv, or npy: arrays of numpy (default: csv)")
      ->check(CLI::IsMember(draw_formats.all()));
  verb.add_flag("--unlicensed", request->unlicensed,
                "write the rows of published data that state no licence, too");
  verb.footer(
      "Each draw has a folder: train.csv, tune.csv where the study tunes on a sample of its own, test.csv.\n"
      "Columns: x1 to xp, y, and p (or p_1 to p_K) where the true probabilities are known.\n"
      "y is 1 or -1, or 1 to K. manifest.json lists the draws with the SHA-256 of each file.\n"
      "Examples:\n"
      "  marginlab draws wang2008/table1 --out draws\n"
      "  marginlab draws wang2008/table1 --replicates 1-20 --format npy --out draws");
  return [request] { return write_draws(*request); };
}

Action add_score(CLI::App& verb) {
  auto request = std::make_shared<ScoreRequest>();
  auto words = std::make_shared<std::vector<std::string>>();
  verb.add_option("CONFIG", request->run.config, "a path or a study name such as wang2008/table1")
      ->required();
  verb.add_option("FILE", *words, "probabilities, and key=value as for run")->required();
  verb.add_option("--name", request->name, "what the study calls the method")->required();
  verb.add_option("--label", request->label, "what the table calls it (default: the name)");
  verb.add_option("--out", request->run.directory, "the run directory (default: runs/STUDY)");
  verb.add_option("--threads", request->run.threads, "default: all processors")->check(CLI::Range(1, 4096));
  verb.add_flag("--replace", request->replace, "take the place of other probabilities of this name");
  verb.add_flag("--verify", request->run.verify, "exit with 4 if a verdict of the table is off");
  verb.add_flag("--quiet", request->run.quiet, "no progress");
  verb.add_flag("--details", request->run.details, "print every standard error, z and convention");
  verb.footer(
      "FILE is a CSV with the columns draw, point and probability, or draw, point, p_1 to p_K:\n"
      "the name of the draw's folder, the row of test.csv from 1, P(y = 1) or P(y = k).\n"
      "Or FILE is a numpy array [points] or [points x K] for each draw, called by the draw: NAME.npy.\n"
      "The row stays in the run directory. run, merge, report, fsck and diff keep it.\n"
      "Examples:\n"
      "  marginlab score wang2008/table1 mine.csv --name my_method --label 'My method'\n"
      "  marginlab score wang2008/table1 replications=20 answers/*.npy --name my_method");
  return [request, words] {
    divide(*words, *request);
    return score(*request);
  };
}

} // namespace experiments::command_line
