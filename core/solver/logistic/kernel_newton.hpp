#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/sample/types.hpp"
#include "core/solver/certificate.hpp"
#include "core/solver/logistic/newton_system.hpp"

// Newton's method for a kernel, a free intercept and a smooth loss of each point:
//
//   minimise over a [n], b   P = a'Ka / (2 lambda) + sum_i L_i(f_i),    f = Ka / lambda + b,
//
// on (a, b), the best b for a at each iterate, with step halving. A step goes to the dual point of f and
// further by what newton_system.hpp solves for. It ends where the duality gap there is small; what the answer
// is worth is certified by the caller.
namespace core {

/// a, Ka [n] each, b and P there.
struct KernelIterate {
  Vector a, image;
  double beta_0 = 0, primal = 0;
};

/// What the losses make of decision values f [n].
struct KernelLinearisation {
  Vector target; ///< the dual point of f [n]
  Vector roots;  ///< of the curvatures L''(f_i) [n]
};

struct NewtonRule {
  double enough; ///< relative duality gap
  int most_steps;
  double shortest; ///< step: where none as long goes down, the search ends
};

/// The losses of one problem, as Newton's method asks for them.
class KernelLosses {
 public:
  virtual ~KernelLosses() = default;
  virtual double lambda() const = 0;
  virtual Vector times(const Vector& v) const = 0; ///< K v
  virtual KernelLinearisation at(const Vector& f) const = 0;
  /// D at a dual point, image = K times it.
  virtual double dual(const Vector& target, const Vector& image) const = 0;
  /// Sets b and P for its a. A step has moved b by `moved` if it is to be believed.
  virtual void balance(KernelIterate& at, double moved) const = 0;
  /// What a step may miss the minimum of its model by (newton_system.hpp).
  virtual double miss(const Certificate& best) const = 0;
};

/// Goes down from `at`, whose a and image belong together. Returns the number of steps.
std::int64_t descend_by_newton(const KernelLosses& losses, NewtonSystem& system, const NewtonRule& rule,
                               KernelIterate& at);

} // namespace core
