#include <cstdio>

#include "core/kernel/kernel.hpp"
#include "core/solver/margin/solve.hpp"

/// Fits a support vector machine to six points on a line. Prints what the fit is worth, and the sizes of the
/// caches that Eigen reckons with.
int main() {
  core::Matrix x(6, 1);
  x << -3, -2, 0.5, -0.5, 2, 3;
  core::Labels y(6);
  y << -1, -1, -1, 1, 1, 1;
  const core::Matrix gram = core::Kernel{}.gram(x);
  const core::DualSolution fit = core::solve(core::weighted_dual(gram, y, 0.5, 1));
  const core::Certificate& proof = fit.certificate;
  std::printf("primal %.6f, dual %.6f, relative gap %s 1e-8\n", proof.primal, proof.dual,
              proof.relative_gap() <= 1e-8 ? "at most" : "above");
  std::printf("caches of %td, %td and %td bytes\n", Eigen::l1CacheSize(), Eigen::l2CacheSize(),
              Eigen::l3CacheSize());
  return proof.status == core::Status::ok ? 0 : 1;
}
