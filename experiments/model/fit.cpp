#include "experiments/model/fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <set>
#include <string>

#include "core/contract.hpp"
#include "core/estimate/draw_cache.hpp"
#include "core/metric/calibration_scores.hpp"
#include "core/metric/metric.hpp"
#include "core/metric/recalibration.hpp"
#include "core/metric/reliability.hpp"
#include "core/random/folds.hpp"
#include "core/settings/parameters.hpp"
#include "core/tuning/criterion.hpp"
#include "datasets/catalog.hpp"
#include "datasets/encoding/column_code.hpp"
#include "datasets/encoding/filling.hpp"
#include "datasets/encoding/standardise.hpp"
#include "datasets/protocol/split.hpp"
#include "datasets/readers/memory_budget.hpp"
#include "datasets/real/protocol_parameters.hpp"
#include "datasets/real/user_file.hpp"
#include "experiments/catalog/external_program.hpp"
#include "experiments/catalog/methods.hpp"
#include "experiments/catalog/setting.hpp"
#include "experiments/model/row_weights.hpp"
#include "experiments/model/sample.hpp"
#include "experiments/model/scores.hpp"
#include "experiments/plan/study.hpp"
#include "experiments/run/threads.hpp"
#include "results/record/text.hpp"
#include "results/store/file.hpp"
#include "results/store/hdf5/provenance.hpp"

