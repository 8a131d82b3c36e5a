#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <atomic>
#include <fstream>
#include <memory>
#include <optional>

#include "core/contract.hpp"
#include "experiments/cli/heartbeat.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/cli/program.hpp"
#include "experiments/model/compare.hpp"
#include "experiments/model/fit.hpp"
#include "experiments/model/predict.hpp"
#include "experiments/model/prior.hpp"
#include "experiments/model/summary.hpp"
#include "experiments/plan/plan.hpp"
#include "experiments/run/threads.hpp"
#include "experiments/terminal/durations.hpp"
#include "experiments/terminal/terminal.hpp"
#include "results/store/hdf5/model_file.hpp"

namespace experiments::command_line {
namespace {

/// How far a fit is; it speaks from when the fit begins until it is ended.
struct Watch {
  own_data::Cost guess{};
  std::atomic<std::int64_t> fits = 0;
  std::optional<Heartbeat> heartbeat{};
};

struct FitRequest {
  own_data::FitRequest fit;
  std::int64_t seed = 1; // signed, so that -1 is seen to be one
  std::string model, diagram, coefficients;
  bool compare = false;
  std::shared_ptr<Watch> watch = std::make_shared<Watch>();
};

/// Says what the work will take before it begins, and then how far it is.
void follow(FitRequest& request) {
  const std::shared_ptr<Watch> watch = request.watch;
  watch->heartbeat.emplace(
      [](double seconds) { return "Still reading the rows, " + duration_text(seconds) + " passed."; });
  request.fit.begins = [watch](std::int64_t rows, const own_data::Cost& cost) {
    watch->heartbeat.reset();
    watch->guess = cost;
    watch->fits = 0;
    log()->info("Fitting to {} rows takes {}, by a guess.", thousands(rows), cost.text());
    const Watch* const watched = watch.get(); // which ends its heartbeat before itself
    watch->heartbeat.emplace(
        [watched](double seconds) { return own_data::advance_text(watched->guess, watched->fits, seconds); });
  };
  request.fit.notes = [](const std::string& note) { log()->info("{}", note); };
  request.fit.warns = [](const std::string& warning) { log()->warn("{}", warning); };
  request.fit.progress = [watch](std::int64_t fits) { watch->fits = fits; };
}

/// Said before the minutes that tuning may take, not after them.
void require_folder(const std::string& path) {
  if (path.empty()) return;
  const auto folder = std::filesystem::path(path).parent_path();
  core::require(folder.empty() || std::filesystem::is_directory(folder),
                path + ": there is no folder " + folder.string() + ". Make it, or name another.");
  core::require(!std::filesystem::is_directory(path), path + ": this is a folder. Name a file in it.");
}

/// Before anything is read.
void require_outputs(const FitRequest& request) {
  require_folder(request.model);
  require_folder(request.diagram);
  require_folder(request.coefficients);
  require_apart(request.model, {request.fit.words.data, request.diagram, request.coefficients});
  require_apart(request.diagram, {request.fit.words.data, request.coefficients});
  require_apart(request.coefficients, {request.fit.words.data});
  core::require(
      request.compare || !request.model.empty(),
      "Nothing says where to write the model. Name a file with --model, or only score with --compare.");
  core::require(!request.compare || (request.diagram.empty() && request.coefficients.empty()),
                "--compare prints the scores of several methods. Leave --diagram and --coefficients out.");
  core::require(!request.compare || request.fit.words.scores.empty(),
                "--compare fits machines to the inputs, and --scores names none. Leave one of them out.");
  core::require(request.diagram.empty() || request.fit.holdout > 0,
                "--diagram shows the held-out rows, and --holdout 0 leaves none. Leave one of them out.");
}

/// Exit code 3 where a fit did not reach its gap.
int compare(FitRequest& request) {
  const auto fits = own_data::compare(request.fit);
  request.watch->heartbeat.reset();
  for (const auto& each : fits)
    if (each.is_taken && !request.model.empty()) results::write_model(request.model, each.model);
  print_text("{}", own_data::comparison_text(fits, std::filesystem::path(request.fit.words.data).filename()));
  const bool all =
      std::all_of(fits.begin(), fits.end(), [](const auto& each) { return each.model.is_certified; });
  return all ? 0 : 3;
}

/// Exit code 3 where a fit did not reach its gap.
int fit(FitRequest& request) {
  core::require(request.fit.words.data != "-",
                "--data -: fit reads its data more than once. Write them into a file.");
  require_outputs(request);
  if (request.compare) return compare(request);
  std::vector<std::string> tried;
  request.fit.tries = [&](const results::Model& each) { tried.push_back(own_data::tried_text(each)); };
  const results::Model model = own_data::fit(request.fit);
  request.watch->heartbeat.reset();
  if (!model.is_certified)
    log()->warn("A fit did not reach its gap. The probabilities are those of a point near the optimum.");
  const std::string coefficients =
      request.coefficients.empty() ? std::string() : own_data::coefficients_csv(model);
  results::write_model(request.model, model);
  if (!coefficients.empty()) deliver(coefficients, request.coefficients);
  if (!request.diagram.empty()) deliver(own_data::diagram(model), request.diagram);
  print_text("{}", own_data::summary(model, std::filesystem::path(request.fit.words.data).filename(), tried));
  if (const std::string warning = own_data::score_warning(model); !warning.empty())
    log()->warn("{}", warning);
  log()->info("{} is the model that was scored, fitted to {} rows.", request.model, model.training.y.size());
  return model.is_certified ? 0 : 3;
}

struct PredictRequest {
  std::string model, file, out, unseen = "skip";
  std::vector<std::string> settings;
  std::optional<double> prior;
};

void say_scores(const own_data::Predictions& predictions, const results::Model& model) {
  const own_data::Scored scored = own_data::scored(predictions, model);
  const auto rows = static_cast<std::int64_t>(predictions.row.size());
  if (scored.y.size() == 0) {
    log()->info("No row has a class of the model, so nothing is scored.");
    return;
  }
  fmt::print(stderr, "On {} of {} rows, those with a class of the model:\n{}", thousands(scored.y.size()),
             thousands(rows), own_data::score_lines(own_data::scores(scored.estimated, scored.y)));
}

bool is_hdf5(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored))
    return false; // opening a pipe would wait for its writer
  std::ifstream in(path, std::ios::binary);
  std::array<char, 8> head{};
  return in.read(head.data(), head.size()) &&
         std::string_view(head.data(), head.size()) == "\x89HDF\r\n\x1a\n";
}

