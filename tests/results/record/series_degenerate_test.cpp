#include "results/record/series.hpp"
#include "tests/support/catch.hpp"

using namespace results;

TEST_CASE("a series is called <table>.<column>, in letters, digits and underscores", "[series]") {
  const auto name = series_name("criterion.lambda");
  REQUIRE(name.has_value());
  CHECK(name->table == "criterion");
  CHECK(name->column == "lambda");
  CHECK(name->text() == "criterion.lambda");
  CHECK(series_name("path.w_1").has_value());
  for (const char* text : {"", ".", "criterion", "criterion.", ".lambda", "a.b.c", "a..b", "a/b.c", "a.b/c",
                           "a b.c", "a.\"b\"", "a.λ", "a.row", "a.point", "a.replicate"}) {
    CAPTURE(text);
    CHECK_FALSE(series_name(text).has_value());
  }
}

TEST_CASE("series are even where the columns of each table have one length", "[series]") {
  CHECK(is_even({}));
  CHECK(is_even({{"a.x", {}}, {"a.y", {}}}));
  CHECK(is_even({{"a.x", {1, 2}}, {"a.y", {3, 4}}, {"b.x", {5}}}));
  CHECK_FALSE(is_even({{"a.x", {1, 2}}, {"a.y", {3}}}));
  CHECK_FALSE(is_even({{"a.x", {1, 2}}, {"a.y", {}}}));
  CHECK_FALSE(is_even({{"a", {1, 2}}}));
}

TEST_CASE("the points of a row are found, also where it has none", "[series]") {
  const SeriesTable table{{1, 1, 4}, {{"x", {0.5, 1.5, 2.5}}}};
  CHECK(points_of(table, 1) == std::pair<std::size_t, std::size_t>(0, 2));
  CHECK(points_of(table, 4) == std::pair<std::size_t, std::size_t>(2, 3));
  CHECK(points_of(table, 0) == std::pair<std::size_t, std::size_t>(0, 0));
  CHECK(points_of(table, 3) == std::pair<std::size_t, std::size_t>(2, 2));
  CHECK(points_of(table, 5) == std::pair<std::size_t, std::size_t>(3, 3));
}
