#pragma once
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

// In which order two methods stand, in print and in ours.
namespace results {

/// same: as published. opposite: the other way round. level: the two numbers are equal in print, or in ours,
/// or there is none.
enum class Standing { same, opposite, level };

/// Of two methods with these differences, first - second.
Standing standing(double published, double ours);

/// How many pairs stand how. Each pair counts once: same + opposite + level are all.
struct PairCounts {
  std::size_t same = 0, opposite = 0, level = 0;
  std::size_t beyond = 0; ///< of the opposite: further apart than three errors of the paired difference

  std::size_t all() const { return same + opposite + level; }
  void add(Standing standing, bool is_beyond);
  PairCounts& operator+=(const PairCounts& other);
};

/// "11/9/1", and "11 pairs of methods stand as published, 9 the other way round (2 by more than 3 errors of
/// their difference) and 1 is level."
std::string text_of(const PairCounts& pairs);
std::string sentence_of(const PairCounts& pairs);

/// What competes at one place: the published numbers of the methods and ours, in one order.
struct Ranking {
  std::vector<double> published, ours;
};

/// P(at least as many pairs stand as published) if ours were in a random order within each ranking, by 10,000
/// shuffles that are the same in every call; NaN where no two published numbers differ. Cost: 10,000 times
/// the pairs.
double by_chance(std::vector<Ranking> rankings);

} // namespace results
