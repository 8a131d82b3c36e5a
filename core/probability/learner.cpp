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

Rule Learner::rule(const std::optional<double>&) const {
  throw UserError(
      "a choice by the accuracy of a classification rule (this method has none apart from its probabilities) "
      "choose another criterion");
}

std::unique_ptr<Learner> Learner::at_bandwidth(double) const {
  throw UserError("a choice of sigma for a method without a kernel (there is no bandwidth) leave sigma out");
}

} // namespace core
