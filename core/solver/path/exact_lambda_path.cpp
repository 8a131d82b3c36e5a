#include "core/solver/path/exact_lambda_path.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/contract.hpp"
#include "core/solver/gram/columns.hpp"
#include "core/solver/margin/solve.hpp"

namespace core {
namespace {

bool two_classes(const CountedSample& sample) {
  const auto positive = sample.y.array() > 0;
  return positive.select(sample.count, 0.0).sum() > 0 && (!positive).select(sample.count, 0.0).sum() > 0;
}

std::optional<LargeLambda> start_at(const CountedSample& sample, double pi) {
  if (!two_classes(sample)) return std::nullopt;
  return LargeLambdaSweep(sample).at(pi);
}

} // namespace

ExactLambdaPath::ExactLambdaPath(const Gram& gram, const Labels& y, double pi, const StoppingRule& rule)
    : ExactLambdaPath(each_once(gram, y), pi, rule) {}

ExactLambdaPath::ExactLambdaPath(const CountedSample& sample, double pi, const StoppingRule& rule)
    : sample_(sample),
      pi_(pi),
      rule_(rule),
      boxes_(weighted_dual(sample, pi, 1)),
      start_(start_at(sample, pi)) {
  expect(pi > 0 && pi < 1, "a weighted fit has 0 < pi < 1");
}

ExactLambdaPath::ExactLambdaPath(const CountedSample& sample, double pi, LargeLambda start,
                                 const StoppingRule& rule)
    : sample_(sample), pi_(pi), rule_(rule), boxes_(weighted_dual(sample, pi, 1)), start_(std::move(start)) {}

/// Brings path_ to the segment that contains lambda. From the start unless the segment lies ahead, so that
/// the segment found does not depend on where the path was.
bool ExactLambdaPath::reach(double lambda) {
  if (!start_ || !start_->path.ok()) return false;
  if (resting(lambda)) return true;
  if (!path_) path_ = start_->path;
  if (path_->ok() && path_->jumped_to(lambda)) return true;
  if (!path_->ok() || lambda >= path_->segment_begin()) *path_ = start_->path;
  return path_->reach(lambda);
}

Vector ExactLambdaPath::a_at(double lambda) const {
  return resting(lambda) ? start_->a : path_->a(lambda);
}

double ExactLambdaPath::b_at(double lambda) const {
  return resting(lambda) ? start_->b + lambda * start_->majority : path_->b(lambda);
}

DualSolution ExactLambdaPath::at(double lambda) {
  expect(lambda > 0, "lambda is positive");
  boxes_.lambda = lambda;
  const Vector zero = Vector::Zero(sample_.size());
  if (!start_) return certified(boxes_, zero, zero, 0);
  if (!reach(lambda)) return beyond(lambda);
  DualSolution fit = certify(a_at(lambda), lambda);
  if (fit.certificate.proves(rule_.relative_gap)) return fit;
  fit = certify((resting(lambda) ? start_->path : *path_).polished(lambda), lambda);
  return fit.certificate.proves(rule_.relative_gap) ? fit : fall_back(fit.a);
}

DualSolution ExactLambdaPath::certify(const Vector& a, double lambda) const {
  Vector feasible = nearest_feasible(boxes_, a);
  const Vector field = gram_times(sample_.gram, feasible);
  DualSolution fit = certified(boxes_, std::move(feasible), field, b_at(lambda) / lambda);
  fit.certificate.iterations = (resting(lambda) ? start_->path : *path_).events();
  return fit;
}

/// lambda times what rounding may do to the gap of any point of the boxes (core/solver/margin/certify.hpp).
double ExactLambdaPath::rounding_over_lambda() const {
  const Vector reach = boxes_.upper - boxes_.lower;
  const double spread = sample_.gram.diagonal().cwiseSqrt().dot(reach);
  return unit_roundoff * rounding_units(sample_.gram, reach) * 2 * spread * spread;
}

/// The same at `a`, of the inputs of a linear kernel, where much cancels in x'a.
double ExactLambdaPath::rounding_over_lambda(const Vector& a) const {
  const Vector size = sample_.gram.diagonal().cwiseSqrt();
  const double of_field = rounding_units(sample_.gram, a) * size.dot(a.cwiseAbs());
  return unit_roundoff * of_field * 2 * size.dot(boxes_.upper - boxes_.lower);
}

DualSolution ExactLambdaPath::fall_back(const Vector& a) {
  ++fallbacks_;
  return other_ ? other_(boxes_.lambda) : solve(boxes_, dual_point(boxes_, a), rule_);
}

DualSolution ExactLambdaPath::beyond(double lambda) {
  ++fallbacks_;
  if (other_) return other_(lambda);
  if (!rungs_) rungs_.emplace(sample_, pi_, rule_);
  return rungs_->at(lambda);
}

LambdaNodes ExactLambdaPath::nodes(const Vector& lambdas) {
  const Eigen::Index count = lambdas.size();
  for (Eigen::Index k = 1; k < count; ++k) expect(lambdas[k] < lambdas[k - 1], "a grid of lambda falls");
  LambdaNodes nodes{Matrix(sample_.size(), count), Vector(count), Vector(count)};
  std::vector<PathNode> read_off(static_cast<std::size_t>(count));
  for (Eigen::Index k = 0; k < count; ++k) {
    PathNode& node = read_off[static_cast<std::size_t>(k)];
    node = read(lambdas[k], nodes.decision.col(k).data());
    nodes.beta_0[k] = node.b / lambdas[k];
  }
  const double drift = path_ ? path_->state().measured_drift() : 0;
  const double rounding = sample_.gram.features() ? 0 : rounding_over_lambda();
  for (Eigen::Index k = 0; k < count; ++k) {
    const PathNode& node = read_off[static_cast<std::size_t>(k)];
    nodes.relative_gap[k] = relative_gap_bound(node.reading, {drift, node.rounding + rounding / lambdas[k]});
    if (!node.found || !is_answer(node.reading, nodes.relative_gap[k], rule_)) replace(k, lambdas[k], nodes);
  }
  return nodes;
}

PathNode ExactLambdaPath::read(double lambda, double* f) {
  expect(lambda > 0, "lambda is positive");
  PathNode node;
  node.lambda = lambda;
  node.found = reach(lambda);
  if (!node.found) return node;
  const bool rests = resting(lambda);
  node.reading = rests ? start_->rest.read(start_->path.state(), lambda, f) : path_->read(lambda, f);
  node.b = b_at(lambda);
  if (sample_.gram.features()) node.rounding = rounding_over_lambda(a_at(lambda)) / lambda;
  if (!(rests ? start_->free : path_->has_free_point(lambda)))
    settle_multiplier(boxes_, a_at(lambda), node, Eigen::Map<Vector>(f, sample_.size()));
  return node;
}

void ExactLambdaPath::replace(Eigen::Index column, double lambda, LambdaNodes& nodes) {
  const DualSolution fit = at(lambda);
  nodes.decision.col(column) = fit.decision(sample_.gram);
  nodes.beta_0[column] = fit.beta_0;
  nodes.relative_gap[column] = fit.certificate.relative_gap();
}

std::optional<ActiveSetPath> ExactLambdaPath::standing_at(double lambda) {
  expect(lambda > 0, "lambda is positive");
  if (!reach(lambda)) return std::nullopt;
  if (!resting(lambda)) {
    ActiveSetPath path = *path_;
    path.advance_to(lambda);
    return path;
  }
  // Above the threshold the whole elbow is of one class, whose residuals stay as b moves with their target.
  ActiveSetPath path = start_->path;
  const auto& stands = path.stands();
  const auto elbow = std::find(stands.begin(), stands.end(), Stand::elbow) - stands.begin();
  path.raise(sample_.y[elbow] * (lambda - start_->threshold));
  path.turn(moving_lambda(sample_, pi_), lambda, 0);
  return path;
}

std::vector<ExactLambdaPath> exact_lambda_paths(const CountedSample& sample, std::span<const double> pis,
                                                const StoppingRule& rule) {
  std::vector<ExactLambdaPath> paths;
  if (!two_classes(sample)) {
    for (const double pi : pis) paths.emplace_back(sample, pi, rule);
    return paths;
  }
  paths.reserve(pis.size());
  LargeLambdaSweep sweep(sample);
  std::vector<std::size_t> outwards(pis.size());
  std::iota(outwards.begin(), outwards.end(), 0);
  std::sort(outwards.begin(), outwards.end(), [&](std::size_t i, std::size_t j) {
    const double s = pis[i] - sweep.tie(), t = pis[j] - sweep.tie();
    return (s > 0) != (t > 0) ? s > t : std::abs(s) < std::abs(t);
  });
  std::vector<std::optional<LargeLambda>> starts(pis.size());
  for (const std::size_t i : outwards) starts[i] = sweep.at(pis[i]);
  for (std::size_t i = 0; i < pis.size(); ++i)
    paths.emplace_back(sample, pis[i], std::move(*starts[i]), rule);
  return paths;
}

} // namespace core
