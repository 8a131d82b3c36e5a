#include "core/kernel/kernel.hpp"
#include "core/solver/large/kernel_factor.hpp"
#include "tests/core/multiclass/samples.hpp"
#include "tests/core/oracles/fixture.hpp"
#include "tests/support/catch.hpp"

using namespace core;
using Eigen::Index;
using tests::fixture;

namespace {

tests::Labelled sample() {
  const auto rows = fixture("multiclass/sample.csv");
  tests::Labelled out{Matrix(rows.size(), 2), Vector(rows.size())};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    out.x.row(static_cast<Index>(i)) << std::stod(rows[i][0]), std::stod(rows[i][1]);
    out.y(static_cast<Index>(i)) = std::stod(rows[i][2]);
  }
  return out;
}

/// What the fixture truncates: every so manieth observation, by the class after its own.
Truncated truncated(const tests::Labelled& all, Index every) {
  Truncated out{{}, -0.5};
  for (Index i = 0; i < all.y.size(); ++i)
    out.rival.push_back(every > 0 && i % every == 0 ? static_cast<Index>(all.y(i)) % 3 : -1);
  return out;
}

} // namespace

TEST_CASE("a convex step of the multiclass machine: the minimum of cvxopt's dual and HiGHS's intercepts",
          "[oracle][fixture][multiclass]") {
  const tests::Labelled all = sample();
  const Matrix gram = Kernel{Kernel::Shape::gaussian, 1.5}.gram(all.x);
  const Matrix factor = kernel_factor(Gram(gram), 1e-13, all.y.size()).x;
  const auto rows = fixture("multiclass/convex_steps.csv");
  REQUIRE(rows.size() == 2 * 3 * 3 * 3);
  for (const auto& row : rows) {
    CAPTURE(row[0], row[1], row[2], row[3], row[5]);
    ConvexStep step(multiclass_sample(row[0] == "linear" ? all.x : factor, all.y, 3));
    for (Index i = 0; i < all.y.size(); ++i)
      step.sample().at.cost(i) = std::stod(row[1]) * std::stod(row[1 + static_cast<std::size_t>(all.y(i))]);
    MachineState state;
    state.z = Matrix::Zero(step.sample().at.x.cols(), 2);
    step.measure(state);
    const Certificate certificate = step.solve(truncated(all, std::stol(row[5])), state, 1e-8);
    CHECK(certificate.status == Status::ok);
    CHECK(certificate.primal == Approx(std::stod(row[6])).epsilon(3e-7));
    CHECK(certificate.dual <= std::stod(row[6]) * (1 + 3e-7));
  }
}
