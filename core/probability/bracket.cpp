#include "core/probability/bracket.hpp"

#include "core/contract.hpp"
#include "core/elementary/pack.hpp"
#include "core/probability/calibration.hpp"

namespace core {

std::vector<double> interior_weights(std::int64_t intervals) {
  require(intervals >= 2, "With intervals=" + std::to_string(intervals) +
                              " there is no weight inside an interval. Set it to at least 2.");
  std::vector<double> weights;
  for (std::int64_t j = 1; j < intervals; ++j) {
    weights.push_back(static_cast<double>(j) / static_cast<double>(intervals));
  }
  return weights;
}

namespace {

struct Values {
  Eigen::Index points, weights;
  const double* f; ///< [points x weights]
};

/// The numbers of the last positive and the first negative value at a point, or at a pack of points: 0 and
/// `none` where there is none.
template <class Real>
struct Signs {
  Real last_positive{}, first_negative;

  MARGINLAB_INLINE explicit Signs(double none) : first_negative(Real{} + none) {}
  MARGINLAB_INLINE void see(const Real& f, double number) {
    const Real zero{}, here = zero + number;
    last_positive = f > zero + level_within ? here : last_positive;
    const Real nearer = here < first_negative ? here : first_negative;
    first_negative = f < zero - level_within ? nearer : first_negative;
  }
};

MARGINLAB_EVERY_LEVEL
void read_signs(const Values& at, double* last_positive, double* first_negative) {
  const auto none = static_cast<double>(at.weights + 1);
  Eigen::Index i = 0;
  for (; i + lanes_of_pack <= at.points; i += lanes_of_pack) {
    Signs<Pack> signs(none);
    for (Eigen::Index j = 0; j < at.weights; ++j)
      signs.see(load(at.f + j * at.points + i), static_cast<double>(j + 1));
    store(last_positive + i, signs.last_positive);
    store(first_negative + i, signs.first_negative);
  }
  for (; i < at.points; ++i) {
    Signs<double> signs(none);
    for (Eigen::Index j = 0; j < at.weights; ++j)
      signs.see(at.f[j * at.points + i], static_cast<double>(j + 1));
    last_positive[i] = signs.last_positive, first_negative[i] = signs.first_negative;
  }
}

} // namespace

Bracket bracket(const Matrix& decision) {
  Vector last_positive(decision.rows()), first_negative(decision.rows());
  read_signs({decision.rows(), decision.cols(), decision.data()}, last_positive.data(),
             first_negative.data());
  const auto m = static_cast<double>(decision.cols() + 1);
  return {0.5 * (last_positive + first_negative) / m,
          (first_negative.array() < last_positive.array()).count()};
}

Vector count_of_signs(const Matrix& decision) {
  const auto m = static_cast<double>(decision.cols() + 1);
  const Vector positive = (decision.array() > level_within).cast<double>().rowwise().sum();
  return (positive.array() + 0.5) / m;
}

} // namespace core
