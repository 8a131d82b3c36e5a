#include "datasets/encoding/labels.hpp"
#include "datasets/protocol/split.hpp"
#include "tests/support/catch.hpp"

using datasets::protocol::random_split;
using datasets::protocol::Sampling;
using datasets::protocol::Split;

TEST_CASE("two rows, one to train on: the positive one is taken, which lacks exactly half a row",
          "[datasets][degenerate]") {
  const core::Labels y = (core::Labels(2) << -1, 1).finished();
  for (const char* name : {"one", "two", "three", "four"}) {
    core::Stream stream(name);
    const Split split = random_split(y, {1, 0, 0}, Sampling::stratified, stream);
    CHECK(split.train == std::vector<std::int64_t>{1});
    CHECK(split.test == std::vector<std::int64_t>{0});
  }
}

TEST_CASE("classes that are numbers stand in the order of the numbers, all others in that of the words",
          "[datasets][encoding]") {
  using Names = std::vector<std::string>;
  CHECK(datasets::encoding::distinct({"10", "9", "10"}) == Names{"9", "10"});
  CHECK(datasets::encoding::distinct({"2", "-1", "1.5", "2"}) == Names{"-1", "1.5", "2"});
  CHECK(datasets::encoding::distinct({"b", "a", "b"}) == Names{"a", "b"});
}
