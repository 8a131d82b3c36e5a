#include "core/probability/decision_comparison.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/contract.hpp"
#include "core/probability/curve_shape.hpp"
#include "core/solver/logistic/duality.hpp"
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
  const Vector x = train.x.col(0)(order), p = train.truth(order);
  const Vector log_odds = (p.array() / (1 - p.array())).log();
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
  const Vector x = train.x.col(0), positive = (train.y.array() + 1) / 2;
  const double n = positive.sum(), others = static_cast<double>(x.size()) - n;
  if (n == 0 || others == 0) return x.mean();
  return (x.dot(positive) / n + (x.sum() - x.dot(positive)) / others) / 2;
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

} // namespace

DecisionComparison::DecisionComparison(const Classifier& classifier, double lambda)
    : classifier_(classifier), lambda_(lambda) {
  require(
      classifier.loss == Classifier::Loss::hinge,
      "method decision_comparison with a psi-learning classifier (it compares the support vector machine) "
      "use classifier weighted_svm");
  expect(lambda > 0, "lambda is positive");
}

Estimate DecisionComparison::estimate(Workbench& bench) const {
  const Sample& train = bench.draw().train;
  require(train.x.cols() == 1, "decision_comparison of " + std::to_string(train.x.cols()) +
                                   " inputs (its curves are over one) use a data set of one input, such as "
                                   "ruping2004/two_normals");
  ClassifierBench& kernel_bench = bench.classifier(classifier_);
  Curves curves{Vector::LinSpaced(grid_points, train.x.minCoeff(), train.x.maxCoeff()), {}, {}};
  const Matrix over_grid = kernel_bench.kernel().cross_gram(curves.x, train.x);

  const DecisionGrid svm = WeightedFits(kernel_bench.gram(), bench.whole(), classifier_.loss)
                               .at({{0.5}, {lambda_ / 2}}, over_grid);
  const KernelLogisticFit klr =
      fit_kernel_logistic({kernel_bench.gram(), bench.whole().rows}, train.y, lambda_);
  curves.svm = svm.at(0).col(0);
  curves.klr = klr.decision(over_grid, lambda_);

  Estimate out{klr.decision(kernel_bench.against_train(Points::Part::test), lambda_).unaryExpr(&logistic),
               svm.audits.front()};
  out.audit.see(klr.certificate);
  add_facts(curves, middle(train), out.facts);
  if (classifier_.shape == Kernel::Shape::gaussian) out.facts["sigma"] = kernel_bench.kernel().sigma;
  out.series = {{"curve.x", numbers(curves.x)},
                {"curve.svm", numbers(curves.svm)},
                {"curve.klr", numbers(curves.klr)},
                {"sample.x", numbers(train.x.col(0))},
                {"sample.label", numbers(train.y)}};
  if (train.truth.size() > 0) out.series["curve.truth"] = numbers(true_log_odds(train, curves.x));
  return out;
}

} // namespace core
