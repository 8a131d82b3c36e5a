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

/// By a worker that has answered nothing else: one of a thread of its own.
Matrix answer_of_fresh_worker(const Setting& setting, const core::Draw& draw) {
  Matrix out;
  std::exception_ptr failure;
  std::thread([&] {
    try {
      out = answer(setting, draw);
    } catch (...) {
      failure = std::current_exception();
    }
  }).join();
  if (failure) std::rethrow_exception(failure);
  return out;
}

} // namespace

std::vector<Trial> try_worker(const Setting& setting, int classes) {
  const core::Draw usual = draw(usual_rows, usual_points, classes);
  Matrix first;
  const auto same = [&](const Matrix& again) {
    core::require(
        first.size() > 0 && again == first,
        "The answers differ, so they depend on chance without the seed, or on what came before. Seed "
        "every generator with 'seed'.");
  };
  return {tried("begins, and answers 100 rows at 1000 points", [&] { first = answer(setting, usual); }),
          tried("answers the same again", [&] { same(answer(setting, usual)); }),
          tried("answers the same when it is fresh", [&] { same(answer_of_fresh_worker(setting, usual)); }),
          tried("one class among the labels", [&] { answer(setting, of_one_class(usual)); }),
          tried("a constant column", [&] { answer(setting, with_constant_column(usual)); }),
          tried("one point", [&] { answer(setting, draw(usual_rows, 1, classes)); }),
          tried("four rows", [&] { answer(setting, draw(std::max(4, classes), usual_points, classes)); }),
          tried("answers the same after all this", [&] { same(answer(setting, usual)); })};
}

} // namespace experiments
