#include "core/multiclass/scaling/given_class_scores.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "core/contract.hpp"
#include "core/elementary/functions.hpp"
#include "core/estimate/draw_cache.hpp"
#include "core/loss/logistic.hpp"
#include "core/probability/scaling/given_scores.hpp"

namespace core {
namespace {

using Eigen::Index;

/// The columns in the order of the classes.
Matrix in_order(const GivenScores& of, const Matrix& columns) {
  if (of.columns.empty()) return columns;
  std::vector<Index> order;
  for (const int number : of.columns) order.push_back(number - 1);
  std::vector<Index> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  for (Index j = 0; j < columns.cols(); ++j)
    require(static_cast<Index>(sorted.size()) == columns.cols() && sorted[static_cast<std::size_t>(j)] == j,
            "The key columns names each column of scores once, by its number from 1. Leave it out where they "
            "stand in the order of the classes.");
  return columns(Eigen::all, order);
}

/// A column for each class: of two classes the second turns the first around.
Matrix column_of_each(const GivenScores& of, const Matrix& columns, int classes) {
  require(columns.cols() == classes || (columns.cols() == 1 && classes == 2), [&] {
    return "There are " + std::to_string(classes) + " classes and " + std::to_string(columns.cols()) +
           " columns of scores. Name one column for each class with --scores.";
  });
  if (columns.cols() == classes) return in_order(of, columns);
  Matrix out(columns.rows(), 2);
  if (of.scale == GivenScores::Scale::probability)
    out << columns, (1 - columns.array()).matrix();
  else
    out << columns, -columns;
  return out;
}

} // namespace

Matrix given_class_scores(const GivenScores& of, const Matrix& columns, int classes) {
  const Matrix each = column_of_each(of, columns, classes);
  if (of.scale == GivenScores::Scale::score) return each;
  if (of.scale == GivenScores::Scale::log_odds)
    return each.unaryExpr([](double odds) { return -Logistic::value(odds); });
  static constexpr double nearest = 1e-16;
  return each.unaryExpr([](double p) { return log(std::max(p, nearest)); });
}

Estimate GivenClassCalibration::estimate(DrawCache& cache) const {
  const Draw& draw = cache.draw();
  const int classes = draw.train.classes;
  return calibration_->probability(given_class_scores(scores_, draw.test.x, classes),
                                   given_class_scores(scores_, draw.train.x, classes),
                                   class_numbers({draw.train.y, draw.train.weights}, classes));
}

Vector GivenReduction::decision_of(const Matrix& columns, const TwoClasses& two, int classes) const {
  if (!two.negative)
    return decision_values(scores_, column_of_each(scores_, columns, classes).col(two.positive));
  const Matrix z = given_class_scores(scores_, columns, classes);
  const Vector apart = z.col(two.positive) - z.col(*two.negative);
  return scores_.scale == GivenScores::Scale::score ? apart : Vector(apart / 2);
}

Estimate GivenReduction::estimate(DrawCache& cache) const {
  const Draw& draw = cache.draw();
  const int classes = draw.train.classes;
  const ClassNumbers y = class_numbers({draw.train.y, draw.train.weights}, classes);
  const ClassProblems problems(scheme_, y);
  Estimate out;
  std::vector<Probabilities> answers;
  for (const TwoClasses& two : problems.all()) {
    const Resample own = members(y, two);
    const Vector at_points = decision_of(draw.test.x, two, classes);
    if (own.y.size() == 0) {
      answers.emplace_back(Vector(Vector::Constant(at_points.size(), 0.5)));
      continue;
    }
    const Vector on_sample = decision_of(draw.train.x, two, classes)(own.rows);
    const Estimate one = calibration_->probability(at_points, on_sample, {own.y, own.weights});
    out.summary.see(one.summary);
    out.see_remarks(one);
    answers.push_back(one.probability);
  }
  take(problems.together(answers), out);
  return out;
}

} // namespace core
