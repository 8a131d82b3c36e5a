#include "core/probability/bracket.hpp"

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"
#include "core/elementary/pack.hpp"
#include "core/settings/parameters.hpp"

namespace core {

std::vector<double> interior_weights(std::int64_t intervals) {
  require(intervals >= 2,
          "With intervals=" + std::to_string(intervals) +
              " there is no weight inside an interval. Set it to at least 2.",
          {"intervals"});
  std::vector<double> weights;
  for (std::int64_t j = 1; j < intervals; ++j) {
    weights.push_back(static_cast<double>(j) / static_cast<double>(intervals));
  }
  return weights;
}

namespace {

std::string percent(double share) {
  return shortest(std::round(1e4 * share) / 100) + " %";
}

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

Calibration::Reads BracketCalibration::reads(Eigen::Index n) const {
  const auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(n)));
  return {interior_weights(intervals > 0 ? intervals : std::max<std::int64_t>(2, root))};
}

std::vector<Objection> BracketCalibration::warnings(const WeightedLabels& labels) const {
  const double all = weight_of_all(labels.weights, labels.y.size());
  const double width = 1 / static_cast<double>(reads(static_cast<Eigen::Index>(all)).weights.size() + 1);
  const double positive = weight_of_positives(labels.y, labels.weights) / all;
  const double rare = std::min(positive, 1 - positive);
  if (rare >= width) return {};
  constexpr double most_intervals = 1000;
  const double enough = std::clamp(std::ceil(5 / std::max(rare, 1e-9) / 100) * 100, 100.0, most_intervals);
  return {{{"intervals"},
           percent(rare) +
               " of the training rows are of the rarer class, and the bracket gives that class at least " +
               percent(width / 2) + ". Use more intervals, intervals=" + shortest(enough) +
               ", or another method, such as --method penalised_logistic."}};
}

Estimate BracketCalibration::probability(const Matrix& at_points, const Matrix&,
                                         const WeightedLabels&) const {
  Bracket bracketed = bracket(at_points);
  Estimate out;
  out.probability = rule == Rule::count ? count_of_signs(at_points) : std::move(bracketed.probability);
  out.facts["nonmonotone"] = static_cast<double>(bracketed.nonmonotone);
  return out;
}

} // namespace core
