#include "core/solver/psi/psi_descent.hpp"

#include <array>
#include <deque>
#include <optional>
#include <span>

#include "core/contract.hpp"
#include "core/solver/gram/columns.hpp"
#include "core/solver/margin/active_set_solver.hpp"
#include "core/solver/margin/intercept.hpp"
#include "core/solver/margin/solve.hpp"
#include "core/solver/margin/warm_start.hpp"

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

// The descents of one weight. What is kept from one lambda to the next - the answer to each d.c. step, and
// what is factorised of its elbow - is where the next lambda's convex problems start; it changes what they
// cost, not what they are.
class PsiDescent {
 public:
  PsiDescent(WeightedDual svm, const StoppingRule& rule)
      : svm_(std::move(svm)), weight_(svm_.upper - svm_.lower), problem_(svm_), sides_(svm_.y), rule_(rule) {
    const double positive = (svm_.y.array() > 0).select(weight_, 0.0).sum(),
                 negative = weight_.sum() - positive;
    best_sign_ = positive >= negative ? 1 : -1;
    best_constant_ = 2 * std::min(positive, negative);
  }

  /// From f with these residuals y - f; `a` and `value` say more of it where they are known.
  PsiFit run(double lambda, const Place& start) {
    svm_.lambda = problem_.lambda = lambda;
    iterations_ = 0;
    PsiFit out{{{}, {start.value}}, {}};
    Place end;
    std::optional<DualSolution> proof;
    for (const Place* now = &start; !proof;) {
      const double before = now->value;
      const std::size_t step = out.objectives.size() - 1;
      take(*now);
      now = &minimum(step, *now);
      const bool is_last = static_cast<std::int64_t>(step) + 1 == rule_.dc_steps;
      if (is_last || ends(before, *now)) {
        proof = certified_at(*now);
        end = place(proof->a, proof->beta_0, gram_times(svm_.gram, proof->a));
        now = &end;
        if (!is_last && !ends(before, end)) proof.reset();
      }
      out.objectives.push_back(now->value);
    }
    if (end.value > best_constant_ * (1 + worth_a_change)) return better_constant(std::move(out));
    static_cast<DualSolution&>(out) = std::move(*proof);
    out.certificate.iterations = iterations_;
    out.decision = svm_.y - end.residual;
    return out;
  }

