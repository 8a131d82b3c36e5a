#include "core/solver/elastic_net/proximal_newton.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/elementary/functions.hpp"
#include "core/solver/elastic_net/quadratic_net.hpp"
#include "core/solver/logistic/row_blocks.hpp"
#include "core/solver/loops/product_loops.hpp"

namespace core {
namespace {

using Eigen::Index;

constexpr double settled_gap = 1e-10; // relative gap at which a solution is left alone
constexpr int most_newton_rounds = 100, most_shortenings = 30, most_idle_rounds = 5;
constexpr double sufficient_share = 1e-4; // of what a step promises: how far it has to fall
constexpr double noise_of_sums = 1e-13;   // relative, of the objective as it is added up
constexpr double looked_at = 0.5;         // of what brings a column in
constexpr double shift_of_diagonal =
    1e-13; // of the largest product, on the diagonal: repeated columns stay defined

/// The relative cost of the products of k columns, and of a pass, for an observation.
double cost_of_products(double k) {
  return k * (k + 2) / 2;
}
double cost_of_pass(double p) {
  return 3 * p + 30;
}

} // namespace

bool proximal_newton_pays(const ElasticNetProblem& problem) {
  constexpr Index rows_a_column = 4, least_rows = 500;
  return problem.ridge == Ridge::plain && problem.copies.size() == 0 && problem.omega > 0 &&
         problem.columns.rows() >= std::max(least_rows, rows_a_column * problem.columns.cols());
}

ProximalNewton::ProximalNewton(const ElasticNetProblem& problem, const Coherence& loss)
    : sample_(problem, loss), omega_(problem.omega) {
  here_ = net_place(sample_, 0, Vector::Zero(problem.columns.cols()));
}

/// Whether the products are known of all columns that are in or want in.
bool ProximalNewton::knows_columns() const {
  std::size_t k = 0;
  for (Index j = 0; j < here_.b.size(); ++j) {
    while (k < known_.size() && known_[k] < j) ++k;
    const bool is_known = k < known_.size() && known_[k] == j;
    if (!is_known && (here_.b(j) != 0 || std::abs(here_.pulled(j)) > penalty_.one)) return false;
  }
  return true;
}

void ProximalNewton::form_products() {
  known_.clear();
  for (Index j = 0; j < here_.b.size(); ++j)
    if (here_.b(j) != 0 || std::abs(here_.pulled(j)) >= looked_at * penalty_.one) known_.push_back(j);
  const auto k = static_cast<Index>(known_.size());
  Matrix lower = Matrix::Zero(k, k), scaled;
  for_row_blocks(sample_.columns.rows(), [&](Index first, Index count) {
    const Vector root = here_.curvature.segment(first, count).cwiseSqrt();
    scaled.resize(count, k);
    for (Index j = 0; j < k; ++j)
      scaled.col(j) =
          root.cwiseProduct(sample_.columns.col(known_[static_cast<std::size_t>(j)]).segment(first, count));
    loops::add_lower_products({count, k, count, scaled.data()}, lower.data());
  });
  drawn_ = here_.drawn(known_);
  weight_ = here_.weight;
  products_ = lower.selfadjointView<Eigen::Lower>();
  for (Index j = 0; j < k; ++j) products_.col(j) -= drawn_(j) / weight_ * drawn_;
  fresh_ = true;
  worn_ = false;
}

/// To the minimum of the model around here.
auto ProximalNewton::step() const -> Step {
  const auto k = static_cast<Index>(known_.size());
  Matrix q = products_;
  const double lift = k > 0 ? shift_of_diagonal * q.diagonal().maxCoeff() : 0;
  q.diagonal().array() += lift;
  const Vector b = here_.b(known_);
  Vector c = here_.pulled(known_) - here_.pull / weight_ * drawn_;
  for (Index j = 0; j < k; ++j)
    if (b(j) != 0) c += b(j) * q.col(j);
  q.diagonal().array() += penalty_.ridge;
  const Vector x = minimum_of({q, c, penalty_.one}, b);
  Step out{0, Vector::Zero(here_.b.size()), 0};
  out.b(known_) = x - b;
  out.a = (here_.pull - drawn_.dot(x - b)) / weight_;
  out.promised =
      penalty_.at(here_.b + out.b) - penalty_.at(here_.b) - here_.pulled.dot(out.b) - here_.pull * out.a;
  return out;
}

/// Whether new products, with which a step arrives, cost less than the steps that the old ones still take, by
/// which the gap fell from `before` to `now`.
bool ProximalNewton::products_pay(double before, double now) const {
  if (!(now < before)) return true;
  const double target = settled_gap * here_.objective(penalty_);
  const double steps = std::ceil(log(now / target) / log(before / now));
  const auto p = static_cast<double>(sample_.columns.cols()), k = static_cast<double>(known_.size());
  return (steps - 1) * cost_of_pass(p) > cost_of_products(k);
}

/// One step. False where none lowers the objective.
bool ProximalNewton::advance() {
  if (worn_ || !knows_columns()) form_products();
  for (;;) {
    const Step step = this->step();
    const double objective = here_.objective(penalty_);
    double length = 1;
    for (int k = 0; k < (fresh_ ? most_shortenings : 1); ++k, length /= 2) {
      NetPlace there = net_place(sample_, here_.a + length * step.a, here_.b + length * step.b);
      if (!(there.objective(penalty_) <=
            objective + sufficient_share * length * step.promised + noise_of_sums * objective))
        continue;
      here_ = std::move(there);
      fresh_ = false;
      return true;
    }
    if (fresh_) return false;
    form_products();
  }
}

ElasticNetFit ProximalNewton::at(double gamma) {
  penalty_ = {gamma * omega_, gamma * (1 - omega_)};
  objectives_.assign(1, here_.objective(penalty_));
  Certificate now = certify_net(sample_, here_, penalty_);
  double least = now.primal - now.dual;
  for (int idle = 0;
       !now.meets(settled_gap) && idle < most_idle_rounds && now.iterations < most_newton_rounds;) {
    const double before = now.primal - now.dual;
    const std::int64_t rounds = now.iterations + 1;
    if (!advance()) break;
    now = certify_net(sample_, here_, penalty_);
    now.iterations = rounds;
    objectives_.push_back(now.primal);
    const double gap = now.primal - now.dual;
    worn_ = products_pay(before, gap);
    idle = gap < least / 2 ? 0 : idle + 1;
    least = std::min(least, gap);
  }
  now.conclude();
  return {here_.a, here_.b, now};
}

} // namespace core
