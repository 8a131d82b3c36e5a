#include "core/probability/scaling/beta.hpp"

#include <algorithm>
#include <cmath>

#include "core/probability/scaling/beta_map.hpp"
#include "core/probability/scaling/least.hpp"
#include "core/probability/scaling/softmax.hpp"

namespace core {
namespace {

constexpr double least_total = 0.02, most_total = 200;

/// Is the point predicted to be in the class of this sign?
bool predicted(double f, double sign) {
  return (levelled(f, 0) > 0) == (sign > 0);
}

/// The map of one predicted class, and its N as a fact.
BetaMap class_map(const Vector& f, const WeightedLabels& labels, double sign, Estimate& out) {
  std::vector<Eigen::Index> inside;
  for (Eigen::Index i = 0; i < f.size(); ++i)
    if (predicted(f(i), sign)) inside.push_back(i);
  if (inside.empty()) return BetaMap::shift(0);
  const Vector correct = (labels.y(inside).array() * sign > 0).cast<double>();
  const Vector weights = weights_of(labels.weights, inside);
  const BetaFamily family(softmax(f(inside).cwiseAbs()), correct, weights);
  if (!family.carries()) return family.map(0);
  const double n = weight_of_all(weights, correct.size());
  const auto low = static_cast<std::int64_t>(std::max(1.0, std::floor(std::min(n, family.total()))));
  const auto high = static_cast<std::int64_t>(std::max(1.0, std::floor(std::max(n, family.total()))));
  const auto total = static_cast<double>(least_integer(low, high, [&](double t) { return family.loss(t); }));
  out.facts[sign > 0 ? "beta_total_positive" : "beta_total_negative"] = total;
  return family.map(total);
}

} // namespace

Estimate BetaScaling::probability(const Matrix& at_points, const Matrix& on_sample,
                                  const WeightedLabels& labels) const {
  Estimate out;
  const BetaMap positive = class_map(on_sample.col(0), labels, 1, out);
  const BetaMap negative = class_map(on_sample.col(0), labels, -1, out);
  const Vector f = at_points.col(0);
  const Vector m = softmax(f.cwiseAbs());
  Vector probability(f.size());
  for (Eigen::Index i = 0; i < f.size(); ++i) {
    if (predicted(f(i), 1))
      probability(i) = positive(m(i));
    else
      probability(i) = reading == Reading::membership ? negative(m(i)) : 1 - negative(m(i));
  }
  out.probability = std::move(probability);
  return out;
}

Estimate SingleBetaScaling::probability(const Matrix& at_points, const Matrix& on_sample,
                                        const WeightedLabels& labels) const {
  const BetaFamily family(softmax(on_sample.col(0)), (labels.y.array() > 0).cast<double>(), labels.weights);
  double total = 0;
  Estimate out;
  if (family.carries()) {
    total = least_real(least_total, most_total, [&](double t) { return family.loss(t); });
    out.facts["beta_total"] = total;
  }
  out.probability = softmax(at_points.col(0)).unaryExpr(family.map(total));
  return out;
}

} // namespace core