/// The model is there, and the arguments are not the wrong way round.
void require_model(const PredictRequest& request) {
  std::error_code unknown;
  core::require(std::filesystem::exists(request.model, unknown) || unknown,
                request.model +
                    ": there is no such file. Store a model with marginlab fit --data FILE --model " +
                    request.model + ".");
  core::require(is_hdf5(request.model) || !is_hdf5(request.file),
                request.model + " is no model, and " + request.file +
                    " looks like one. Did you mean: marginlab predict " + request.file + " " + request.model +
                    "?");
}

const core::Words<own_data::Unseen>& unseen_words() {
  static const core::Words<own_data::Unseen> words{{"error", own_data::Unseen::error},
                                                   {"missing", own_data::Unseen::missing},
                                                   {"skip", own_data::Unseen::skip}};
  return words;
}

void say_marked(const own_data::Predictions& predictions) {
  if (predictions.marked.empty()) return;
  const auto& first = predictions.marked.front();
  const auto rows = predictions.row.size() + predictions.marked.size();
  log()->warn("{} of {} rows cannot be predicted and are marked. The first is row {}: {}.",
              thousands(static_cast<std::int64_t>(predictions.marked.size())),
              thousands(static_cast<std::int64_t>(rows)), first.row, first.problem);
}

/// Exit code 3 where a row could not be predicted.
int predict(const PredictRequest& request) {
  require_apart(request.out, {request.model, request.file});
  require_model(request);
  std::optional<Heartbeat> heartbeat(
      [](double seconds) { return "Still predicting, " + duration_text(seconds) + " passed."; });
  const results::Model model = results::read_model(request.model);
  if (request.prior) own_data::require_prior(*request.prior, model);
  own_data::Predictions predictions =
      own_data::predict(model, request.file, request.settings, unseen_words().of(request.unseen));
  if (request.prior) own_data::correct(predictions, *request.prior, model);
  heartbeat.reset();
  for (const std::string& note : predictions.notes) log()->info("{}", note);
  deliver(own_data::csv_of(predictions), request.out);
  if (predictions.omitted > 0)
    log()->info("{} left out, as an input is missing and if_missing is omit.",
                predictions.omitted == 1 ? "1 row is" : thousands(predictions.omitted) + " rows are");
  say_marked(predictions);
  if (!predictions.far_outside.empty()) log()->warn("{}", predictions.far_outside);
  if (predictions.has_label) say_scores(predictions, model);
  return predictions.marked.empty() ? 0 : 3;
}

/// What names the data, the method and what they are told.
void add_words(CLI::App& verb, own_data::Words& words) {
  verb.add_option("--data", words.data, "a CSV, LIBSVM or ARFF file, or a listed data set such as pima")
      ->required();
  verb.add_option("--label", words.label,
                  "the column with the classes (default: the last; LIBSVM: its label)");
  verb.add_option(
      "--ignore", words.ignore,
      "columns that are no inputs, by name or number, divided by commas; none: keep every column");
  verb.add_option(
      "--scores", words.scores,
      "the column with scores of another program, the only input, or one for each class in the order of "
      "the classes, divided by commas; needs --method");
  verb.add_option("--scores-are", words.scores_are, "score, log_odds or probability (default: score)");
  verb.add_option("--weights", words.weights,
                  "the column that says how often each row counts, a number from 0");
  verb.add_option("--positive", words.positive,
                  "the classes that are +1, divided by commas (default: of two the larger, or later)");
  verb.add_option(
      "--method", words.method,
      "see marginlab list methods (default: logistic regression, linear or with a Gaussian kernel)");
  verb.add_option(
      "--classifier", words.classifier,
      "see marginlab list classifiers (default: that of the method, mostly weighted_svm, linear)");
  verb.add_option("SETTING", words.settings,
                  "key=value, a parameter of the data, the classifier, the method or the tuning criterion");
}

