#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/contract.hpp"
#include "core/metric/metric.hpp"
#include "core/sample/observation_weights.hpp"
#include "core/settings/parameters.hpp"
#include "core/tuning/criterion.hpp"

namespace core {
namespace {

using Of = CrossValidation::Of;
using Ties = CrossValidation::Ties;

/// What a fold's held-out points come to at one candidate and lambda, or all of them.
struct HeldOutLosses {
  double lambda = 0;
  double log_loss = 0; ///< summed
  double errors = 0;   ///< points on the wrong side: counts add up without rounding, so that ties are ties
  double own = 0;      ///< of the learner's own losses

  double sum(Of of) const { return of == Of::error ? errors : log_loss; }
};

/// What one fold and candidate came to.
struct FoldLosses {
  std::vector<HeldOutLosses> at; ///< lambda by lambda
  FitSummary summary;
};

/// One learner of the search: the method, or the method at one of the bandwidths and mixings.
struct Candidate {
  const Learner* learner = nullptr;
  std::shared_ptr<Learner> at_sigma{};
  std::unique_ptr<Learner> mixed{};
  std::optional<double> sigma{}, omega{};
  std::vector<double> lambdas{}; ///< ascending
  bool is_shared = false;        ///< other criteria may ask for the other loss
};

/// The method at every mixing, or as it is.
std::vector<Candidate> with_mixings(const CrossValidation& by, const Learner& learner) {
  std::vector<Candidate> out;
  for (const double omega : by.omegas) {
    Candidate& mixing = out.emplace_back();
    mixing.mixed = learner.at_mixing(omega);
    mixing.learner = mixing.mixed.get();
    mixing.omega = omega;
  }
  if (out.empty()) out.emplace_back().learner = &learner;
  return out;
}

/// The method at every bandwidth, and there at every mixing.
std::vector<Candidate> with_bandwidths(const CrossValidation& by, const Learner& learner) {
  if (by.sigmas.empty()) return with_mixings(by, learner);
  std::vector<Candidate> out;
  for (const double sigma : by.sigmas) {
    const std::shared_ptr<Learner> at_sigma = learner.at_bandwidth(sigma);
    for (Candidate& candidate : with_mixings(by, *at_sigma)) {
      candidate.at_sigma = at_sigma;
      candidate.sigma = sigma;
      out.push_back(std::move(candidate));
    }
  }
  return out;
}

std::vector<Candidate> candidates(const CrossValidation& by, const Learner& learner, DrawCache& cache) {
  std::vector<Candidate> out = with_bandwidths(by, learner);
  for (Candidate& candidate : out) {
    candidate.is_shared = !learner.text().empty();
    candidate.lambdas = by.lambdas;
    std::sort(candidate.lambdas.begin(), candidate.lambdas.end());
    if (by.unit == CrossValidation::LambdaUnit::absolute) continue;
    const double largest = candidate.learner->largest_lambda(cache, cache.whole());
    for (double& lambda : candidate.lambdas) lambda *= largest;
  }
  return out;
}

/// What one fold says of one candidate, lambda by lambda; both losses of what others may ask for too.
FoldLosses held_out_losses(const CrossValidation& by, const Candidate& candidate, const Division& fold,
                           DrawCache& cache) {
  const Sample& train = cache.draw().train;
  const Resample held{cache.whole().at(fold.inside)};
  const Sample held_out{{}, held.y, {}, train.classes, held.weights};
  const double points = weight_of_all(held.weights, held.y.size());
  const auto learned = candidate.learner->learn(cache, cache.whole().at(fold.outside));
  FoldLosses out;
  for (const Estimate& estimate : learned->curve(candidate.lambdas, {Points::Part::train, fold.inside})) {
    out.summary.see(estimate.summary);
    HeldOutLosses& here = out.at.emplace_back(HeldOutLosses{candidate.lambdas[out.at.size()]});
    if (candidate.is_shared || by.of == Of::log_loss)
      here.log_loss = cre(estimate.probability, held_out) * points;
    if (candidate.is_shared || by.of == Of::error) here.errors = errors(estimate, held_out);
    if (by.ties == Ties::smallest_loss) here.own = candidate.learner->loss(estimate, held.labels());
  }
  return out;
}

/// What the losses depend on beside the draw. Empty: on the learner itself.
std::string name_of(const CrossValidation& by, const Learner& learner) {
  if (learner.text().empty()) return {};
  std::string name = "cross-validation of " + learner.text() + ", " + std::to_string(by.folds) + " folds " +
                     std::to_string(static_cast<int>(by.assignment)) + ", unit " +
                     std::to_string(static_cast<int>(by.unit));
  if (by.ties == Ties::smallest_loss) name += ", own losses";
  for (const double lambda : by.lambdas) name += " " + shortest(lambda);
  for (const double omega : by.omegas) name += " omega " + shortest(omega);
  for (const double sigma : by.sigmas) name += " sigma " + shortest(sigma);
  return name;
}

/// A place in the search.
struct Place {
  double lambda = 0;
  double value = 0; ///< of what is chosen by
  double own = 0;   ///< of the learner's own losses
};

/// Whether a place, reached in the order of the bandwidths and omegas, is taken before another of the same
/// value.
bool wins(Ties ties, const Place& one, const Place& best) {
  if (ties == Ties::smallest_loss && !level(one.own, best.own)) return one.own < best.own;
  return ties == Ties::smaller_lambda ? one.lambda < best.lambda : one.lambda > best.lambda;
}

/// The number of the place that is chosen: of those level with the least value, what no other wins against.
std::size_t best_of(const std::vector<Place>& places, Ties ties) {
  double least = infinity;
  for (const Place& place : places) least = std::min(least, place.value);
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < places.size(); ++i)
    if (level(places[i].value, least) && (!best || wins(ties, places[i], places[*best]))) best = i;
  return *best;
}

/// Fold by fold, of one candidate after the other.
using AllLosses = std::vector<FoldLosses>;

std::shared_ptr<const AllLosses> all_losses(const CrossValidation& by, const Learner& learner,
                                            const std::vector<Candidate>& all, DrawCache& cache) {
  const auto find = [&] {
    Stream stream = cache.axes().stream("folds=" + std::to_string(by.folds));
    const std::vector<Division> dealt = divisions(cache.draw().train.y, by.folds, by.assignment, stream);
    auto losses = std::make_shared<AllLosses>(all.size() * dealt.size());
    cache.for_each(losses->size(), [&](std::size_t i) {
      (*losses)[i] = held_out_losses(by, all[i / dealt.size()], dealt[i % dealt.size()], cache);
    });
    return std::shared_ptr<const AllLosses>(losses);
  };
  const std::string name = name_of(by, learner);
  return name.empty() ? find() : cache.remembered<AllLosses>(name, find);
}

} // namespace

