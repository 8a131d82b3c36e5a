#include "core/contract.hpp"
#include "core/probability/bracket.hpp"
#include "tests/support/catch.hpp"

using core::bracket;
using core::Matrix;

namespace {

/// Signs of p - j/m for a known probability.
Matrix signs_of(double p, int m) {
  Matrix decision(1, m - 1);
  for (int j = 1; j < m; ++j) decision(0, j - 1) = p - static_cast<double>(j) / m;
  return decision;
}

} // namespace

TEST_CASE("the bracket recovers any probability to half an interval", "[bracket][manufactured]") {
  const int m = GENERATE(2, 10, 20, 33);
  for (double p = 0.003; p < 1; p += 0.0137) {
    CAPTURE(m, p);
    CHECK(bracket(signs_of(p, m)).probability(0) == Approx(p).margin(0.5 / m + 1e-12));
    CHECK(bracket(signs_of(p, m)).nonmonotone == 0);
  }
}

TEST_CASE("Table 5's extremes: nineteen interior weights give .025 and .975", "[bracket]") {
  CHECK(bracket(Matrix::Constant(1, 19, -1)).probability(0) == Approx(0.025));
  CHECK(bracket(Matrix::Constant(1, 19, 1)).probability(0) == Approx(0.975));
}

TEST_CASE("non-monotone signs give the middle of the outermost changes and are counted", "[bracket]") {
  Matrix decision(2, 4);    // m = 5
  decision << 1, -1, 1, -1, // last positive 3/5, first negative 2/5
      1, 1, -1, -1;
  const auto result = bracket(decision);
  CHECK(result.probability(0) == Approx(0.5));
  CHECK(result.probability(1) == Approx(0.5));
  CHECK(result.nonmonotone == 1);
}

TEST_CASE("a decision of exactly zero belongs to neither sign", "[bracket][degenerate]") {
  Matrix decision(1, 3); // m = 4: + 0 -
  decision << 1, 0, -1;
  CHECK(bracket(decision).probability(0) == Approx(0.5));
  CHECK(bracket(Matrix::Zero(1, 3)).probability(0) == Approx(0.5));
}

TEST_CASE("one interval is refused with a sentence", "[bracket][degenerate]") {
  CHECK_THROWS_AS(core::interior_weights(1), core::UserError);
  CHECK(core::interior_weights(4) == std::vector<double>{0.25, 0.5, 0.75});
}
