#include "core/probability/solution_path.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "core/probability/path_inversion.hpp"
#include "core/settings/parameters.hpp"
#include "core/solver/gram/columns.hpp"
#include "core/solver/margin/certify.hpp"
#include "core/solver/path/pi_path.hpp"

namespace core {
namespace {

/// Where f differs from +1 or -1 by less than this it is flat: rounding stays far below, the path's first
/// step away from the flat part far above.
constexpr double flatness = 1e-9;

/// Nearer than this to 0 and 1 no gap is asked for: the primal value falls in proportion to pi or 1 - pi
/// there while rounding does not, so that a relative gap measures the weight more than the answer.
constexpr double margin_of_ends = 1e-3;

using Breakpoints = std::vector<PiBreakpoint>;

struct Path {
  Breakpoints points; ///< at least one
  bool whole = true;  ///< from 0 to 1
};

/// f = +1 or -1 whatever pi is: the answer to one class by the intercept rule
/// (core/solver/margin/intercept.hpp).
Path constant_path(const Labels& y) {
  const Vector nothing = Vector::Zero(y.size());
  return {{{0, y(0), nothing}, {1, y(0), nothing}}};
}

Path path_of(const CountedSample& sample, double lambda) {
  const Labels& y = sample.y;
  if ((y.array() == y(0)).all()) return constant_path(y);
  const PiPath path(sample, lambda);
  return {path.breakpoints(), path.ok()};
}

/// The solution a share of the way from one breakpoint to the next.
PiBreakpoint between(const PiBreakpoint& left, const PiBreakpoint& right, double share) {
  return {left.pi + share * (right.pi - left.pi), left.beta_0 + share * (right.beta_0 - left.beta_0),
          left.a + share * (right.a - left.a)};
}

/// The solutions whose gap is computed: at j/20 and in the middle of every piece.
Breakpoints sentinels(const Breakpoints& path) {
  Breakpoints out;
  for (std::size_t k = 0; k + 1 < path.size(); ++k) {
    const PiBreakpoint &left = path[k], &right = path[k + 1];
    if (!(left.pi < right.pi)) continue;
    const PiBreakpoint middle = between(left, right, 0.5);
    if (std::min(middle.pi, 1 - middle.pi) > margin_of_ends) out.push_back(middle);
    for (int j = 1; j < 20; ++j) {
      const double pi = j / 20.0;
      if (left.pi <= pi && pi < right.pi)
        out.push_back(between(left, right, (pi - left.pi) / (right.pi - left.pi)));
    }
  }
  return out;
}

FitSummary summary(const CountedSample& sample, double lambda, const Path& path) {
  FitSummary out;
  for (const PiBreakpoint& at : sentinels(path.points)) {
    Certificate certificate =
        certify(weighted_dual(sample, at.pi, lambda), at.a, gram_times(sample.gram, at.a), at.beta_0);
    if (!certificate.proves(StoppingRule{}.relative_gap)) certificate.status = Status::not_converged;
    out.see(certificate);
  }
  if (!path.whole) out.status = Status::not_converged;
  return out;
}

/// a at every breakpoint [n x B].
Matrix coefficients(const Breakpoints& path, Eigen::Index n) {
  Matrix a(n, static_cast<Eigen::Index>(path.size()));
  for (std::size_t k = 0; k < path.size(); ++k) a.col(static_cast<Eigen::Index>(k)) = path[k].a;
  return a;
}

/// How far the path is flat from either end, read off f at the training points [n x B].
void add_flat_ends(Estimate& out, const std::vector<double>& pi, const Matrix& decision) {
  const auto is_flat = [&](std::size_t k, double side) {
    return ((decision.col(static_cast<Eigen::Index>(k)).array() - side).abs() <= flatness).all();
  };
  double until = 0, from = 1;
  for (std::size_t k = 0; k < pi.size() && is_flat(k, +1); ++k) until = pi[k];
  for (std::size_t k = pi.size(); k-- > 0 && is_flat(k, -1);) from = pi[k];
  out.facts["flat_until"] = until;
  out.facts["flat_from"] = from;
}

} // namespace

SolutionPath::SolutionPath(const Classifier& classifier, double lambda)
    : kernel_(classifier.machine_kernel("solution_path follows the support vector machine, which alone is "
                                        "piecewise linear in pi. Use classifier weighted_svm.")),
      lambda_(lambda) {
  expect(lambda > 0, "lambda is positive");
}

Estimate SolutionPath::estimate(DrawCache& cache) const {
  KernelCache& kernel_cache = cache.kernel(kernel_);
  const Sample& train = cache.draw().train;
  const Matrix& gram = kernel_cache.gram();
  const CountedSample sample{gram, train.y, weights_of_all(train.weights, train.size())};
  const Path path = path_of(sample, lambda_);
  require(!path.points.empty(), "The solution path found no start, as lambda = " + shortest(lambda_) +
                                    " is out of its reach. Choose another lambda.");
  const Matrix a = coefficients(path.points, train.size());
  Vector beta_0(a.cols());
  std::vector<double> pi;
  for (const PiBreakpoint& point : path.points) {
    beta_0(static_cast<Eigen::Index>(pi.size())) = point.beta_0;
    pi.push_back(point.pi);
  }
  const auto decision = [&](const Matrix& cross_gram) -> Matrix {
    return (row_products(cross_gram, a) / lambda_).rowwise() + beta_0.transpose();
  };
  const Inversion inverted = invert(pi, decision(kernel_cache.against_train(Points::Part::test)));
  Estimate out{inverted.probability, summary(sample, lambda_, path)};
  out.facts = {{"breakpoints", static_cast<double>(pi.size())},
               {"nonmonotone", static_cast<double>(inverted.nonmonotone)}};
  add_flat_ends(out, pi, decision(gram));
  out.series = {{"path.pi", pi}, {"path.beta_0", numbers(beta_0)}};
  if (kernel_.shape != Kernel::Shape::linear) return out;
  const Matrix w = train.x.transpose() * a / lambda_; // [p x B]
  for (Eigen::Index j = 0; j < w.rows(); ++j)
    out.series["path.w_" + std::to_string(j + 1)] = numbers(w.row(j).transpose());
  return out;
}

} // namespace core
