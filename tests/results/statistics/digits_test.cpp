#include "results/statistics/digits.hpp"

#include "tests/support/catch.hpp"

namespace {

int agreed(double ours, const std::string& printed) {
  return results::digits_in_common(ours, printed).agreed;
}

results::Verdict verdict(double ours, const std::string& printed, int used = 1) {
  results::Summary own;
  own.mean = ours;
  own.used = used;
  results::Published published;
  published.value = printed;
  return results::compare_digits(own, published).verdict;
}

} // namespace

TEST_CASE("digits in common are counted from the first that is not 0, rounding allowed",
          "[results][manufactured]") {
  CHECK(results::digits_in_common(0.2, "0.02634248").printed == 7);
  CHECK(results::digits_in_common(0.2, "0.2398").printed == 4);
  CHECK(results::digits_in_common(0.2, "12").printed == 2);
  CHECK(agreed(0.026342479, "0.02634248") == 7);
  CHECK(agreed(0.02634251, "0.02634248") == 6);
  CHECK(agreed(0.0263, "0.02634248") == 3);
  CHECK(agreed(0.03, "0.02634248") == 1);
  CHECK(agreed(0.9, "0.02634248") == 0);
  CHECK(agreed(-0.02634248, "0.02634248") == 0);
  CHECK(agreed(0.23975, "0.2398") == 4);
  CHECK(agreed(0.2397, "0.2398") == 3);
  CHECK(agreed(0, "0.00") == 1);
}

TEST_CASE("a number without chance matches only where it has every printed digit",
          "[results][manufactured]") {
  CHECK(verdict(0.2072355, "0.2072355") == results::Verdict::match);
  CHECK(verdict(0.20723546, "0.2072355") == results::Verdict::match);
  CHECK(verdict(0.2072356, "0.2072355") == results::Verdict::off);
  CHECK(verdict(0.2072355, "0.2072355", 0) == results::Verdict::cannot_tell);
  CHECK(verdict(0.2072355, "") == results::Verdict::not_published);
  CHECK(verdict(INFINITY, "inf") == results::Verdict::match);
  CHECK(verdict(0.5, "inf") == results::Verdict::off);
}
