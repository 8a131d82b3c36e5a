#include "datasets/encoding/labels.hpp"

#include <limits>

#include "tests/datasets/refusal.hpp"
#include "tests/support/catch.hpp"

using datasets::encoding::class_coding;
using datasets::encoding::classes_of;
using datasets::encoding::coded;
using Names = std::vector<std::string>;
using Rows = std::vector<std::int64_t>;

namespace {

const Names classes{"1", "2", "3", "1", "4"};

std::string refused(const std::string& positive, const std::string& negative) {
  return tests::refusal([&] { coded(classes, class_coding(positive, negative), "t.csv"); });
}

} // namespace

TEST_CASE("classes are coded against the rest, or against named ones with the others left out",
          "[datasets]") {
  const auto rest = coded(classes, class_coding("1", "rest"), "t.csv");
  CHECK(rest.rows == Rows{0, 1, 2, 3, 4});
  CHECK(rest.y == (core::Vector(5) << 1, -1, -1, 1, -1).finished());
  const auto pair = coded(classes, class_coding("2, 4", "1"), "t.csv");
  CHECK(pair.rows == Rows{0, 1, 3, 4});
  CHECK(pair.y == (core::Vector(4) << -1, 1, -1, 1).finished());
  CHECK(coded(classes, class_coding("+1.0", "rest"), "t.csv").y == rest.y);
}

TEST_CASE("numbers that are classes are called by their shortest decimal", "[datasets]") {
  CHECK(classes_of({"t", {{.name = "y", .numbers = {6, -1, 0.5}}}, {}}, 0) == Names{"6", "-1", "0.5"});
  CHECK(tests::refusal([] {
          classes_of({"t", {{.name = "y", .numbers = {6, std::numeric_limits<double>::quiet_NaN()}}}, {4, 9}},
                     0);
        }) ==
        "t:9: column 1 ('y') is missing (a row without its class teaches nothing) remove the row, or say "
        "if_missing: omit");
}

TEST_CASE("a coding that does not fit the file is refused, with the classes there are", "[datasets]") {
  CHECK(refused("5", "rest") ==
        "t.csv: no class '5' (there are 1 (2 rows), 2 (1 rows), 3 (1 rows), 4 (1 rows)) name one "
        "of these, or another label column");
  CHECK(refused("1", "yes").starts_with("t.csv: no class 'yes'"));
  CHECK(refused("1,2", "2") == "t.csv: class '2' is positive and negative (a class has one sign) keep one");
  CHECK(refused("1,2,3,4", "rest").starts_with("t.csv: all 5 rows have one label"));
  CHECK(refused(",", "rest").starts_with("t.csv: all 5 rows have one label"));
}
