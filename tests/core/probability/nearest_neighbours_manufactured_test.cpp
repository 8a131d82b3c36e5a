#include "core/contract.hpp"
#include "core/probability/nearest_neighbours.hpp"
#include "tests/support/catch.hpp"

using core::NearestNeighbours;

namespace {

/// Training points 0, 1, 2, 3, 10 on a line with labels + - + + -; one test point.
core::Estimate at(double x, std::int64_t k) {
  core::Draw draw;
  draw.train = {core::Matrix(5, 1), core::Vector(5), {}};
  draw.train.x << 0, 1, 2, 3, 10;
  draw.train.y << 1, -1, 1, 1, -1;
  draw.test = {core::Matrix::Constant(1, 1, x), core::Vector::Ones(1), {}};
  core::DrawCache cache(draw, {1, "line", 0});
  NearestNeighbours nn;
  nn.neighbours = k;
  return nn.estimate(cache);
}

} // namespace

TEST_CASE("nearest neighbours give the share of positives among the nearest k", "[nn][manufactured]") {
  CHECK(at(0.1, 1).probability.positive()(0) == 1);
  CHECK(at(0.9, 1).probability.positive()(0) == 0);
  CHECK(at(0.1, 2).probability.positive()(0) == 0.5);
  CHECK(at(2.2, 3).probability.positive()(0) == Approx(2.0 / 3));
  CHECK(at(2.2, 5).probability.positive()(0) == Approx(3.0 / 5));
}

TEST_CASE("all points as near as the k-th take part", "[nn][degenerate]") {
  CHECK(at(1.5, 1).probability.positive()(0) == 0.5); // 1 and 2 are equally near
}

TEST_CASE("more neighbours than points are refused with a sentence", "[nn][degenerate]") {
  CHECK_THROWS_AS(at(0, 6), core::UserError);
}