Tuned CrossValidation::choose(const Learner& learner, DrawCache& cache) const {
  expect(!lambdas.empty(), "a tuning grid has at least one lambda");
  const Sample& train = cache.draw().train;
  const double points = weight_of_all(train.weights, train.size());
  const std::vector<Candidate> all = candidates(*this, learner, cache);
  const std::shared_ptr<const AllLosses> losses = all_losses(*this, learner, all, cache);
  const std::size_t dealt = losses->size() / all.size();
  Tuned out;
  for (const FoldLosses& fold : *losses) out.summary.see(fold.summary);
  std::vector<Place> places;
  for (std::size_t c = 0; c < all.size(); ++c) {
    for (std::size_t k = 0; k < all[c].lambdas.size(); ++k) {
      Place here{all[c].lambdas[k]};
      for (std::size_t f = 0; f < dealt; ++f) {
        const HeldOutLosses& at = (*losses)[c * dealt + f].at[k];
        here.value += at.sum(of);
        here.own += at.own;
      }
      here.value /= points;
      if (std::isnan(here.value)) here.value = infinity;
      places.push_back(here);
      out.lambdas.push_back(here.lambda);
      out.values.push_back(here.value);
      if (all[c].sigma) out.terms["sigma"].push_back(*all[c].sigma);
      if (all[c].omega) out.terms["omega"].push_back(*all[c].omega);
    }
  }
  const std::size_t best = best_of(places, ties);
  out.lambda = out.lambdas[best];
  out.value = out.values[best];
  const Candidate& taken = all[best / all.front().lambdas.size()];
  out.sigma = taken.sigma;
  out.omega = taken.omega;
  return out;
}

void CrossValidation::require_fits(const Learner& learner) const {
  const Learner::Offers offers = learner.offers();
  if (!sigmas.empty()) learner.at_bandwidth(sigmas.front());
  if (!omegas.empty() && !offers.mixing) learner.at_mixing(omegas.front()); // these say why not
  if (ties == Ties::smallest_loss && !offers.loss) learner.loss({}, Labels());
  if (unit == LambdaUnit::largest && !offers.largest_lambda) throw no_largest_lambda();
}

void CrossValidation::require_rows(const Labels& train) const {
  require_class_in_every_fold(train, folds);
}

} // namespace core
