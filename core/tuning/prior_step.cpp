#include "core/tuning/prior_step.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/contract.hpp"
#include "core/settings/parameters.hpp"

namespace core {
namespace {

constexpr std::int32_t every_fold = -1;

/// `size` rows with the classes in proportion, in the order of the file.
Sample some_of(const Sample& whole, std::int64_t size, const StreamAxes& axes) {
  if (size == 0 || size >= whole.size()) return whole;
  const auto positive = static_cast<double>((whole.y.array() > 0).count());
  std::array<std::int64_t, 2> wanted{};
  wanted[0] = std::llround(positive / static_cast<double>(whole.size()) * static_cast<double>(size));
  wanted[1] = size - wanted[0];
  Stream stream = axes.stream("prior step");
  std::vector<Eigen::Index> rows;
  for (const std::int64_t i : stream.permutation(whole.size()))
    if (wanted[whole.y(i) > 0 ? 0 : 1]-- > 0) rows.push_back(i);
  std::sort(rows.begin(), rows.end());
  return {whole.x(rows, Eigen::all), whole.y(rows), {}, 2, weights_of(whole.weights, rows)};
}

/// The best of what has been looked at, and all of it.
class Search {
 public:
  explicit Search(CrossValidation::Ties ties)
      : sign_(ties == CrossValidation::Ties::smaller_lambda ? 1 : -1) {}

  /// Larger bandwidths come first, so that they win where all else is level.
  void see(Tuned at, const std::optional<double>& sigma) {
    at.sigma = sigma;
    seen_.summary.see(at.summary);
    for (std::size_t k = 0; k < at.lambdas.size(); ++k) {
      seen_.lambdas.push_back(at.lambdas[k]);
      seen_.values.push_back(at.values[k]);
      if (sigma) seen_.terms["sigma"].push_back(*sigma);
    }
    if (!best_ || wins(at, *best_)) best_ = std::move(at);
  }

  Tuned answer() {
    seen_.lambda = best_->lambda;
    seen_.value = best_->value;
    seen_.sigma = best_->sigma;
    return std::move(seen_);
  }

 private:
  bool wins(const Tuned& one, const Tuned& best) const {
    return level(one.value, best.value) ? sign_ * one.lambda < sign_ * best.lambda : one.value < best.value;
  }

  double sign_;
  Tuned seen_;
  std::optional<Tuned> best_;
};

} // namespace

std::string PriorStep::name(const Learner& learner, const StreamAxes& axes) const {
  std::string text = learner.rule(std::nullopt).name + " of " + axes.data + " seed " +
                     std::to_string(axes.seed) + " folds " + std::to_string(validation.folds) + " rows " +
                     std::to_string(sample_size) +
                     (validation.ties == CrossValidation::Ties::smaller_lambda ? " small" : " large");
  for (const double lambda : validation.lambdas) text += " " + shortest(lambda);
  for (const double lambda : linear_lambdas) text += " linear " + shortest(lambda);
  for (const double sigma : sigmas) text += " sigma " + shortest(sigma);
  return text;
}

Tuned PriorStep::search(const Learner& learner, const Sample& whole, const StreamAxes& axes) const {
  const StreamAxes shared{axes.seed, axes.data, every_fold};
  Draw draw;
  draw.train = some_of(whole, sample_size, shared);
  std::vector<std::optional<double>> bandwidths(sigmas.begin(), sigmas.end());
  std::sort(bandwidths.rbegin(), bandwidths.rend());
  const bool gaussian = learner.rule(std::nullopt).has_bandwidth;
  if (bandwidths.empty() || !gaussian) bandwidths = {std::nullopt};
  CrossValidation by = validation;
  if (!gaussian && !linear_lambdas.empty()) by.lambdas = linear_lambdas;
  std::vector<Tuned> found(bandwidths.size());
  each(bandwidths.size(), [&](std::size_t i) {
    DrawCache cache(draw, shared);
    cache.share_out(each);
    found[i] = by.choose(*learner.rule(bandwidths[i]).learner, cache);
  });
  Search search(by.ties);
  for (std::size_t i = 0; i < found.size(); ++i) search.see(std::move(found[i]), bandwidths[i]);
  return search.answer();
}

Tuned PriorStep::choose(const Learner& learner, DrawCache& cache) const {
  expect(!validation.lambdas.empty(), "a tuning grid has at least one lambda");
  const auto whole = cache.draw().whole;
  require(whole != nullptr,
          "The criterion prior_step needs a data set that is divided into folds. Write split: folds, or "
          "choose another criterion.");
  const StreamAxes& axes = cache.axes();
  return once(name(learner, axes), [&] { return search(learner, *whole, axes); });
}

} // namespace core
