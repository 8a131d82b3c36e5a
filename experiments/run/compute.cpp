#include "experiments/run/compute.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <memory>

#include "core/metric/metric.hpp"
#include "experiments/catalog/shared_work.hpp"
#include "experiments/workers/process.hpp"
#include "experiments/yaml/text.hpp"
#include "results/record/undefined.hpp"

namespace experiments {
namespace {

/// Keeps those of numbered points, so that folds can be put together again and errors called by their names.
void keep_predictions(const core::Estimate& estimate, const core::Draw& draw, results::SeriesByName& series) {
  if (draw.test_rows.empty()) return;
  series["prediction.observation"] = {draw.test_rows.begin(), draw.test_rows.end()};
  const core::Probabilities& p = estimate.probability;
  if (p.empty()) {
    series["prediction.score"] = core::numbers(estimate.score);
  } else if (p.classes() == 2) {
    series["prediction.probability"] = core::numbers(p.positive());
  } else {
    const core::Matrix all = p.matrix();
    for (Eigen::Index k = 0; k < all.cols(); ++k)
      series["prediction.probability_" + std::to_string(k + 1)] = core::numbers(all.col(k));
  }
  series["prediction.label"] = {draw.test.y.begin(), draw.test.y.end()};
}

/// The metrics, and which of them have no value here.
void add_metrics(const core::Estimate& estimate, const core::Draw& draw,
                 const std::vector<std::string>& metrics, std::map<std::string, double>& values) {
  for (const std::string& id : metrics) {
    if (results::is_measured(id)) continue;
    const double value = core::metric(id).value(estimate, draw);
    values[id] = value;
    if (std::isnan(value)) values[results::undefined_name(id)] = 1;
  }
}

/// What the probabilities are as double precision has them, kept only where it is so: `rounded`, one of them
/// is 0 or 1; `degenerate`, some metric would be infinite by them, whatever the log-odds make of it.
void add_facts_of_rounding(const core::Probabilities& probability, const core::Draw& draw,
                           const std::vector<std::string>& metrics, std::map<std::string, double>& values) {
  const core::Matrix p = probability.matrix();
  if (((p.array() > 0) && (p.array() < 1)).all()) return;
  values["rounded"] = 1;
  const core::Estimate rounded{probability.as_rounded(), {}};
  for (const std::string& id : metrics)
    if (!results::is_measured(id) && std::isinf(core::metric(id).value(rounded, draw)))
      values["degenerate"] = 1;
}

/// `test_points`, m: a mean of error rates in percent over R replicates is a multiple of 100 / (R m) (or of
/// half of it), which printed ones are held against. Kept where such rates are, and nowhere else.
void add_test_points(const core::Draw& draw, const std::vector<std::string>& metrics,
                     std::map<std::string, double>& values) {
  if (std::find(metrics.begin(), metrics.end(), "error_percent") != metrics.end())
    values["test_points"] = static_cast<double>(draw.test.size());
}

} // namespace

results::Record failed(const results::Key& key, std::string stage, const std::string& error) {
  results::Record record;
  record.key = key;
  record.outcome = results::Outcome::failed;
  record.stage = std::move(stage);
  record.error = printable_lines(error); // a sentence may quote a column of somebody's file
  return record;
}

namespace {

/// The record of a failure; of a worker's with what it has printed.
results::Record failed_by(const results::Key& key, std::string stage, const std::exception& error) {
  results::Record record = failed(key, std::move(stage), error.what());
  if (const auto* const of_worker = dynamic_cast<const workers::Failure*>(&error)) {
    record.signal = of_worker->signal;
    record.stderr_tail = of_worker->last_words;
  }
  return record;
}

} // namespace

results::Record perform(const Setting& setting, const results::Key& key, const Measures& measures,
                        core::DrawCache& cache) {
  const double start = seconds_of_own_work();
  results::Record record{.key = key};
  std::string stage = "build";
  try {
    const auto estimator = build_estimator(setting);
    stage = "estimate";
    const core::Estimate estimate = estimator->estimate(cache);
    stage = "metric";
    add_metrics(estimate, cache.draw(), measures.metrics, record.values);
    for (const ExternalMetric& program : measures.programs)
      record.values.merge(measured(program, estimate, cache));
    add_facts_of_rounding(estimate.probability, cache.draw(), measures.metrics, record.values);
    add_test_points(cache.draw(), measures.metrics, record.values);
    record.values.insert(estimate.facts.begin(), estimate.facts.end());
    record.series = estimate.series;
    keep_predictions(estimate, cache.draw(), record.series);
    record.values["worst_relative_gap"] = estimate.summary.worst_relative_gap;
    record.values["fits"] = static_cast<double>(estimate.summary.fits);
    results::note_absent(record, measures.asked);
    record.outcome =
        estimate.summary.status == core::Status::ok ? results::Outcome::ok : results::Outcome::not_converged;
  } catch (const std::exception& error) {
    record = failed_by(key, stage, error);
  }
  record.seconds = seconds_of_own_work() - start;
  return record;
}

void compute(const Plan& plan, const Group& group,
             const std::function<void(const results::Record&)>& finished,
             const std::function<bool(const Cell& next)>& stop) {
  std::unique_ptr<core::DrawCache> cache;
  results::Record undrawn;
  try {
    const Setting& first = plan.settings[static_cast<std::size_t>(group.cells.front().setting)];
    const core::StreamAxes axes = stream_axes(first, group.cells.front().replicate);
    cache = std::make_unique<core::DrawCache>(build_source(first)->draw(axes), axes);
  } catch (const std::exception& failure) {
    undrawn = failed_by({}, "draw", failure);
  }
  const Measures measures{plan.metrics, plan.measured, plan.asked};
  for (const Cell& cell : group.cells) {
    if (stop(cell)) continue;
    const auto s = static_cast<std::size_t>(cell.setting);
    const results::Key key{plan.keys[s], cell.replicate};
    undrawn.key = key;
    finished(cache ? perform(plan.settings[s], key, measures, *cache) : undrawn);
  }
}

} // namespace experiments
