#include "core/probability/learner.hpp"

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

Rule Learner::rule(const std::optional<double>&) const {
  throw UserError(
      "a choice by the accuracy of a classification rule (this method has none apart from its probabilities) "
      "choose another criterion");
}

std::unique_ptr<Learner> Learner::at_bandwidth(double) const {
  throw UserError("a choice of sigma for a method without a kernel (there is no bandwidth) leave sigma out");
}

std::unique_ptr<Learner> Learner::at_mixing(double) const {
  throw UserError(
      "a choice of omega for a method without an elastic net (there are not two penalties to mix) leave it "
      "out");
}

UserError no_largest_lambda() {
  return UserError(
      "lambda_unit: largest for a method whose coefficients are 0 at no lambda (there is no largest one) "
      "write "
      "lambda_unit: absolute");
}

double Learner::largest_lambda(DrawCache&, const Resample&) const {
  throw no_largest_lambda();
}

double Learner::loss(const Estimate&, const Labels&) const {
  throw UserError(
      "ties: smallest_loss for a method that does not give the loss it minimises (there is nothing to "
      "compare) "
      "choose larger_lambda or smaller_lambda");
}

} // namespace core
