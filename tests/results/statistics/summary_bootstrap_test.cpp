#include <cmath>
#include <cstdint>

#include "results/statistics/summary.hpp"
#include "tests/support/catch.hpp"

// The standard errors against the bootstrap: resampling replicates knows nothing of the formulas.
using namespace results;

namespace {

/// A linear congruential generator (Knuth's MMIX constants): plain and the same everywhere.
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : state_(seed) {}
  double uniform() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<double>(state_ >> 11) * 0x1p-53;
  }

 private:
  std::uint64_t state_;
};

constexpr int replicates = 400, resamples = 4000;

struct Pairs {
  Series a, b;
};

/// Skewed, and strongly correlated as methods on common random numbers are.
Pairs correlated_pairs(Draws& draws) {
  Pairs out;
  for (std::int32_t r = 0; r < replicates; ++r) {
    const double shared = -0.05 * std::log(1 - draws.uniform());
    out.a.push_back({r, 0.5 + shared + 0.02 * draws.uniform(), Outcome::ok});
    out.b.push_back({r, 0.55 + 1.2 * shared + 0.03 * draws.uniform(), Outcome::ok});
  }
  return out;
}

Pairs resampled(const Pairs& pairs, Draws& draws) {
  Pairs out;
  for (std::int32_t r = 0; r < replicates; ++r) {
    const auto i = static_cast<std::size_t>(draws.uniform() * replicates);
    out.a.push_back({r, pairs.a[i].value, Outcome::ok});
    out.b.push_back({r, pairs.b[i].value, Outcome::ok});
  }
  return out;
}

double deviation(const std::vector<double>& values) {
  double mean = 0, squares = 0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

template <class Statistic>
double bootstrap_error(const Pairs& pairs, Statistic statistic) {
  Draws draws(7);
  std::vector<double> values;
  for (int i = 0; i < resamples; ++i) values.push_back(statistic(resampled(pairs, draws)));
  return deviation(values);
}

} // namespace

// A bootstrap error from 4000 resamples is itself good to about 1 / sqrt(8000) = 1.1 %; 5 % leaves room for
// skewness.
TEST_CASE("the standard error of a mean is the bootstrap's", "[summary][oracle]") {
  Draws draws(1);
  const Pairs pairs = correlated_pairs(draws);
  const double bootstrap = bootstrap_error(pairs, [](const Pairs& p) { return summarise(p.a).mean; });
  CHECK(summarise(pairs.a).se == Approx(bootstrap).epsilon(0.05));
}

TEST_CASE("the standard error of an improvement is the paired bootstrap's", "[summary][oracle]") {
  Draws draws(2);
  const Pairs pairs = correlated_pairs(draws);
  const double bootstrap =
      bootstrap_error(pairs, [](const Pairs& p) { return improvement_percent(p.a, p.b).mean; });
  const Summary ours = improvement_percent(pairs.a, pairs.b);
  CHECK(ours.se == Approx(bootstrap).epsilon(0.05));

  // Forgetting that the replicates are paired would be visibly wrong.
  const Summary a = summarise(pairs.a), b = summarise(pairs.b);
  const double unpaired =
      100 * a.mean / b.mean * std::sqrt(std::pow(a.se / a.mean, 2) + std::pow(b.se / b.mean, 2));
  CHECK(unpaired > 1.5 * bootstrap);
}
