#pragma once
#include <optional>
#include <vector>

#include "core/loss/coherence.hpp"
#include "core/loss/huberised_hinge.hpp"
#include "core/solver/elastic_net/face_system.hpp"
#include "core/solver/elastic_net/point_losses.hpp"
#include "core/solver/elastic_net/problem.hpp"
#include "core/solver/elastic_net/proximal_newton.hpp"

// How the problem of core/solver/elastic_net/problem.hpp is solved for omega > 0, warm from one gamma to the
// next: from the line through the last two solutions in log gamma, where the objective is lower there than at
// the last. A round of descent
//
//   1. solves the intercept exactly and takes the gradient on the working set,
//   2. sweeps by coordinates over those at zero that violate their condition, on the quadratic model of the
//      loss with weights w_i = L''/n and residual r_i (weight times residual is r_i itself: no quotient), and
//   3. takes Newton's step on the face of the coefficients that are not zero, factorised, or iterated with
//      the factor of a step before: kernel columns are nearly collinear, and there sweeps alone do not
//      arrive.
//
// A step that would change a sign sets those coefficients to zero; where that raises the objective it goes as
// far along the ray as lowers it, at most to the first change of sign. The objective never rises. The working
// set is that of the sequential strong rule (Tibshirani et al. 2012); once it is solved all columns are asked
// for their condition, and violators join.
//
// Where the observations are many for the columns, the solver is core/solver/elastic_net/proximal_newton.hpp,
// and the rounds above go on where rounding keeps it from a proof.
namespace core {

/// The smallest gamma at which no coefficient is selected: max_j |m_j'r| / omega at the intercept alone.
/// Where omega is below 0.01, where none or few are ever left out, 0.01 stands for it: a scale. Both classes
/// must be there. Cost n p.
template <class Loss>
double largest_gamma(const ElasticNetProblem& problem, const Loss& loss);

extern template double largest_gamma(const ElasticNetProblem&, const Coherence&);
extern template double largest_gamma(const ElasticNetProblem&, const HuberisedHinge&);

template <class Loss>
class ElasticNetPath {
 public:
  /// Both classes must be there.
  ElasticNetPath(const ElasticNetProblem& problem, const Loss& loss);

  /// As above.
  double largest_gamma() const { return largest_gamma_; }

  /// The solution at gamma > 0, from the one that was found last. Not converged where its certificate stays
  /// above 1e-8.
  ElasticNetFit at(double gamma);

  /// Objective at every round of the last call.
  const std::vector<double>& objectives() const { return objectives_; }

 private:
  using Columns = std::vector<Eigen::Index>;
  struct Misfit;
  struct Step;
  struct Trial;
  ElasticNetFit by_rounds(double gamma);
  void start(double gamma);
  void foresee(const Vector& before, double reach);
  void add_up();
  Misfit gradient_on(const Columns& columns);
  Columns face() const;
  double ridge_at(Eigen::Index j) const;
  double bound(double misfit) const;
  bool admit_violators(Misfit& misfit);
  bool descend(const Misfit& misfit);
  void weigh();
  Columns to_sweep() const;
  bool sweep();
  bool newton(bool is_gradient_known);
  Step step_of(const Columns& columns, Vector change) const;
  Trial tried(const Step& step, double fraction) const;
  void take(const Step& step, double fraction, Trial trial);
  Vector kept_in_sign(const Columns& columns, Vector change) const;
  bool move(const Columns& columns, const Vector& direction);
  bool along_ray(const Step& step);
  double lowest_before(const Step& step, double reach) const;
  void extend();
  Certificate certificate(double misfit, std::int64_t rounds) const;

  const Matrix& m_;
  WeightedLabels labels_;
  Vector copies_; // of a plain ridge
  double omega_;
  Ridge ridge_kind_;
  Loss loss_;
  FaceSystem system_;
  std::optional<ProximalNewton> newton_; ///< as long as it proves its answers

  double gamma_ = 0, one_ = 0, ridge_ = 0; // gamma, gamma omega, gamma (1 - omega)
  Vector b_, h_;                           // [p], M b [n]
  Vector earlier_;                         // b of the gamma before, as long as there is one
  double drop_ = 0;                        // log of that gamma over gamma_
  ProfiledLosses losses_;                  // at h
  double norm_ = 0;                        // |b|_1
  double penalty_ = 0, objective_ = 0;
  Vector weights_;   // w [n], at least a share of the largest there is
  double floor_ = 0; // that share: raised where Newton's steps are short
  Vector pulled_;    // M'r - ridge R b [p], of the columns that were asked last
  Columns working_;
  bool cut_ = false; // whether a step ended at a change of sign
  int sweeps_ = 1;   // of the model a round
  double largest_gamma_ = 0, largest_entry_ = 0;
  std::vector<double> objectives_;
};

extern template class ElasticNetPath<Coherence>;
extern template class ElasticNetPath<HuberisedHinge>;

} // namespace core