constexpr const char* fit_footer =
    "The model is trained and tuned on the rows that are not held out, and it is that model which is "
    "scored\n"
    "and stored: nothing is fitted again on all rows. Without --method lambda and the kernel are chosen "
    "by\n"
    "cross-validation. With it lambda is chosen as in the papers, by the perturbation criterion among 60\n"
    "values, with 2,000 training rows or more by cross-validation; kernel=auto tries both kernels.\n"
    "Published data are looked for in MARGINLAB_DATA.\n"
    "Examples:\n"
    "  marginlab fit --data mine.csv --compare\n"
    "  marginlab fit --data pima --method bracket --model pima.h5 --diagram pima.svg\n"
    "  marginlab fit --data mine.csv --label outcome --positive yes --model m.h5 encoding=occurring\n"
    "  marginlab fit --data scored.csv --label outcome --scores score --method isotonic --model m.h5\n"
    "  marginlab fit --data kinds.csv --label kind --scores ash,birch,cedar --method temperature --model "
    "m.h5\n"
    "  marginlab fit --data scored.csv --label outcome --scores score --weights w --method platt --model "
    "m.h5\n"
    "  marginlab fit --data mine.csv --method platt --classifier weighted_svm --model m.h5 \\\n"
    "    kernel=gaussian sigma=1 tuning.criterion=cross_validation tuning.folds=10";

} // namespace

Action add_fit(CLI::App& verb) {
  auto request = std::make_shared<FitRequest>();
  add_words(verb, request->fit.words);
  verb.add_option("--model", request->model, "the file to write, replaced whole; of --compare only if named");
  verb.add_flag("--compare", request->compare,
                "score five methods on the held-out rows, with the paired errors of their differences");
  verb.add_option("--holdout", request->fit.holdout, "the share of rows to score on; 0: none")
      ->capture_default_str();
  verb.add_option("--seed", request->seed, "decides what is held out and what tuning draws")
      ->capture_default_str();
  verb.add_flag("--force", request->fit.force,
                "begin although the fit is guessed to take more than a day, or a class has one row");
  request->fit.threads = default_threads();
  verb.add_option("--threads", request->fit.threads, "change no bit (default: all processors)")
      ->check(CLI::Range(1, 4096));
  verb.add_option("--diagram", request->diagram, "an SVG file for the reliability diagram");
  verb.add_option("--coefficients", request->coefficients,
                  "a CSV file for all selected inputs or training rows with their coefficients");
  verb.footer(fit_footer);
  return [request] {
    core::require(request->seed >= 0,
                  "--seed " + std::to_string(request->seed) + " is no seed. Choose a whole number from 0.");
    follow(*request);
    request->fit.seed = static_cast<std::uint64_t>(request->seed);
    return fit(*request);
  };
}

Action add_predict(CLI::App& verb) {
  auto request = std::make_shared<PredictRequest>();
  verb.add_option("MODEL", request->model, "a file that marginlab fit has written")->required();
  verb.add_option("FILE", request->file,
                  "rows with the model's inputs, a listed data set, or - for standard input")
      ->required();
  verb.add_option("SETTING", request->settings,
                  "key=value, where the file is read otherwise than the one fitted: format, header, "
                  "delimiter, decimal, indices, missing, if_missing");
  verb.add_option("--unseen", request->unseen,
                  "a word that the model does not know: error, missing, or skip: the row is marked")
      ->check(CLI::IsMember(unseen_words().all()))
      ->capture_default_str();
  verb.add_option("--prior", request->prior,
                  "the share of positive rows where these come from, such as 0.01 (default: that of the "
                  "training rows)");
  verb.add_option("--out", request->out, "a file, replaced whole (default, and -: standard output)");
  verb.footer(
      "Prints CSV: the row's number from 1, P(positive), and the class where the file has it; then the "
      "scores\n"
      "go to standard error. Columns are found by their names; without names, by their places.\n"
      "A row that cannot be predicted has no probability and says why; the exit code is then 3.\n"
      "Examples:\n"
      "  marginlab predict m.h5 new.csv > predictions.csv\n"
      "  marginlab predict m.h5 new.csv --prior 0.01 --out predictions.csv\n"
      "  marginlab predict m.h5 new.txt header=none delimiter=tab --out predictions.csv");
  return [request] { return predict(*request); };
}

} // namespace experiments::command_line
