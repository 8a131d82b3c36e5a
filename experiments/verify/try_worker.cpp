#include "experiments/verify/try_worker.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <functional>
#include <thread>

#include "core/contract.hpp"
#include "core/random/stream.hpp"
#include "experiments/workers/process.hpp"

namespace experiments {
namespace {

using core::Matrix;
using core::Sample;
using Eigen::Index;

constexpr Index usual_rows = 100, usual_inputs = 2, usual_points = 1000;

/// Normal inputs of `rows`, labels dealt out in turn, classes a little apart.
Sample sample(const std::string& name, Index rows, int classes) {
  core::Stream stream("worker test " + name);
  Sample out{Matrix(rows, usual_inputs), core::Labels(rows), {}, classes};
  for (Index i = 0; i < rows; ++i) {
    const int k = static_cast<int>(i) % classes;
    out.y(i) = core::label_of(k, classes);
    for (Index j = 0; j < usual_inputs; ++j) out.x(i, j) = stream.normal() + (j == 0 ? k : 0);
  }
  return out;
}

core::Draw draw(Index rows, Index points, int classes) {
  return {sample("training", rows, classes), sample("tuning", rows, classes),
          sample("points", points, classes)};
}

core::Draw of_one_class(core::Draw draw) {
  draw.train.y.setConstant(core::label_of(0, draw.train.classes));
  return draw;
}

core::Draw with_constant_column(core::Draw draw) {
  for (Sample* part : {&draw.train, &draw.tune, &draw.test}) part->x.col(1).setConstant(3);
  return draw;
}

/// The inputs, labels and true probabilities of a draw side by side.
Matrix all_numbers(const core::Draw& draw) {
  Index rows = 0;
  for (const Sample* part : {&draw.train, &draw.tune, &draw.test}) rows += part->size();
  const Matrix truth = draw.test.truth.empty() ? Matrix() : draw.test.truth.matrix();
  Matrix out = Matrix::Zero(rows, draw.train.x.cols() + 1 + truth.cols());
  Index at = 0;
  for (const Sample* part : {&draw.train, &draw.tune, &draw.test}) {
    out.block(at, 0, part->size(), part->x.cols()) = part->x;
    out.col(part->x.cols()).segment(at, part->size()) = part->y;
    if (!part->truth.empty())
      out.block(at, part->x.cols() + 1, part->size(), truth.cols()) = part->truth.matrix();
    at += part->size();
  }
  return out;
}

Matrix replicate(const Setting& setting, std::int32_t number) {
  return all_numbers(build_source(setting)->draw(stream_axes(setting, number)));
}

Matrix answer(const Setting& setting, const core::Draw& draw) {
  core::DrawCache cache(draw, {setting.seed, "worker test", 0});
  const core::Estimate estimate = build_estimator(setting)->estimate(cache);
  core::require(!estimate.facts.contains("worker_differs") || estimate.facts.at("worker_differs") == 0,
                "Two workers answer the same question differently.");
  return estimate.probability.matrix();
}

Trial tried(const std::string& name, const std::function<void()>& what) {
  const auto begun = std::chrono::steady_clock::now();
  Trial out{name, Trial::Verdict::passed, "", 0};
  try {
    what();
  } catch (const workers::Failure& failure) {
    out.sentence = failure.what();
    const bool is_own = out.sentence.starts_with("The worker says: ");
    out.verdict = is_own ? Trial::Verdict::declined : Trial::Verdict::failed;
    if (!is_own && !failure.last_words.empty()) out.sentence += " Its last words:\n" + failure.last_words;
  } catch (const std::exception& error) {
    out.sentence = error.what();
    out.verdict = Trial::Verdict::failed;
  }
  out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  return out;
}

/// What comes of it in a thread of its own, whose worker has answered nothing else.
Matrix by_fresh_worker(const std::function<Matrix()>& what) {
  Matrix out;
  std::exception_ptr failure;
  std::thread([&] {
    try {
      out = what();
    } catch (...) {
      failure = std::current_exception();
    }
  }).join();
  if (failure) std::rethrow_exception(failure);
  return out;
}

} // namespace

namespace {

void require_same(const Matrix& first, const Matrix& again) {
  core::require(first.size() > 0 && again.cols() == first.cols() && again == first,
                "The answers differ, so they depend on chance without the seed, or on what came before. Seed "
                "every generator with 'seed'.");
}

} // namespace

std::vector<Trial> try_generator(const Setting& setting) {
  Matrix first;
  const auto same = [&](const Matrix& again) { require_same(first, again); };
  return {tried("begins, and draws replicate 0", [&] { first = replicate(setting, 0); }),
          tried("draws another replicate",
                [&] {
                  const Matrix other = replicate(setting, 1);
                  core::require(
                      other.cols() == first.cols() && other != first,
                      "Replicates 0 and 1 are the same. Draw with the generator that 'seed' seeds.");
                }),
          tried("draws the same again", [&] { same(replicate(setting, 0)); }),
          tried("draws the same when it is fresh",
                [&] { same(by_fresh_worker([&] { return replicate(setting, 0); })); })};
}

namespace {

/// Probabilities of so many classes that follow the labels; `certain`, they are 0 and 1.
core::Probabilities made_up(const Sample& points, bool certain) {
  Matrix p = Matrix::Constant(points.size(), points.classes, certain ? 0.0 : 1.0);
  for (Index i = 0; i < points.size(); ++i) {
    for (int k = 0; k < points.classes; ++k)
      if (core::label_of(k, points.classes) == points.y(i))
        p(i, k) = certain ? 1.0 : 1.0 + points.x(i, 0) * points.x(i, 0);
    p.row(i) /= p.row(i).sum();
  }
  return points.classes == 2 ? core::Probabilities(core::Vector(p.col(1)))
                             : core::Probabilities::of_classes(p);
}

/// The numbers of a metric, as one row.
Matrix numbers_of(const ExternalMetric& metric, core::Draw draw, bool certain = false) {
  draw.test.truth = made_up(draw.test, false);
  const core::Estimate estimate{made_up(draw.test, certain), {}};
  core::DrawCache cache(std::move(draw), {1, "worker test", 0});
  const auto found = measured(metric, estimate, cache);
  Matrix out(1, static_cast<Index>(found.size()));
  Index at = 0;
  for (const auto& [name, value] : found) out(0, at++) = value;
  return out;
}

} // namespace

std::vector<Trial> try_metric(const ExternalMetric& metric, int classes) {
  const core::Draw usual = draw(usual_rows, usual_points, classes);
  core::Draw one_class = usual;
  one_class.test.y.setConstant(core::label_of(0, classes));
  Matrix first;
  const auto same = [&](const Matrix& again) { require_same(first, again); };
  return {tried("begins, and measures 1000 points", [&] { first = numbers_of(metric, usual); }),
          tried("measures the same again", [&] { same(numbers_of(metric, usual)); }),
          tried("measures the same when it is fresh",
                [&] { same(by_fresh_worker([&] { return numbers_of(metric, usual); })); }),
          tried("one class among the labels", [&] { numbers_of(metric, one_class); }),
          tried("probabilities of 0 and 1", [&] { numbers_of(metric, usual, true); }),
          tried("one point", [&] { numbers_of(metric, draw(usual_rows, 1, classes)); })};
}

std::vector<Trial> try_worker(const Setting& setting, int classes) {
  const core::Draw usual = draw(usual_rows, usual_points, classes);
  Matrix first;
  const auto same = [&](const Matrix& again) { require_same(first, again); };
  return {tried("begins, and answers 100 rows at 1000 points", [&] { first = answer(setting, usual); }),
          tried("answers the same again", [&] { same(answer(setting, usual)); }),
          tried("answers the same when it is fresh",
                [&] { same(by_fresh_worker([&] { return answer(setting, usual); })); }),
          tried("one class among the labels", [&] { answer(setting, of_one_class(usual)); }),
          tried("a constant column", [&] { answer(setting, with_constant_column(usual)); }),
          tried("one point", [&] { answer(setting, draw(usual_rows, 1, classes)); }),
          tried("four rows", [&] { answer(setting, draw(std::max(4, classes), usual_points, classes)); }),
          tried("answers the same after all this", [&] { same(answer(setting, usual)); })};
}

} // namespace experiments
