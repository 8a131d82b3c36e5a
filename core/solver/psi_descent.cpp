#include "core/solver/psi_descent.hpp"

#include <array>
#include <optional>
#include <span>

#include "core/contract.hpp"
#include "core/solver/active_set_solver.hpp"
#include "core/solver/columns.hpp"
#include "core/solver/intercept.hpp"
#include "core/solver/solve.hpp"
#include "core/solver/warm_start.hpp"

namespace core {
namespace {

using Eigen::Index;

// A margin this small is zero up to the rounding of f, whose natural unit is 1.
constexpr double zero_margin = 1e-10;

// A constant is the better answer where it is better by more than rounding.
constexpr double worth_a_change = 1e-9;

// The first step has nothing to fall from where the value of the start is not known.
constexpr double unknown = infinity;

// A function with all that a step needs of it.
struct Place {
  Vector a, field; // field = Ka [n]
  double beta_0 = 0;
  Vector residual;        // y - f [n]
  double value = unknown; // E(f)
};

/// 1 or -1 where f has this sign, beyond rounding, at every point, else 0.
double one_sign(const Vector& f) {
  return (f.array() > zero_margin).all() ? 1 : (f.array() < -zero_margin).all() ? -1 : 0;
}

/// Does a variable stand strictly inside its box? Only then is the intercept the only one.
bool has_free_variable(const WeightedDual& problem, const Vector& a) {
  constexpr double at_bound = 1e-9;
  const auto skin = at_bound * (problem.upper - problem.lower).array();
  return (a.array() > problem.lower.array() + skin && a.array() < problem.upper.array() - skin).any();
}

// The descents of one weight. What is kept from one lambda to the next - the answer to each d.c. step - is
// where the next lambda's convex problems start; it changes what they cost, not what they are.
class PsiDescent {
 public:
  PsiDescent(WeightedDual svm, const StoppingRule& rule)
      : svm_(std::move(svm)), weight_(svm_.upper - svm_.lower), problem_(svm_), rule_(rule) {
    const double positive = (svm_.y.array() > 0).select(weight_, 0.0).sum(),
                 negative = weight_.sum() - positive;
    best_sign_ = positive >= negative ? 1 : -1;
    best_constant_ = 2 * std::min(positive, negative);
  }

  /// From f with these residuals y - f; `a` and `value` say more of it where they are known.
  PsiFit run(double lambda, Place now) {
    svm_.lambda = problem_.lambda = lambda;
    PsiFit out{{{}, {now.value}}, {}};
    std::int64_t iterations = 0;
    std::optional<DualSolution> proof;
    for (std::size_t step = 0; !proof; ++step) {
      take(sides(now));
      Place next = minimum(step, now, iterations);
      const bool is_last = static_cast<std::int64_t>(step) + 1 == rule_.dc_steps;
      if (is_last || ends(now, next)) {
        proof = certified_at(next, iterations);
        next = place(proof->a, proof->beta_0, gram_times(svm_.gram, proof->a));
        if (!is_last && !ends(now, next)) proof.reset();
      }
      out.objectives.push_back(next.value);
      now = std::move(next);
    }
    if (now.value > best_constant_ * (1 + worth_a_change)) return better_constant(std::move(out), iterations);
    static_cast<DualSolution&>(out) = std::move(*proof);
    out.certificate.iterations = iterations;
    out.decision = svm_.y - now.residual;
    return out;
  }

  Place place(const Vector& a, double beta_0, Vector field) const {
    Place at{a, std::move(field), beta_0, {}};
    at.residual = svm_.y - at.field / svm_.lambda;
    at.residual.array() -= beta_0;
    at.value = 0.5 * a.dot(at.field) / svm_.lambda;
    at.value += (weight_.array() * margins(at).unaryExpr(&Psi::value)).sum();
    return at;
  }

  /// The constant 1 or -1: the other class is M, no box reaches across 0, and a = 0 is all that sums to 0.
  /// Nothing of it depends on lambda.
  const PsiFit& constant_of(double sign) {
    std::optional<PsiFit>& kept = constants_[sign > 0];
    if (!kept) kept = constant_found(sign);
    return *kept;
  }

