#include "core/multiclass/methods/separate_problems.hpp"

#include <string>
#include <utility>
#include <vector>

#include "core/estimate/draw_cache.hpp"
#include "core/sample/class_numbers.hpp"

namespace core {
namespace {

using Eigen::Index;

/// The points of these two classes, labelled +1 and -1.
Sample points_of(const Sample& sample, const TwoClasses& two) {
  const Resample own = members(class_numbers({sample.y, sample.weights}, sample.classes), two);
  return {sample.x(own.rows, Eigen::all), own.y, {}, 2, own.weights};
}

/// All points, labelled by whether they are of the positive class, with the chance of it among the two where
/// that is known; 1/2 where neither can be.
Sample test_points(const Sample& test, const TwoClasses& two) {
  const double positive = label_of(two.positive, test.classes);
  Sample out{test.x, (test.y.array() == positive).select(Vector::Ones(test.size()), -1.0)};
  if (test.truth.empty()) return out;
  Vector p(test.size());
  for (Index i = 0; i < p.size(); ++i) {
    const double own = test.truth.of(i, positive);
    const double both = two.negative ? own + test.truth.of(i, label_of(*two.negative, test.classes)) : 1;
    p(i) = both > 0 ? own / both : 0.5;
  }
  out.truth = p;
  return out;
}

/// The estimate of a problem at all test points; 1/2 where the training sample has neither class.
Estimate solved(const ProbabilityEstimator& binary, const TwoClasses& two, DrawCache& cache) {
  const Draw& draw = cache.draw();
  Draw own{points_of(draw.train, two), points_of(draw.tune, two), test_points(draw.test, two)};
  if (own.train.size() == 0) return {Vector::Constant(draw.test.size(), 0.5), {}};
  DrawCache problem(std::move(own), cache.axes());
  problem.follow([&](std::int64_t fits) { cache.done(static_cast<std::size_t>(fits)); });
  return binary.estimate(problem);
}

/// What is known of each problem, as columns of a table.
void describe(const TwoClasses& two, int classes, const Estimate& answer, Estimate& out) {
  out.summary.see(answer.summary);
  out.series["problems.positive"].push_back(label_of(two.positive, classes));
  out.series["problems.negative"].push_back(two.negative ? label_of(*two.negative, classes) : 0);
  for (const auto& [name, value] : answer.facts) {
    if (name == "lambda" || name == "sigma")
      out.series["problems." + name].push_back(value);
    else if (name == "nonmonotone")
      out.facts[name] += value;
  }
  for (const std::string& remark : answer.remarks) out.remarks.push_back(remark);
}

} // namespace

Estimate SeparateProblems::estimate(DrawCache& cache) const {
  const Sample& train = cache.draw().train;
  const ClassProblems problems(scheme_, class_numbers({train.y, train.weights}, train.classes));
  Estimate out;
  std::vector<Probabilities> answers;
  for (const TwoClasses& two : problems.all()) {
    const Estimate answer = solved(*binary_, two, cache);
    describe(two, train.classes, answer, out);
    answers.push_back(answer.probability);
  }
  if (problems.baseline()) out.facts["baseline"] = label_of(*problems.baseline(), train.classes);
  take(problems.together(answers), out);
  return out;
}

} // namespace core