  Place place(const Vector& a, double beta_0, Vector field) const {
    Place at{a, std::move(field), beta_0, {}};
    look_at(at);
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
  // Where a d.c. step ended, at the lambda before until it is made anew.
  struct Stage {
    Place end;
    Vector sides; // of its boxes
    ElbowDescent descent;
  };

  // y_i f(x_i) = 1 - y_i (y_i - f(x_i)) [n]
  auto margins(const Place& at) const { return 1 - svm_.y.array() * at.residual.array(); }

  /// The end of each box that is not 0, by its sign [n]: y_i under `falling`, -y_i under `flat`, where M is.
  auto sides(const Place& at) const { return (margins(at) < -zero_margin).select(-svm_.y, svm_.y); }

  /// Residuals and value of a place whose a, field and intercept are set.
  void look_at(Place& at) const {
    at.residual = svm_.y - at.field / svm_.lambda;
    at.residual.array() -= at.beta_0;
    at.value = 0.5 * at.a.dot(at.field) / svm_.lambda;
    at.value += (weight_.array() * Psi::values(margins(at))).sum();
  }

  /// Sets the problem to E_M, M that of this place.
  void take(const Place& at) {
    sides_ = sides(at);
    problem_.lower = 2 * weight_.array() * sides_.array().min(0);
    problem_.upper = 2 * weight_.array() * sides_.array().max(0);
    constant_ = (weight_.array() * (svm_.y - sides_).array().abs()).sum();
  }

  /// Whether the step to `next` was the last: M stays as it is, or E falls no more.
  bool ends(double before, const Place& next) const {
    return !(next.value < before * (1 - rule_.relative_gap)) || (sides(next).array() == sides_.array()).all();
  }

  /// The minimum of E_M by the solver's own gradient.
  const Place& minimum(std::size_t step, const Place& now) {
    const bool first = stages_.empty();
    const std::size_t nearest = nearest_stage(step);
    if (step == stages_.size()) stages_.push_back({now, sides_, ElbowDescent(problem_)});
    Stage& stage = stages_[step];
    const auto [nu, steps] = first ? descend(stage, now) : descend(stage, stages_[nearest]);
    stage.sides = sides_;
    Place& end = stage.end;
    iterations_ += steps;
    end.a = point_.a;
    end.field = point_.gradient + svm_.lambda * svm_.y;
    end.beta_0 = -nu / svm_.lambda;
    if (!has_free_variable(problem_, end.a)) end.beta_0 = intercept_near(problem_, end.field, end.beta_0);
    look_at(end);
    return end;
  }

  /// The step whose boxes differ at the fewest points from those at hand: of this lambda those before, of the
  /// lambda before the others.
  std::size_t nearest_stage(std::size_t step) const {
    const auto differ = [&](std::size_t s) { return (stages_[s].sides.array() != sides_.array()).count(); };
    std::size_t nearest = step;
    Index fewest = step < stages_.size() ? differ(step) : svm_.size() + 1;
    for (std::size_t s = 0; s < stages_.size() && fewest > 0; ++s)
      if (const Index count = differ(s); count < fewest) fewest = count, nearest = s;
    return nearest;
  }

  /// Takes the point down from where a step ended.
  ElbowDescent::End descend(Stage& stage, const Stage& from) {
    if (&from != &stage) stage.descent.take(from.descent);
    const Place& start = from.end;
    point_.a = start.a;
    point_.gradient = start.field - svm_.lambda * svm_.y;
    const Vector home = named_by_residuals(problem_, start.a, start.residual);
    const auto end = stage.descent.run(point_, home, aim());
    return end ? *end : descend(stage, start);
  }

  /// The same from any function, whose residuals name the start.
  ElbowDescent::End descend(Stage& stage, const Place& start) {
    point_ = dual_point(problem_, warm_start(problem_, start.a, start.residual));
    return stage.descent.run(point_, aim());
  }

  StoppingRule aim() const { return {aim_share * rule_.relative_gap, rule_.steps}; }

  /// The minimum with its certificate, by `solve` where it is not proven as it stands.
  DualSolution certified_at(const Place& at) {
    const Vector field = gram_times(svm_.gram, at.a);
    DualSolution f = in_units_of_psi(certified(problem_, at.a, field, at.beta_0));
    if (f.certificate.status == Status::ok) return f;
    f = in_units_of_psi(solve(problem_, {at.a, field - svm_.lambda * svm_.y}, rule_));
    iterations_ += f.certificate.iterations;
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
    const Vector zero = Vector::Zero(svm_.size());
    const Place there = place(zero, sign, zero);
    take(there);
    PsiFit out{{in_units_of_psi(certified(problem_, zero, zero, sign)), {unknown}}, {}};
    out.objectives.push_back(place(zero, out.beta_0, zero).value);
    out.decision = Vector::Constant(svm_.size(), out.beta_0);
    return out;
  }

  PsiFit better_constant(PsiFit descent) {
    PsiFit out = constant_of(best_sign_);
    out.lambda = svm_.lambda;
    descent.objectives.push_back(out.objective());
    out.objectives = std::move(descent.objectives);
    out.certificate.iterations = iterations_;
    return out;
  }

  WeightedDual svm_;
  const Vector weight_;                            // S [n]
  WeightedDual problem_;                           // E_M but for
  double constant_ = 0;                            // what `flat` adds
  Vector sides_;                                   // of the boxes of E_M
  double best_sign_, best_constant_;               // the better constant and its E
  std::array<std::optional<PsiFit>, 2> constants_; // -1 and 1, once asked for
  std::deque<Stage> stages_;
  StoppingRule rule_;
  std::int64_t iterations_ = 0; // of the run
  DualPoint point_;             // what a descent moves
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
