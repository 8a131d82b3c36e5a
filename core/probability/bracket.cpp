#include "core/probability/bracket.hpp"

#include "core/contract.hpp"

namespace core {

std::vector<double> interior_weights(std::int64_t intervals) {
  require(intervals >= 2, "intervals is " + std::to_string(intervals) +
                              " (one interval has no interior weight) set it to at least 2");
  std::vector<double> weights;
  for (std::int64_t j = 1; j < intervals; ++j) {
    weights.push_back(static_cast<double>(j) / static_cast<double>(intervals));
  }
  return weights;
}

Bracket bracket(const Matrix& decision) {
  const Eigen::Index m = decision.cols() + 1;
  Bracket out{Vector(decision.rows())};
  for (Eigen::Index i = 0; i < decision.rows(); ++i) {
    Eigen::Index last_positive = 0, first_negative = m;
    for (Eigen::Index j = 1; j < m; ++j) {
      if (decision(i, j - 1) > 0) last_positive = j;
      if (decision(i, j - 1) < 0 && first_negative == m) first_negative = j;
    }
    out.probability(i) = 0.5 * static_cast<double>(last_positive + first_negative) / static_cast<double>(m);
    out.nonmonotone += first_negative < last_positive ? 1 : 0;
  }
  return out;
}

} // namespace core
