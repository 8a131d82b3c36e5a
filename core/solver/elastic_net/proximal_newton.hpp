#pragma once
#include <vector>

#include "core/solver/elastic_net/net_place.hpp"

namespace core {

/// Whether there are so many observations for a column that steps are found among the columns' products.
bool proximal_newton_pays(const ElasticNetProblem& problem);

/// Elastic nets of many observations and few columns, with a plain ridge and omega > 0, warm from one gamma
/// to the next: the proximal Newton method (Lee, Sun & Saunders 2014) in the intercept and the coefficients
/// at once. The products M'WM of the columns are formed once, cost n p^2 / 2, and stand for those at points
/// nearby as long as steps with them arrive; a step is then the minimum of an elastic net in p numbers
/// (core/solver/elastic_net/quadratic_net.hpp), and what it costs is the pass over the observations that says
/// what it is worth (core/solver/elastic_net/net_place.hpp). At the next gamma the first step needs no pass:
/// the model knows where the solution goes.
///
/// Formed are the products of the columns that are in, or pull at least half as much as would bring them in.
class ProximalNewton {
 public:
  ProximalNewton(const ElasticNetProblem& problem, const Coherence& loss);

  /// The solution at gamma > 0, from the one that was found last, at first from none selected. Not converged
  /// where its certificate stays above 1e-8.
  ElasticNetFit at(double gamma);

  /// Objective at every round of the last call.
  const std::vector<double>& objectives() const { return objectives_; }

 private:
  struct Step {
    double a = 0;
    Vector b;            ///< [p]
    double promised = 0; ///< by the slope and the penalties: below 0
  };
  bool knows_columns() const;
  void form_products();
  Step step() const;
  bool advance();
  bool products_pay(double before, double now) const;

  NetSample sample_;
  double omega_;
  NetPenalty penalty_{};
  NetPlace here_;
  // Of the columns that were looked at when the products were formed: M'WM less its part along the intercept,
  // M'w and the sum of w.
  std::vector<Eigen::Index> known_;
  Matrix products_;
  Vector drawn_;
  double weight_ = 0;
  bool fresh_ = false, worn_ = true; ///< products of this very point; too far from it, or none
  std::vector<double> objectives_;
};

} // namespace core
