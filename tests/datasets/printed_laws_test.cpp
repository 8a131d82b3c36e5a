#include <cmath>

#include "datasets/encoding/column_code.hpp"
#include "datasets/simulated/wang2008.hpp"
#include "datasets/simulated/wu2010.hpp"
#include "tests/datasets/refusal.hpp"
#include "tests/support/catch.hpp"

// Where the points of a printed example lie, and what is true there.

TEST_CASE("in Example 1 the truth is .8 on the right half of the disk and .2 on the left",
          "[datasets][printed_laws]") {
  const core::Sample test = datasets::wang2008::Example1{}.draw({4, "truth", 0}).test;
  const core::Vector truth = test.truth.positive();
  for (Eigen::Index i = 0; i < test.size(); ++i) CHECK(truth(i) == (test.x(i, 0) >= 0 ? 0.8 : 0.2));
}

TEST_CASE("the points of Wu, Zhang & Liu's Example 3 are uniform on the disc of radius 10",
          "[datasets][printed_laws]") {
  datasets::wu2010::Simulated source;
  source.example = datasets::wu2010::Example::three;
  const core::Sample train = source.draw({2010, "disc", 0}).train;
  REQUIRE(train.size() >= 300);
  const core::Vector squared = train.x.rowwise().squaredNorm();
  CHECK(squared.maxCoeff() <= 100);
  CHECK(squared.maxCoeff() > 95);
  CHECK(squared.mean() == Approx(50).margin(4 * 28.87 / std::sqrt(static_cast<double>(train.size()))));
}

TEST_CASE("a number beyond 1e100 is refused, however little", "[datasets][printed_laws]") {
  using namespace datasets::encoding;
  datasets::readers::RawTable table{"t.csv", {{.name = "a", .numbers = {1, 1.1e100}}}, {}};
  CHECK_THAT(tests::refusal([&] { inputs_of(table, {0}, Words::occurring); }),
             Catch::Contains("column 1 ('a') is 1.1e+100"));
  table.columns[0].numbers = {1, 1e100};
  CHECK(inputs_of(table, {0}, Words::occurring).x.cols() == 1);
}
