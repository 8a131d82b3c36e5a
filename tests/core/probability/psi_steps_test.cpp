#include "core/estimate/weighted_fits.hpp"
#include "tests/core/solver/psi/psi_cases.hpp"
#include "tests/support/catch.hpp"

using namespace core;

TEST_CASE("weighted fits by psi take as many d.c. steps as the loss allows, and no more",
          "[psi_steps][manufactured]") {
  const Sample sample = tests::example1(50, 23);
  const Matrix gram = tests::gram_of(sample, Kernel::Shape::gaussian);
  const Resample all{tests::all_rows(sample.size()), sample.y};
  const FitGrid grid{{0.2, 0.4, 0.5, 0.7}, {0.3}};
  const auto steps = [&](std::int64_t most) {
    const auto fits = weighted_fits(gram, all, Psi{most});
    const DecisionGrid read = fits->on_train(grid);
    const DualGrid solved = fits->solved(grid);
    CHECK(solved.summaries[0].dc_steps == read.summaries[0].dc_steps);
    return read.summaries[0].dc_steps;
  };
  const std::int64_t free = steps(0), one = steps(1), two = steps(2);
  CAPTURE(free, one, two); // a constant that is better than where a descent ended counts as a step more
  CHECK(one < two);
  CHECK(two < free);
}
