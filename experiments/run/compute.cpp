#include "experiments/run/compute.hpp"

#include <cmath>
#include <ctime>
#include <exception>
#include <memory>

#include "core/metric/metric.hpp"
#include "experiments/config/text.hpp"

namespace experiments {
namespace {

/// Seconds of processor time this thread has used.
double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Of points with a number, so that folds can be put together again and errors called by their names.
void keep_predictions(const core::Vector& probability, const core::Draw& draw,
                      results::SeriesByName& series) {
  if (draw.test_rows.empty()) return;
  series["prediction.observation"] = {draw.test_rows.begin(), draw.test_rows.end()};
  series["prediction.probability"] = {probability.begin(), probability.end()};
  series["prediction.label"] = {draw.test.y.begin(), draw.test.y.end()};
}

/// What the probabilities are as double precision has them, kept only where it is so: `rounded`, one of them
/// is 0 or 1; `degenerate`, some metric would be infinite by them, whatever the log-odds make of it.
void add_facts_of_rounding(const core::Vector& probability, const core::Draw& draw,
                           const std::vector<std::string>& metrics, std::map<std::string, double>& values) {
  if (((probability.array() > 0) && (probability.array() < 1)).all()) return;
  values["rounded"] = 1;
  for (const std::string& id : metrics)
    if (std::isinf(core::metric(id).value(probability, draw))) values["degenerate"] = 1;
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

results::Record perform(const Setting& setting, const results::Key& key,
                        const std::vector<std::string>& metrics, core::DrawCache& cache) {
  const double start = thread_seconds();
  results::Record record{.key = key};
  std::string stage = "build";
  try {
    const auto estimator = build_estimator(setting);
    stage = "estimate";
    const core::Estimate estimate = estimator->estimate(cache);
    stage = "metric";
    for (const std::string& id : metrics) {
      record.values[id] = core::metric(id).value({estimate.probability, estimate.log_odds}, cache.draw());
    }
    add_facts_of_rounding(estimate.probability, cache.draw(), metrics, record.values);
    record.values.insert(estimate.facts.begin(), estimate.facts.end());
    record.series = estimate.series;
    keep_predictions(estimate.probability, cache.draw(), record.series);
    record.values["worst_relative_gap"] = estimate.summary.worst_relative_gap;
    record.values["fits"] = static_cast<double>(estimate.summary.fits);
    record.outcome =
        estimate.summary.status == core::Status::ok ? results::Outcome::ok : results::Outcome::not_converged;
  } catch (const std::exception& error) {
    record = failed(key, stage, error.what());
  }
  record.seconds = thread_seconds() - start;
  return record;
}

void compute(const Plan& plan, const Group& group,
             const std::function<void(const results::Record&)>& finished,
             const std::function<bool(const Cell& next)>& stop) {
  std::unique_ptr<core::DrawCache> cache;
  std::string error;
  try {
    const Setting& first = plan.settings[static_cast<std::size_t>(group.cells.front().setting)];
    const core::StreamAxes axes = stream_axes(first, group.cells.front().replicate);
    cache = std::make_unique<core::DrawCache>(build_source(first)->draw(axes), axes);
  } catch (const std::exception& failure) {
    error = failure.what();
  }
  for (const Cell& cell : group.cells) {
    if (stop(cell)) continue;
    const auto s = static_cast<std::size_t>(cell.setting);
    const results::Key key{plan.keys[s], cell.replicate};
    finished(cache ? perform(plan.settings[s], key, plan.metrics, *cache) : failed(key, "draw", error));
  }
}

} // namespace experiments
