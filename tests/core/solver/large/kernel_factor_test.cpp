#include "core/solver/large/kernel_factor.hpp"

#include "core/kernel/kernel.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using namespace core;

TEST_CASE("kernel factor: ends where nothing but rounding is left, whatever remainder is wanted",
          "[solver][large][degenerate]") {
  for (int seed = 1; seed <= 200; ++seed) {
    CAPTURE(seed);
    tests::Dice dice(static_cast<std::uint64_t>(seed));
    Matrix x(12, 2);
    for (Eigen::Index i = 0; i < 12; ++i) x.row(i) << 1000 + 1e-6 * dice.normal(), dice.below(3);
    const Matrix gram = Kernel{Kernel::Shape::linear, 1}.gram(x);
    const KernelFactor factor = kernel_factor(gram, 0, 12);
    const Matrix pivots = factor.x(factor.pivots, Eigen::all);
    CHECK(factor.x.allFinite());
    CHECK(pivots.diagonal().minCoeff() > 0);
    CHECK((gram - factor.x * factor.x.transpose()).cwiseAbs().maxCoeff() < 1e-12 * gram.maxCoeff());
  }
}
