#include <algorithm>
#include <cmath>

#include "core/contract.hpp"
#include "core/metric/metric.hpp"
#include "core/tuning/criterion.hpp"

namespace core {
namespace {

using Of = CrossValidation::Of;
using Ties = CrossValidation::Ties;

/// What a fold's held-out points come to at one candidate and lambda, or all of them.
struct HeldOut {
  double lambda = 0;
  double sum = 0; ///< of what is chosen by
  double own = 0; ///< of the learner's own losses
};

/// Of one fold and candidate.
struct FoldLosses {
  std::vector<HeldOut> at; ///< lambda by lambda
  FitSummary summary;
};

/// The sum of the log-losses, or the number of points on the wrong side: counts of two classes add up without
/// rounding, so that ties are ties.
double sum_of(Of of, const Estimate& estimate, const Sample& held_out) {
  return of == Of::error ? errors(estimate, held_out)
                         : cre(estimate.probability, held_out) * static_cast<double>(held_out.size());
}

/// One learner of the search: the method, or the method at one of the mixings.
struct Candidate {
  const Learner* learner;
  std::unique_ptr<Learner> mixed;
  std::optional<double> omega;
  std::vector<double> lambdas; ///< ascending
};

std::vector<Candidate> candidates(const CrossValidation& by, const Learner& learner, DrawCache& cache) {
  std::vector<Candidate> out;
  for (const double omega : by.omegas) out.push_back({nullptr, learner.at_mixing(omega), omega, {}});
  if (out.empty()) out.push_back({&learner, nullptr, std::nullopt, {}});
  for (Candidate& candidate : out) {
    if (candidate.mixed) candidate.learner = candidate.mixed.get();
    candidate.lambdas = by.lambdas;
    std::sort(candidate.lambdas.begin(), candidate.lambdas.end());
    if (by.unit == CrossValidation::LambdaUnit::absolute) continue;
    const double largest = candidate.learner->largest_lambda(cache, cache.whole());
    for (double& lambda : candidate.lambdas) lambda *= largest;
  }
  return out;
}

/// What one fold says of one candidate, lambda by lambda.
FoldLosses held_out_losses(const CrossValidation& by, const Candidate& candidate, const Division& fold,
                           DrawCache& cache) {
  const Sample& train = cache.draw().train;
  const Sample held_out{{}, train.y(fold.inside), {}, train.classes};
  const auto learned = candidate.learner->learn(cache, {fold.outside, train.y(fold.outside)});
  FoldLosses out;
  for (const Estimate& estimate : learned->curve(candidate.lambdas, {Points::Part::train, fold.inside})) {
    out.summary.see(estimate.summary);
    out.at.push_back({candidate.lambdas[out.at.size()], sum_of(by.of, estimate, held_out),
                      by.ties == Ties::smallest_loss ? candidate.learner->loss(estimate, held_out.y) : 0});
  }
  return out;
}

/// Whether a place in the search, reached in the order of the omegas, is taken before another.
bool wins(Ties ties, const HeldOut& one, const HeldOut& best) {
  if (one.sum != best.sum) return one.sum < best.sum;
  if (ties == Ties::smallest_loss && one.own != best.own) return one.own < best.own;
  return ties == Ties::smaller_lambda ? one.lambda < best.lambda : one.lambda > best.lambda;
}

} // namespace

Tuned CrossValidation::choose(const Learner& learner, DrawCache& cache) const {
  expect(!lambdas.empty(), "a tuning grid has at least one lambda");
  const Labels& y = cache.draw().train.y;
  Stream stream = cache.axes().stream("folds=" + std::to_string(folds));
  const std::vector<Division> dealt = divisions(y, folds, assignment, stream);
  const std::vector<Candidate> all = candidates(*this, learner, cache);
  std::vector<FoldLosses> losses(all.size() * dealt.size());
  cache.for_each(losses.size(), [&](std::size_t i) {
    losses[i] = held_out_losses(*this, all[i / dealt.size()], dealt[i % dealt.size()], cache);
  });
  Tuned out{.lambda = 1, .value = infinity};
  for (const FoldLosses& fold : losses) out.summary.see(fold.summary);
  HeldOut best;
  for (std::size_t c = 0; c < all.size(); ++c) {
    for (std::size_t k = 0; k < all[c].lambdas.size(); ++k) {
      HeldOut here{all[c].lambdas[k]};
      for (std::size_t f = 0; f < dealt.size(); ++f) {
        here.sum += losses[c * dealt.size() + f].at[k].sum;
        here.own += losses[c * dealt.size() + f].at[k].own;
      }
      here.sum /= static_cast<double>(y.size());
      if (std::isnan(here.sum)) here.sum = infinity;
      if (out.lambdas.empty() || wins(ties, here, best)) best = here, out.omega = all[c].omega;
      out.lambdas.push_back(here.lambda);
      out.values.push_back(here.sum);
      if (all[c].omega) out.terms["omega"].push_back(*all[c].omega);
    }
  }
  out.lambda = best.lambda;
  out.value = best.sum;
  return out;
}

void CrossValidation::require_fits(const Learner& learner) const {
  const Learner::Offers offers = learner.offers();
  if (!omegas.empty() && !offers.mixing) learner.at_mixing(omegas.front()); // these say why not
  if (ties == Ties::smallest_loss && !offers.loss) learner.loss({}, {});
  if (unit == LambdaUnit::largest && !offers.largest_lambda) throw no_largest_lambda();
}

void CrossValidation::require_rows(const Labels& train) const {
  require_class_in_every_fold(train, folds);
}

} // namespace core
