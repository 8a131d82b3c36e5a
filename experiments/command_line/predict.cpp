#include "experiments/own_data/predict.hpp"

#include <fmt/format.h>

#include "experiments/command_line/verbs.hpp"
#include "experiments/log.hpp"
#include "experiments/own_data/fit.hpp"
#include "experiments/own_data/summary.hpp"
#include "experiments/plan_text.hpp"
#include "results/hdf5/model_file.hpp"

namespace experiments::command_line {
namespace {

struct PredictRequest {
  std::string model, file, out;
  std::vector<std::string> settings;
};

void say_scores(const own_data::Predictions& predictions, const results::Model& model) {
  const results::ModelRows scored = own_data::scored(predictions, model);
  const auto rows = static_cast<std::int64_t>(predictions.row.size());
  if (scored.y.size() == 0) {
    log()->info("no row has a class of the model, so nothing is scored");
    return;
  }
  fmt::print(stderr, "On {} of {} rows, those with a class of the model:\n{}", thousands(scored.y.size()),
             thousands(rows), own_data::score_lines(own_data::scores(scored.probability, scored.y)));
}

void predict(const PredictRequest& request) {
  const results::Model model = results::read_model(request.model);
  const own_data::Predictions predictions = own_data::predict(model, request.file, request.settings);
  deliver(own_data::csv_of(predictions), request.out);
  if (predictions.omitted > 0)
    log()->info("{} rows are left out, because an input is missing (if_missing: omit)",
                thousands(predictions.omitted));
  if (predictions.has_label) say_scores(predictions, model);
}

} // namespace

void add_predict(CLI::App& app, ExitCode&) {
  auto* verb = app.add_subcommand("predict", "Class probabilities of a stored model for the rows of a file");
  auto request = std::make_shared<PredictRequest>();
  verb->add_option("MODEL", request->model, "a file that marginlab fit has written")->required();
  verb->add_option("FILE", request->file, "rows with the model's inputs, or a listed data set")->required();
  verb->add_option("SETTING", request->settings,
                   "key=value, where the file is read otherwise than the one fitted: format, header, "
                   "delimiter, missing, if_missing");
  verb->add_option("--out", request->out, "a file, replaced whole (default: standard output)");
  verb->footer(
      "Prints CSV: the row's number from 1, P(positive), and the class where the file has it; then the "
      "scores\n"
      "go to standard error. Columns are found by their names; without names, by their places.\n"
      "Examples:\n"
      "  marginlab predict m.h5 new.csv > predictions.csv\n"
      "  marginlab predict m.h5 new.txt header=none delimiter=tab --out predictions.csv");
  verb->callback([request] { predict(*request); });
}

} // namespace experiments::command_line