namespace experiments::own_data {
namespace {

void require_every_class(const core::Labels& train, const core::Labels& all) {
  for (const double label : std::set<double>(all.begin(), all.end())) {
    const std::string side = label < 0            ? "negative"
                             : all.minCoeff() < 0 ? "positive"
                                                  : "class " + core::shortest(label);
    core::require((train.array() == label).any(),
                  "The training part has no " + side + " row. Of " + std::to_string(all.size()) + " rows " +
                      std::to_string((all.array() == label).count()) + " are " + side +
                      ", and all of them are held out. Hold out fewer rows.");
  }
}

/// Without log-odds, as a model keeps them.
core::Probabilities kept(const core::Estimate& estimate, Eigen::Index from, Eigen::Index count) {
  return estimate.probability.as_rounded().at(Eigen::seqN(from, count));
}

using datasets::encoding::Standardisation;

/// The data set as a study would name it that divides it as this fit does.
core::Choice as_in_a_study(core::Choice data, std::int64_t n_train, const FitRequest& request) {
  core::Parameters& p = data.parameters;
  p.set("split", std::string("random"));
  p.set("n_train", n_train);
  p.set("sampling", std::string("stratified"));
  const datasets::CatalogRow& row = datasets::find(data.id);
  p = core::with_defaults(std::move(p), row.entry.parameters);
  if (request.rows)
    p = datasets::real::completed_by(table_of_rows(*request.rows, p), p);
  else if (row.complete)
    row.complete(p);
  return data;
}

/// Not standardised, but centred where a column's mean is more than ten standard deviations from 0: squares
/// of such a column lose two digits and more, and a solver needs many steps. Every method has a free
/// intercept or looks at differences of rows alone, so that its solution does not depend on the centre. Other
/// columns keep their values, and models of them their bits.
Standardisation centred_where_far(const core::Matrix& train, const core::Vector& weights) {
  constexpr double far = 10;
  Standardisation out = datasets::encoding::standardisation_of(train, weights);
  for (Eigen::Index j = 0; j < train.cols(); ++j) {
    const bool is_constant = (train.col(j).array() == train(0, j)).all();
    if (!is_constant && std::abs(out.centre(j)) <= far * out.scale(j)) out.centre(j) = 0;
    out.scale(j) = 1;
  }
  return out;
}

Standardisation standardisation(const Setting& setting, const core::Choice& data, const core::Matrix& train,
                                const core::Vector& weights) {
  const bool by_training =
      datasets::real::standardise_of(data.parameters) == datasets::real::Protocol::Standardise::train;
  if (by_training) return datasets::encoding::standardisation_of(train, weights);
  // Of log-odds the centre is part of what they say.
  if (reads_scores(setting)) return {core::Vector::Zero(train.cols()), core::Vector::Ones(train.cols())};
  return centred_where_far(train, weights);
}

/// Fills what is missing by the training rows, and says by what; nothing where none may be missing.
core::Vector filled(CodedSample& sample, const Parts& parts) {
  if (!sample.fills) return {};
  const auto filling =
      datasets::encoding::filling_of(sample.inputs.x(parts.train, Eigen::all), sample.inputs.group,
                                     core::unless_all_one(core::weights_of(sample.weights, parts.train)));
  sample.inputs.x = filling.applied_to(sample.inputs.x);
  return filling.value;
}

double fact_or_nan(const core::Estimate& estimate, const std::string& name) {
  const auto found = estimate.facts.find(name);
  return found == estimate.facts.end() ? std::numeric_limits<double>::quiet_NaN() : found->second;
}

results::ModelRows rows_of(const CodedSample& sample, const std::vector<std::int64_t>& part,
                           const core::Probabilities& probability) {
  results::ModelRows out{{}, sample.y(part), probability, core::weights_of(sample.weights, part)};
  for (const std::int64_t i : part) out.row.push_back(sample.rows[static_cast<std::size_t>(i)]);
  return out;
}

void describe(results::Model& model, const CodedSample& sample) {
  for (const auto& code : sample.codes) model.columns.push_back({code.name, code.is_number, code.words});
  model.label = sample.label;
  model.label_place = sample.label_place;
  model.positive = sample.positive;
  model.negative = sample.negative;
  model.classes = sample.classes;
  model.inputs = sample.inputs.names;
}

/// What the estimate says of its fits.
void enter(results::Model& model, const core::Estimate& estimate) {
  model.lambda = fact_or_nan(estimate, "lambda");
  model.criterion = estimate.series.contains("criterion.value") ? fact_or_nan(estimate, "criterion")
                                                                : std::numeric_limits<double>::quiet_NaN();
  model.worst_relative_gap = estimate.summary.worst_relative_gap;
  model.fits = estimate.summary.fits;
  model.is_certified = estimate.summary.status == core::Status::ok;
  if (!estimate.model) return;
  model.fitted = *estimate.model;
  const auto threshold = estimate.facts.find("decision_threshold_percent");
  if (threshold != estimate.facts.end()) model.fitted->facts.insert(*threshold);
}

/// Where the method predicts without a fit, the model does so from here on: the probabilities that are scored
/// are those that it will predict. These have the bits of the estimate already, but for a linear kernel,
/// whose sums over the rows have become sums over the inputs.
void enter_predictor(results::Model& model, const core::ProbabilityEstimator& estimator,
                     const core::DrawCache& cache, core::Estimate& estimate) {
  model.predictor.reset();
  const core::Draw& draw = cache.draw();
  if (!estimate.predictor || !estimate.predictor->is_finite()) return;
  model.predictor = estimate.predictor->with_support_alone();
  if (model.predictor->kernel.shape == core::Kernel::Shape::gaussian) return;
  auto predicted = estimator.predicted(*model.predictor,
                                       {draw.test.x, {draw.train.y, draw.train.weights}, draw.train.classes});
  core::expect(predicted.has_value(), "a method predicts by its own predictor");
  estimate.probability = std::move(predicted->probability);
}

/// Tunes and trains on the training part and enters what comes out. The test sample is the rows held out, as
/// in a study. The training rows stand behind them, so that nothing is fitted again for these. Returns what
/// is to be said of how it came about.
std::vector<std::string> train(results::Model& model, const CodedSample& sample, const Parts& parts,
                               const FitRequest& request) {
  const Setting setting = parse_setting(model.setting);
  const Standardisation by{model.centre, model.scale};
  const auto inputs = [&](const std::vector<std::int64_t>& rows) -> core::Matrix {
    return sample.inputs.x(rows, Eigen::all);
  };
  const auto held_out = static_cast<Eigen::Index>(parts.held_out.size());
  const auto n = static_cast<std::int64_t>(parts.train.size());
  std::vector<std::int64_t> tested = parts.held_out;
  tested.insert(tested.end(), parts.train.begin(), parts.train.end());
  const int classes = model.classes.empty() ? 2 : static_cast<int>(model.classes.size());
  core::DrawCache cache(
      {{model.x, sample.y(parts.train), {}, classes, core::weights_of(sample.weights, parts.train)},
       {},
       {by.applied_to(inputs(tested)), sample.y(tested), {}, classes}},
      stream_axes(setting, 0));
  cache.keep_predictors();
  std::mutex counting;
  std::int64_t done = 0;
  cache.follow([&](std::int64_t fits) {
    const std::lock_guard lock(counting);
    done += fits;
    if (request.progress) request.progress(done);
  });
  cache.share_out([&](std::size_t count, const std::function<void(std::size_t)>& work) {
    in_parallel(count, request.threads, work);
  });
  const auto estimator = build_estimator(setting);
  core::Estimate estimate = estimator->estimate(cache);
  enter(model, estimate);
  enter_predictor(model, *estimator, cache, estimate);
  if (request.learned) request.learned(model, estimate);
  model.training = rows_of(sample, parts.train, kept(estimate, held_out, n));
  model.held_out = rows_of(sample, parts.held_out, kept(estimate, 0, held_out));
  if (held_out > 0)
    model.scores = scores(estimate.probability.at(Eigen::seqN(0, held_out)),
                          {model.held_out.y, core::unless_all_one(model.held_out.weights)});
  return estimate.remarks;
}

} // namespace

std::int64_t rows_held_out(std::int64_t n, double holdout) {
  core::require(0 <= holdout && holdout < 1,
                "--holdout " + core::shortest(holdout) +
                    " is no share of the rows. Choose from 0 to less than 1, such as 0.25.");
  const auto held_out = static_cast<std::int64_t>(std::llround(holdout * static_cast<double>(n)));
  core::require(holdout == 0 || held_out > 0,
                "--holdout " + core::shortest(holdout) + " of " + std::to_string(n) +
                    " rows leaves no row to score on. Hold out more, or 0 to score nothing.");
  return held_out;
}

Parts divided(const core::Labels& y, std::int64_t held_out, const core::StreamAxes& axes) {
  namespace protocol = datasets::protocol;
  Parts parts;
  if (held_out == 0) {
    for (std::int64_t i = 0; i < y.size(); ++i) parts.train.push_back(i);
  } else {
    core::Stream stream = axes.stream("split");
    const auto split =
        protocol::random_split(y, {y.size() - held_out, 0, 0}, protocol::Sampling::stratified, stream);
    parts = {split.train, split.test};
  }
  require_every_class(y(parts.train), y);
  return parts;
}

std::map<std::string, double> scores(const core::Probabilities& q, const core::WeightedLabels& labels) {
  const core::Sample sample{{}, labels.y, {}, q.classes(), labels.weights};
  std::map<std::string, double> out{{"cre", core::cre(q, sample)},
                                    {"brier", core::mse(q, sample)},
                                    {"test_error", core::test_error(q, sample)}};
  if (q.classes() > 2) return out;
  core::Draw draw;
  draw.test = sample;
  core::Estimate estimate;
  estimate.probability = q;
  for (const auto rows : {core::calibration_metrics(), core::recalibration_metrics()})
    for (const core::MetricRow& row : rows)
      if (const double value = row.value(estimate, draw); !std::isnan(value))
        out.emplace(std::string(row.id), value);
  return out;
}

namespace {

void require_probabilities(const Setting& setting) {
  core::require(!is_external(setting.method), "Method '" + setting.method.id +
                                                  "' is a program of a user's, which a model file cannot "
                                                  "hold. Use it in a study: docs/own-methods.md");
  core::require(!find(methods(), setting.method.id).entry.decides_only,
                "Method '" + setting.method.id +
                    "' predicts classes, not probabilities. Choose another method: marginlab list methods.");
  core::require(
      !find(methods(), setting.method.id).of_studies,
      "Method '" + setting.method.id +
          "' is for studies alone, because a model file cannot hold what it is made of. Choose another "
          "method: marginlab list methods.");
  core::require(
      !setting.method.parameters.has("tuned") || setting.method.parameters.text("tuned") != "each",
      "tuned is each, and a model file holds one lambda. Leave tuned out, or put the method into a study.");
}

/// What was asked for, and the sample that is learned from.
struct Job {
  FitRequest request; ///< its words complete
  core::Choice data;
  CodedSample sample;
  Parts parts;
  std::vector<Setting> settings; ///< among which the criterion chooses
};

Setting first_setting(const Words& words) {
  return read_choices(alternatives(words, {}).words.front(), catalogue());
}

constexpr std::size_t most_classes_unasked = 20;

/// ", such as 'a', 'b'", or nothing.
std::string such_as(const std::vector<std::string>& names) {
  return names.empty() ? "" : ", such as " + results::joined(names);
}

/// Decides what a person has left open and the file asks for. Where the method is open too, each of more than
/// two classes is one of its own; a word becomes a 0/1 input.
CodedSample read(FitRequest& request, core::Choice& data) {
  Words& words = request.words;
  std::string of_words, of_classes;
  std::vector<double> places;
  try {
    CodedSample sample = read_sample(data, request.rows.get(), check_of_scores(words, places), words.weights);
    pair_scores(words, places, sample);
    return sample;
  } catch (const SeveralClasses& several) {
    if (places.size() > 1) {
      words.settings.emplace_back("classes=each");
      data = first_setting(words).data;
      return read(request, data);
    }
    if (!leaves_method_open(words) || several.classes > most_classes_unasked) throw;
    words.settings.emplace_back("classes=each");
    of_classes = " has " + std::to_string(several.classes) +
                 " classes: each gets its probability. To ask for some against all others, name these with "
                 "--positive. Another column of classes is named with --label";
  } catch (const datasets::encoding::WordsRefused&) {
    if (says(words, "encoding")) throw;
    words.settings.emplace_back("encoding=occurring");
    of_words = "Words are among the inputs: each becomes a 0/1 input, as encoding=occurring says.";
  }
  data = first_setting(words).data;
  CodedSample sample = read(request, data);
  if (!of_words.empty()) require_no_adorned_numbers(sample);
  if (!of_classes.empty()) of_classes = sample.label + of_classes + such_as(sample.columns_of_two) + ".";
  sample.notes.push_back(of_classes.empty() ? of_words : of_classes);
  return sample;
}

/// The settings of all that is tried, with the data as they were read.
std::vector<Setting> settings_of(const FitRequest& request, const TrainingPart& part,
                                 const core::Choice& data) {
  const Alternatives all = alternatives(request.words, part);
  for (const std::string& note : all.notes)
    if (request.notes) request.notes(note);
  std::vector<Setting> out;
  for (const Words& words : all.words) {
    Setting& setting = out.emplace_back(read_choices(words, catalogue()));
    setting.data = data;
    setting.seed = request.seed;
    require_probabilities(setting);
    require_weights(words, setting);
  }
  return out;
}

/// What the classes of a label are called.
std::string class_name(const CodedSample& sample, double label) {
  if (!sample.classes.empty()) return sample.classes[static_cast<std::size_t>(label) - 1];
  return results::joined(label > 0 ? sample.positive : sample.negative);
}

/// Refuses a class of one row that counts once: what comes out is then decided by the settings and not by the
/// rows. y are labels of the sample, of which so many of the file are held out.
void require_enough_rows(const CodedSample& sample, const core::WeightedLabels& of, bool holds_out) {
  const auto& [y, weights] = of;
  for (const double label : std::set<double>(y.begin(), y.end())) {
    const bool counts_often =
        weights.size() > 0 && (y.array() == label).select(weights.array(), 0.0).sum() > 1;
    const bool is_single = (y.array() == label).count() == 1 && !counts_often;
    core::require(!is_single, [&] {
      const std::string begins = sample.file + ": class '" + class_name(sample, label) + "' of column '" +
                                 sample.label + "' has 1 row";
      const std::string why = ". Probabilities are learned from 2 rows of each class at least. ";
      if (holds_out)
        return begins + " to learn from, as others are held out" + why +
               "Hold out fewer with --holdout 0, add rows, or fit all the same with --force.";
      return begins + why + "Name another column of classes with --label" + such_as(sample.columns_of_two) +
             ". Or add rows, or fit all the same with --force.";
    });
  }
}

/// What the methods and criteria say of these labels before they are fitted, each sentence once.
std::set<std::string> warnings_of(const std::vector<Setting>& settings, const CodedSample& sample,
                                  const core::WeightedLabels& labels) {
  std::set<std::string> out;
  try {
    for (const Setting& each : settings)
      for (const core::Objection& warning : build_estimator(each)->warnings(labels))
        out.insert(warning.sentence);
  } catch (const core::TooFewForFolds& few) {
    throw core::TooFewForFolds(class_name(sample, few.label), few.label, few.rows, few.folds);
  }
  return out;
}

/// Everything that may be refused before a number is computed.
Job prepared(const FitRequest& request) {
  Job job{request, {}, {}, {}, {}};
  require_scores(request.words);
  Setting setting = first_setting(job.request.words);
  setting.seed = request.seed;
  require_probabilities(setting);
  require_weights(job.request.words, setting);
  build_estimator(setting); // may refuse
  job.sample = read(job.request, setting.data);
  for (const std::string& note : job.sample.notes)
    if (request.notes) request.notes(note);
  if (!request.force) require_enough_rows(job.sample, {job.sample.y, job.sample.weights}, false);
  const std::int64_t held_out = rows_held_out(job.sample.y.size(), request.holdout);
  job.request.words.many_rows = job.sample.y.size() - held_out >= many_rows;
  setting.data = as_in_a_study(setting.data, job.sample.y.size() - held_out, job.request);
  job.data = setting.data;
  job.parts = divided(job.sample.y, held_out, stream_axes(setting, 0));
  const core::WeightedLabels labels(job.sample.y(job.parts.train),
                                    core::weights_of(job.sample.weights, job.parts.train));
  const TrainingPart part = TrainingPart::of(labels.y, job.sample.inputs.x.cols());
  if (!request.force) require_enough_rows(job.sample, labels, true);
  job.settings = settings_of(job.request, part, job.data);
  require_classes(job.settings, job.sample.classes);
  for (const std::string& warning : warnings_of(job.settings, job.sample, labels))
    if (request.warns) request.warns(warning);
  return job;
}

/// What does not depend on the method.
results::Model described(Job& job) {
  results::Model model;
  model.fill = filled(job.sample, job.parts);
  const core::Matrix x = job.sample.inputs.x(job.parts.train, Eigen::all);
  const Standardisation by =
      standardisation(job.settings.front(), job.data, x,
                      core::unless_all_one(core::weights_of(job.sample.weights, job.parts.train)));
  describe(model, job.sample);
  model.weights = job.request.words.weights;
  model.centre = by.centre;
  model.scale = by.scale;
  model.x = by.applied_to(x);
  model.low = model.x.colwise().minCoeff();
  model.high = model.x.colwise().maxCoeff();
  return model;
}

/// Trains all that is tried and keeps what has the least criterion, of level ones the first.
results::Model best(const Job& job, const results::Model& described) {
  results::Model out;
  std::vector<std::string> remarks;
  FitRequest request = job.request;
  std::int64_t before = 0, done = 0;
  request.progress = [&](std::int64_t fits) {
    done = before + fits;
    if (job.request.progress) job.request.progress(done);
  };
  for (const Setting& setting : job.settings) {
    results::Model model = described;
    model.setting = canonical(setting);
    const auto said = train(model, job.sample, job.parts, request);
    before = done;
    if (request.tries && job.settings.size() > 1) request.tries(model);
    const bool is_better = out.setting.empty() ||
                           (!core::level(model.criterion, out.criterion) && model.criterion < out.criterion);
    if (!is_better) continue;
    out = std::move(model);
    remarks = said;
  }
  for (const std::string& remark : remarks)
    if (request.warns) request.warns(remark);
  return out;
}

} // namespace

Known known(const FitRequest& request) {
  const Job job = prepared(request);
  return {job.request.words, TrainingPart::of(job.sample.y(job.parts.train), job.sample.inputs.x.cols())};
}

results::Model fit(const FitRequest& request) {
  const std::string started = results::utc_now();
  Job job = prepared(request);
  const results::Model model = described(job);
  const Size size{.rows = static_cast<double>(model.x.rows()),
                  .points = static_cast<double>(job.sample.y.size()),
                  .inputs = static_cast<double>(model.x.cols()),
                  .classes = static_cast<double>(std::max<std::size_t>(2, model.classes.size()))};
  const Cost cost = cost_of_all(job.settings, size);
  require_memory(cost, size, static_cast<double>(datasets::readers::memory_left()));
  if (!request.force) require_time(cost);
  if (request.begins) request.begins(model.x.rows(), cost);
  results::Model out = best(job, model);
  if (out.predictor) out.x.resize(0, out.x.cols()); // what it needs of them it has
  results::RunFacts facts;
  facts.threads = request.threads;
  facts.started = started;
  facts.finished = results::utc_now();
  out.provenance = results::gather_provenance(facts);
  return out;
}

} // namespace experiments::own_data
