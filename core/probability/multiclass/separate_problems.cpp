#include "core/probability/multiclass/separate_problems.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "core/class_numbers.hpp"
#include "core/probability/draw_cache.hpp"
#include "core/solver/columns.hpp"

namespace core {
namespace {

using Eigen::Index;
using Apart = SeparateProblems::Scheme;

/// A class against another, or against all others.
struct TwoClasses {
  int positive;
  std::optional<int> negative;
};

std::vector<TwoClasses> problems_of(Apart scheme, int classes, int largest) {
  std::vector<TwoClasses> out;
  for (int k = 0; k < classes; ++k) {
    if (scheme == Apart::one_vs_all)
      out.push_back({k, std::nullopt});
    else if (scheme == Apart::baseline_learning && k != largest)
      out.push_back({k, largest});
    for (int j = k + 1; scheme == Apart::pairwise_voted && j < classes; ++j) out.push_back({k, j});
  }
  return out;
}

/// The points of these two classes, labelled +1 and -1.
Sample points_of(const Sample& sample, const TwoClasses& two) {
  const ClassNumbers y = class_numbers(sample.y, sample.classes);
  std::vector<Index> rows;
  for (Index i = 0; i < sample.size(); ++i) {
    const int k = y.of[static_cast<std::size_t>(i)];
    if (k == two.positive || !two.negative || k == *two.negative) rows.push_back(i);
  }
  Sample out{sample.x(rows, Eigen::all), Labels(static_cast<Index>(rows.size()))};
  for (std::size_t i = 0; i < rows.size(); ++i)
    out.y(static_cast<Index>(i)) = y.of[static_cast<std::size_t>(rows[i])] == two.positive ? 1 : -1;
  return out;
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

/// q(i, j) [m] for a pair, the chance of class i among the two.
class Pairs {
 public:
  explicit Pairs(int classes) : classes_(classes), of_(place(classes, 0)) {}
  const Vector& operator()(int i, int j) const { return of_[place(i, j)]; }
  void enter(const TwoClasses& two, const Vector& q) {
    of_[place(two.positive, *two.negative)] = q;
    of_[place(*two.negative, two.positive)] = (1 - q.array()).matrix();
  }

  /// The class that wins most of a point's pairs, of level ones the first.
  int winner(Index point) const {
    Vector wins = Vector::Zero(classes_);
    for (int i = 0; i < classes_; ++i)
      for (int j = i + 1; j < classes_; ++j) ++wins((*this)(i, j)(point) >= 0.5 ? i : j);
    Index most = 0;
    wins.maxCoeff(&most);
    return static_cast<int>(most);
  }

 private:
  std::size_t place(int i, int j) const {
    return static_cast<std::size_t>(i) * static_cast<std::size_t>(classes_) + static_cast<std::size_t>(j);
  }

  int classes_;
  std::vector<Vector> of_;
};

double odds(double q) {
  return q / (1 - q);
}

/// What p is in proportion to [m x K].
Matrix proportions(Apart scheme, const std::vector<TwoClasses>& problems,
                   const std::vector<Estimate>& answers, int classes) {
  const Index points = answers.front().probability.size();
  Matrix parts = Matrix::Ones(points, classes);
  if (scheme == Apart::pairwise_voted) {
    Pairs pairs(classes);
    for (std::size_t at = 0; at < problems.size(); ++at)
      pairs.enter(problems[at], answers[at].probability.positive());
    for (Index i = 0; i < points; ++i) {
      const int baseline = pairs.winner(i);
      for (int k = 0; k < classes; ++k)
        if (k != baseline) parts(i, k) = odds(pairs(k, baseline)(i));
    }
    return parts;
  }
  for (std::size_t at = 0; at < problems.size(); ++at) {
    const Vector& q = answers[at].probability.positive();
    if (scheme == Apart::one_vs_all)
      parts.col(problems[at].positive) = q;
    else
      parts.col(problems[at].positive) = q.unaryExpr(&odds);
  }
  return parts;
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
  const std::vector<Index> counts = class_numbers(train.y, train.classes).counts();
  const auto largest = static_cast<int>(std::max_element(counts.begin(), counts.end()) - counts.begin());
  const std::vector<TwoClasses> problems = problems_of(scheme_, train.classes, largest);
  Estimate out;
  std::vector<Estimate> answers;
  for (const TwoClasses& two : problems) {
    answers.push_back(solved(*binary_, two, cache));
    describe(two, train.classes, answers.back(), out);
  }
  if (scheme_ == Apart::baseline_learning) out.facts["baseline"] = label_of(largest, train.classes);
  Matrix parts = proportions(scheme_, problems, answers, train.classes);
  parts.array().colwise() /= row_sums(parts).array().eval();
  out.probability = Probabilities::of_classes(parts);
  return out;
}

} // namespace core
