#include "core/probability/path_inversion.hpp"

#include "core/contract.hpp"
#include "core/estimate/calibration.hpp"

namespace core {
namespace {

/// Where the line from (pi_0, f_0) to (pi_1, f_1) is zero; f_0 and f_1 are not of one sign and not both zero.
double zero_between(double pi_0, double f_0, double pi_1, double f_1) {
  return pi_0 + f_0 / (f_0 - f_1) * (pi_1 - pi_0);
}

} // namespace

Inversion invert(const std::vector<double>& pi, const Matrix& decision) {
  const auto last = static_cast<Eigen::Index>(pi.size()) - 1;
  expect(last >= 0 && decision.cols() == last + 1, "a path has a decision value at each of its weights");
  const auto at = [&](Eigen::Index j) { return pi[static_cast<std::size_t>(j)]; };
  Inversion out{Vector(decision.rows())};
  for (Eigen::Index i = 0; i < decision.rows(); ++i) {
    const auto f = [&](Eigen::Index j) { return levelled(decision(i, j), 0); };
    const auto zero_after = [&](Eigen::Index j) { return zero_between(at(j), f(j), at(j + 1), f(j + 1)); };
    Eigen::Index positive = last, negative = 0; // the last of the one, the first of the other
    while (positive >= 0 && !(f(positive) > 0)) --positive;
    while (negative <= last && !(f(negative) < 0)) ++negative;
    const double supremum = positive < 0 ? 0 : positive == last ? at(last) : zero_after(positive);
    const double infimum = negative > last ? 1 : negative == 0 ? at(0) : zero_after(negative - 1);
    out.probability(i) = 0.5 * (infimum + supremum);
    out.nonmonotone += infimum < supremum ? 1 : 0;
  }
  return out;
}

} // namespace core
