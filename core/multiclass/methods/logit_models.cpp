#include "core/multiclass/methods/logit_models.hpp"

#include <algorithm>

#include "core/multiclass/logit/multinomial_fit.hpp"
#include "core/multiclass/logit/proportional_odds.hpp"
#include "core/multiclass/logit/softmax.hpp"

namespace core {
namespace {

/// One fit of a model and what it says at the test points.
template <class Fit>
Estimate of(const Fit& fit, const Matrix& x) {
  Estimate out = of_log_probabilities(fit.log_probability(x));
  out.summary.see(fit.certificate);
  out.facts["runs_away"] = fit.runs_away ? 1 : 0;
  return out;
}

} // namespace

Matrix expanded(const Matrix& x, Basis basis) {
  if (basis == Basis::linear) return x;
  Matrix out(x.rows(), 2 * x.cols());
  out << x, x.cwiseAbs2();
  return out;
}

Matrix differences_of_cumulative(const Matrix& p) {
  Matrix out(p.rows(), p.cols());
  for (Eigen::Index i = 0; i < p.rows(); ++i) {
    double below = 0;
    for (Eigen::Index k = 0; k < p.cols(); ++k) {
      const double up_to = k + 1 == p.cols() ? 1.0 : std::min(below + p(i, k), 1.0);
      out(i, k) = up_to - below;
      below = up_to;
    }
  }
  return out;
}

Estimate BaselineLogit::estimate(DrawCache& cache) const {
  const Sample& train = cache.draw().train;
  const ClassNumbers y = class_numbers({train.y, train.weights}, train.classes);
  const MultinomialFit fit = fit_multinomial(expanded(train.x, basis), y, 4 * lambda);
  Estimate out = of(fit, expanded(cache.draw().test.x, basis));
  if (cache.keeps_predictors())
    out.predictor = std::make_shared<Predictor>(Predictor{{}, {}, {}, {{fit.weights, fit.intercepts}}});
  return out;
}

std::optional<Estimate> BaselineLogit::predicted(const Predictor& by, const Question& question) const {
  return predicted_multinomial(by, expanded(question.x, basis), question.classes);
}

Estimate CumulativeLogit::estimate(DrawCache& cache) const {
  const Sample& train = cache.draw().train;
  const ClassNumbers y = class_numbers({train.y, train.weights}, train.classes);
  const auto fit = fit_proportional_odds(expanded(train.x, basis), y, lambda);
  Estimate out = of(fit, expanded(cache.draw().test.x, basis));
  out.facts["residual"] = fit.residual;
  if (rounded)
    out.probability = Probabilities::of_classes(differences_of_cumulative(out.probability.matrix()));
  return out;
}

} // namespace core
