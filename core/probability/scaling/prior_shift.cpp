#include "core/probability/scaling/prior_shift.hpp"

#include "core/contract.hpp"
#include "core/elementary/functions.hpp"
#include "core/sample/types.hpp"

namespace core {

Probabilities with_prior(const Probabilities& q, double from, double to) {
  expect(from > 0 && from < 1 && to > 0 && to < 1, "shares of a class that occurs, and of one that does not");
  if (to == from) return q;
  const double of_positive = to / from, of_negative = (1 - to) / (1 - from);
  const Vector positive = q.positive().unaryExpr([&](double p) {
    const double weighted = p * of_positive;
    return weighted / (weighted + (1 - p) * of_negative);
  });
  if (q.log_odds().size() == 0) return positive;
  return {positive, (q.log_odds().array() + (log(of_positive) - log(of_negative))).matrix()};
}

} // namespace core
