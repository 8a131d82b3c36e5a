#include <set>

#include "core/contract.hpp"
#include "core/random/folds.hpp"
#include "tests/support/catch.hpp"

using namespace core;

namespace {

Labels with_positives(Eigen::Index n, Eigen::Index positives) {
  Labels y = Labels::Constant(n, -1);
  for (Eigen::Index i = 0; i < positives; ++i) y((7 * i) % n) = 1;
  return y;
}

/// Largest difference between folds of what is counted.
template <class Count>
std::int64_t spread(const std::vector<Division>& folds, const Count& count) {
  std::int64_t least = 1'000'000, most = 0;
  for (const Division& fold : folds) {
    least = std::min<std::int64_t>(least, count(fold));
    most = std::max<std::int64_t>(most, count(fold));
  }
  return most - least;
}

} // namespace

TEST_CASE("stratified folds hold each point out once and differ by at most one in each class and in all",
          "[tuning][manufactured]") {
  for (const Eigen::Index n : {10, 37, 100})
    for (const Eigen::Index positives : {1, 4, 9})
      for (const std::int64_t k : {2, 5, 10}) {
        CAPTURE(n, positives, k);
        const Labels y = with_positives(n, positives);
        Stream stream("folds");
        const auto folds = stratified_divisions(y, k, stream);
        REQUIRE(folds.size() == static_cast<std::size_t>(k));
        std::set<Eigen::Index> seen;
        for (const Division& fold : folds) {
          seen.insert(fold.inside.begin(), fold.inside.end());
          CHECK(fold.inside.size() + fold.outside.size() == static_cast<std::size_t>(n));
        }
        CHECK(seen.size() == static_cast<std::size_t>(n));
        const auto size = [](const Division& f) { return static_cast<std::int64_t>(f.inside.size()); };
        const auto positive = [&](const Division& f) { return (y(f.inside).array() > 0).count(); };
        CHECK(spread(folds, size) <= 1);
        CHECK(spread(folds, positive) <= 1);
        CHECK(spread(folds, [&](const Division& f) { return size(f) - positive(f); }) <= 1);
      }
}

TEST_CASE("folds at random are not stratified, and the folds depend on the stream", "[tuning]") {
  const Labels y = with_positives(100, 50);
  Stream one("a"), other("b"), again("a"), random("a");
  const auto folds = stratified_divisions(y, 10, one);
  CHECK(folds[0].inside != stratified_divisions(y, 10, other)[0].inside);
  CHECK(folds[0].inside == divisions(y, 10, FoldAssignment::stratified, again)[0].inside);
  const auto positive = [&](const Division& f) { return (y(f.inside).array() > 0).count(); };
  CHECK(spread(divisions(y, 10, FoldAssignment::at_random, random), positive) > 1);
}

TEST_CASE("more folds than points, or fewer than two, are refused", "[tuning][degenerate]") {
  Stream stream("folds");
  CHECK_THROWS_AS(stratified_divisions(with_positives(5, 2), 6, stream), UserError);
  CHECK_THROWS_AS(stratified_divisions(with_positives(5, 2), 1, stream), UserError);
}
