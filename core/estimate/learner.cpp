#include "core/estimate/learner.hpp"

#include "core/contract.hpp"

namespace core {

const Sample& part_of(const Draw& draw, Points::Part part) {
  switch (part) {
    case Points::Part::train:
      return draw.train;
    case Points::Part::tune:
      return draw.tune;
    case Points::Part::test:
      break;
  }
  return draw.test;
}

Matrix inputs_at(const Draw& draw, const Points& points) {
  const Matrix& all = part_of(draw, points.part).x;
  return points.rows ? Matrix(all(*points.rows, Eigen::all)) : all;
}

std::optional<Estimate> Learner::predicted(const Predictor& by, const Question& question) const {
  if (by.problems.size() != 1 || !by.takes(question.x.cols())) return std::nullopt;
  return from_values(by.problems.front(), by.decisions(question.x).front(), question.labels);
}

Rule Learner::rule(const std::optional<double>&) const {
  throw UserError(
      "This method has no classification rule apart from its probabilities, whose accuracy could choose. "
      "Take another criterion.");
}

std::unique_ptr<Learner> Learner::at_bandwidth(double) const {
  throw UserError("A method without a kernel has no sigma to choose. Leave sigma out.", {"sigma"});
}

std::optional<double> Learner::lambda_factor(double) const {
  return std::nullopt;
}

std::unique_ptr<Learner> Learner::at_mixing(double) const {
  throw UserError(
      "A method without an elastic net has no omega to choose, as it has no two penalties to mix. Leave "
      "omega out.",
      {"omega"});
}

UserError no_largest_lambda() {
  return UserError(
      "lambda_unit: largest is for methods whose coefficients are all 0 at some lambda. This one has no such "
      "lambda. Write lambda_unit: absolute.",
      {"lambda_unit"});
}

double Learner::largest_lambda(DrawCache&, const Resample&) const {
  throw no_largest_lambda();
}

double Learner::loss(const Estimate&, const WeightedLabels&) const {
  throw UserError(
      "ties: smallest_loss is for methods that give the loss they minimise. This one does not. Choose "
      "larger_lambda or smaller_lambda.",
      {"ties"});
}

} // namespace core