 private:
  // y_i f(x_i) = 1 - y_i (y_i - f(x_i)) [n]
  Eigen::ArrayXd margins(const Place& at) const { return 1 - svm_.y.array() * at.residual.array(); }

  /// The end of each box that is not 0, by its sign [n]: y_i under `falling`, -y_i under `flat`, where M is.
  Vector sides(const Place& at) const { return (margins(at) < -zero_margin).select(-svm_.y, svm_.y); }

  /// Sets the problem to E_M.
  void take(const Vector& sides) {
    sides_ = sides;
    problem_.lower = 2 * weight_.array() * sides_.array().min(0);
    problem_.upper = 2 * weight_.array() * sides_.array().max(0);
    constant_ = (weight_.array() * (svm_.y - sides_).array().abs()).sum();
  }

  /// Whether the step to `next` was the last: M stays as it is, or E falls no more.
  bool ends(const Place& now, const Place& next) const {
    return !(next.value < now.value * (1 - rule_.relative_gap)) || sides(next) == sides_;
  }

  /// The minimum of E_M by the solver's own gradient, from the same step at the lambda before where there is
  /// one.
  Place minimum(std::size_t step, const Place& now, std::int64_t& iterations) {
    const Place& from = step < stages_.size() ? stages_[step] : now;
    Descent found =
        solve_by_active_set(problem_, started_from(from), {aim_share * rule_.relative_gap, rule_.steps});
    iterations += found.steps;
    Vector field = found.point.gradient + svm_.lambda * svm_.y;
    const double guess = -found.nu / svm_.lambda;
    const double beta_0 =
        has_free_variable(problem_, found.point.a) ? guess : intercept_near(problem_, field, guess);
    Place next = place(found.point.a, beta_0, std::move(field));
    if (step < stages_.size())
      stages_[step] = next;
    else
      stages_.push_back(next);
    return next;
  }

  DualPoint started_from(const Place& from) const {
    DualPoint point{nearest_feasible(problem_, warm_start(problem_, from.a, from.residual)), {}};
    point.gradient = field_of(point.a, from) - svm_.lambda * svm_.y;
    return point;
  }

  /// K a, by the columns in which `a` differs from a place with a field where they are the fewer.
  Vector field_of(const Vector& a, const Place& near) const {
    std::vector<Index> moved;
    std::vector<double> by;
    for (Index i = 0; i < a.size(); ++i)
      if (a(i) != near.a(i)) moved.push_back(i), by.push_back(a(i) - near.a(i));
    if (near.field.size() == 0 || 2 * static_cast<Index>(moved.size()) > (a.array() != 0).count())
      return gram_times(svm_.gram, a);
    Vector field = near.field;
    add_columns(svm_.gram, moved, by, field);
    return field;
  }

  /// The minimum with its certificate, by `solve` where it is not proven as it stands.
  DualSolution certified_at(const Place& at, std::int64_t& iterations) const {
    const Vector field = gram_times(svm_.gram, at.a);
    DualSolution f = in_units_of_psi(certified(problem_, at.a, field, at.beta_0));
    if (f.certificate.status == Status::ok) return f;
    f = in_units_of_psi(solve(problem_, {at.a, field - svm_.lambda * svm_.y}, rule_));
    iterations += f.certificate.iterations;
    return f;
  }

  /// Judged in the units of E: without the constant the two values may lie about zero.
  DualSolution in_units_of_psi(DualSolution f) const {
    f.certificate.primal += constant_;
    f.certificate.dual += constant_;
    const bool proven = f.certificate.proves(rule_.relative_gap);
    f.certificate.status = proven ? Status::ok : Status::not_converged;
    return f;
  }

  PsiFit constant_found(double sign) {
    take(Vector::Constant(svm_.size(), sign));
    const Vector zero = Vector::Zero(svm_.size());
    PsiFit out{{in_units_of_psi(certified(problem_, zero, zero, sign)), {unknown}}, {}};
    out.objectives.push_back(place(out.a, out.beta_0, zero).value);
    out.decision = Vector::Constant(svm_.size(), out.beta_0);
    return out;
  }

