#include "core/probability/decision/decision_comparison.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/contract.hpp"
#include "core/elementary/functions.hpp"
#include "core/estimate/draw_cache.hpp"
#include "core/estimate/weighted_fits.hpp"
#include "core/loss/logistic.hpp"
#include "core/solver/logistic/kernel_logistic_fit.hpp"

namespace core {
namespace {

constexpr Eigen::Index grid_points = 401;

/// Linear between the points of the sample, which reach from the least to the largest of the wanted x. Equal
/// x have equal p.
Vector true_log_odds(const Sample& train, const Vector& wanted) {
  std::vector<Eigen::Index> order(static_cast<std::size_t>(train.size()));
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](Eigen::Index a, Eigen::Index b) { return train.x(a, 0) < train.x(b, 0); });
  const Vector x = train.x.col(0)(order), p = train.truth.positive()(order);
  const Vector log_odds = (p.array() / (1 - p.array())).unaryExpr([](double odds) { return log(odds); });
  if (x.size() == 1) return Vector::Constant(wanted.size(), log_odds(0));
  Vector out(wanted.size());
  Eigen::Index k = 1;
  for (Eigen::Index i = 0; i < wanted.size(); ++i) {
    while (k + 1 < x.size() && x(k) < wanted(i)) ++k;
    const double width = x(k) - x(k - 1), share = width > 0 ? (wanted(i) - x(k - 1)) / width : 0;
    out(i) = log_odds(k - 1) + share * (log_odds(k) - log_odds(k - 1));
  }
  return out;
}

/// Halfway between the means of the classes; the mean of all where there is one class.
double middle(const Sample& train) {
  const Vector x = train.x.col(0);
  Vector positive = (train.y.array() + 1) / 2;
  if (train.weights.size() > 0) positive.array() *= train.weights.array();
  const double n = positive.sum(), others = weight_of_all(train.weights, x.size()) - n;
  if (n == 0 || others == 0) return weighted_mean(x, train.weights);
  const double all = train.weights.size() == 0 ? x.sum() : x.dot(train.weights);
  return (x.dot(positive) / n + (all - x.dot(positive)) / others) / 2;
}

/// The grid and the two curves over it.
struct Curves {
  Vector x, svm, klr;
};

void add_facts(const Curves& curves, double place, std::map<std::string, double>& facts) {
  const Crossings svm = crossings(curves.x, curves.svm, place), klr = crossings(curves.x, curves.klr, place);
  const auto add = [&](const std::string& name, const std::optional<double>& fact) {
    if (fact) facts[name] = *fact;
  };
  facts["svm_crossings"] = static_cast<double>(svm.count);
  facts["klr_crossings"] = static_cast<double>(klr.count);
  add("svm_border", svm.nearest);
  add("klr_border", klr.nearest);
  const auto inside = svm.nearest ? margins(curves.x, curves.svm, *svm.nearest) : std::nullopt;
  if (!inside) return;
  add("svm_outside_slope", outside_slope(curves.svm, *inside));
  add("klr_outside_slope", outside_slope(curves.klr, *inside));
}

/// sum of |y_{k+1} - y_k| from one point to another.
double variation(const Vector& y, Eigen::Index from, Eigen::Index to) {
  double sum = 0;
  for (Eigen::Index k = from; k < to; ++k) sum += std::abs(y(k + 1) - y(k));
  return sum;
}

} // namespace

Crossings crossings(const Vector& x, const Vector& y, double place) {
  Crossings out;
  for (Eigen::Index k = 0; k + 1 < y.size(); ++k) {
    if ((y(k) < 0) == (y(k + 1) < 0)) continue;
    const double at = x(k) + (x(k + 1) - x(k)) * (y(k) / (y(k) - y(k + 1)));
    if (!out.nearest || std::abs(at - place) < std::abs(*out.nearest - place)) out.nearest = at;
    ++out.count;
  }
  return out;
}

std::optional<MarginEnds> margins(const Vector& x, const Vector& y, double border) {
  Eigen::Index above = 0;
  while (above < x.size() && x(above) <= border) ++above;
  if (above == 0 || above == x.size()) return std::nullopt;
  const double side = y(above) < 0 ? -1 : 1; // +1 where y rises through the border
  Eigen::Index first = above - 1, last = above;
  while (first >= 0 && side * y(first) > -1) --first;
  while (last < x.size() && side * y(last) < 1) ++last;
  if (first < 0 || last == x.size()) return std::nullopt;
  return MarginEnds{first, last};
}

std::optional<double> outside_slope(const Vector& y, const MarginEnds& margins) {
  const Eigen::Index end = y.size() - 1, between = margins.last - margins.first, outside = end - between;
  const double inner = variation(y, margins.first, margins.last);
  if (outside == 0 || !(inner > 0)) return std::nullopt;
  const double outer = variation(y, 0, margins.first) + variation(y, margins.last, end);
  return outer / static_cast<double>(outside) / (inner / static_cast<double>(between));
}

DecisionComparison::DecisionComparison(const Classifier& classifier, double lambda)
    : kernel_(classifier.machine_kernel(
          "decision_comparison compares the support vector machine. Use classifier weighted_svm.")),
      lambda_(lambda) {
  expect(lambda > 0, "lambda is positive");
}

Estimate DecisionComparison::estimate(DrawCache& cache) const {
  const Sample& train = cache.draw().train;
  require(train.x.cols() == 1, "decision_comparison draws curves over one input, and there are " +
                                   std::to_string(train.x.cols()) +
                                   ". Use a data set of one, such as ruping2004/two_normals.");
  KernelCache& kernel_cache = cache.kernel(kernel_);
  Curves curves{Vector::LinSpaced(grid_points, train.x.minCoeff(), train.x.maxCoeff()), {}, {}};
  const Matrix over_grid = kernel_cache.kernel().cross_gram(curves.x, train.x);

  const DecisionGrid svm =
      weighted_fits(kernel_cache.gram(), cache.whole(), Hinge{})->at({{0.5}, {lambda_ / 2}}, over_grid);
  const KernelLogisticFit klr =
      fit_kernel_logistic({kernel_cache.gram(), cache.whole().rows}, cache.whole().labels(), lambda_);
  curves.svm = svm.at(0).col(0);
  curves.klr = klr.decision(over_grid, lambda_);

  const Vector log_odds = klr.decision(kernel_cache.against_train(Points::Part::test), lambda_);
  Estimate out{{log_odds.unaryExpr(&sigmoid), log_odds}, svm.summaries.front()};
  out.summary.see(klr.certificate);
  add_facts(curves, middle(train), out.facts);
  kernel_cache.add_facts(out.facts);
  out.series = {{"curve.x", numbers(curves.x)},
                {"curve.svm", numbers(curves.svm)},
                {"curve.klr", numbers(curves.klr)},
                {"sample.x", numbers(train.x.col(0))},
                {"sample.label", numbers(train.y)}};
  if (!train.truth.empty()) out.series["curve.truth"] = numbers(true_log_odds(train, curves.x));
  return out;
}

} // namespace core