  PsiFit better_constant(PsiFit descent, std::int64_t iterations) {
    PsiFit out = constant_of(best_sign_);
    out.lambda = svm_.lambda;
    descent.objectives.push_back(out.objective());
    out.objectives = std::move(descent.objectives);
    out.certificate.iterations = iterations;
    return out;
  }

  WeightedDual svm_;
  const Vector weight_;              // S [n]
  WeightedDual problem_;             // E_M but for
  double constant_ = 0;              // what `flat` adds
  Vector sides_;                     // of the boxes of E_M
  double best_sign_, best_constant_; // the better constant and its E
  std::array<std::optional<PsiFit>, 2> constants_; // -1 and 1, once asked for
  std::vector<Place> stages_;
  StoppingRule rule_;
};

// The points of a counted sample that were drawn: the others are no part of the problem and are read
// afterwards.
class Drawn {
 public:
  explicit Drawn(const CountedSample& all) : all_(all), points_(drawn(all)) {
    std::vector<Index> others;
    for (Index i = 0; i < all.size(); ++i)
      if (all.count(i) == 0) others.push_back(i);
    if (others.empty()) return;
    gram_.emplace(sub_gram(all.gram, points_));
    if (const Matrix* dense = all.gram.dense()) cross_gram_ = (*dense)(others, points_);
    y_ = all.y(points_);
    others_ = std::move(others);
  }

  CountedSample sample() const {
    if (others_.empty()) return all_;
    return {gram_->view(), y_, all_.count(points_)};
  }

  Vector at_points(const Vector& f) const { return others_.empty() ? f : Vector(f(points_)); }

  /// f at every point [n].
  void enter(const PsiFit& fit, Eigen::Ref<Vector> f) const {
    if (others_.empty()) {
      f = fit.decision;
      return;
    }
    f(points_) = fit.decision;
    const Vector field = all_.gram.dense()
                             ? gram_times(cross_gram_, fit.a)
                             : gram_times(all_.gram, summed_by_row(fit.a, points_, all_.size()))(others_);
    f(others_) = field.array() / fit.lambda + fit.beta_0;
  }

 private:
  const CountedSample& all_;
  std::vector<Index> points_, others_;
  std::optional<OwnedGram> gram_; // [m x m]
  Matrix cross_gram_;             // [others x m] of a matrix
  Labels y_;
};

} // namespace

PsiSolution psi_descent(const WeightedDual& svm, const DualSolution& start, const StoppingRule& rule) {
  expect(start.a.size() == svm.size() && start.lambda == svm.lambda,
         "the start is a fit of the same problem");
  PsiDescent descent(svm, rule);
  return descent.run(svm.lambda, descent.place(start.a, start.beta_0, gram_times(svm.gram, start.a)));
}

PsiFit psi_descent(ExactLambdaPath& path, double lambda, const StoppingRule& rule) {
  PsiDescent descent(weighted_dual(path.sample(), path.pi(), lambda), rule);
  const DualSolution start = path.at(lambda);
  return descent.run(lambda, descent.place(start.a, start.beta_0, gram_times(path.sample().gram, start.a)));
}

PsiNodes psi_nodes(ExactLambdaPath& path, const Vector& lambdas, const StoppingRule& rule) {
  LambdaNodes svm = path.nodes(lambdas);
  PsiNodes out{std::move(svm.decision), {}, {}};
  const Drawn drawn(path.sample());
  PsiDescent descent(weighted_dual(drawn.sample(), path.pi(), 1), rule);
  for (Index k = 0; k < lambdas.size(); ++k) {
    const auto record = [&](const PsiFit& fit) {
      out.certificates.push_back(fit.certificate);
      out.dc_steps.push_back(fit.dc_steps());
    };
    const Vector f = drawn.at_points(out.decision.col(k));
    if (const double sign = one_sign(f); sign != 0) {
      const PsiFit& constant = descent.constant_of(sign);
      out.decision.col(k).setConstant(constant.beta_0);
      record(constant);
      continue;
    }
    const PsiFit fit = descent.run(lambdas[k], {Vector::Zero(f.size()), {}, 0, drawn.sample().y - f});
    drawn.enter(fit, out.decision.col(k));
    record(fit);
  }
  return out;
}

} // namespace core
