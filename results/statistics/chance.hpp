#pragma once
#include <cstddef>

// What to make of many z at once: some lie beyond 3 by chance alone.
namespace results {

inline constexpr double z_limit = 3; ///< a |z| above it is called beyond

/// P(|Z| > z) of a standard normal Z; 1 for NaN.
double two_sided(double z);

/// How many of so many z are beyond, and how far the largest lies out.
struct Beyond {
  std::size_t compared = 0, beyond = 0;
  double largest = 0; ///< |z|, infinite allowed

  double expected() const; ///< how many would be beyond by chance
  double at_least() const; ///< P(at least as many as there are by chance), binomial; 1 for none
  double adjusted() const; ///< the largest's two-sided p-value times `compared` (Bonferroni), at most 1

  /// Whether chance does not explain them: one of the two probabilities is below P(|Z| > 3) = 0.0027, what a
  /// single z has to fall below. With one z both say |z| > 3. Dependent z, such as metrics of the same
  /// replicates, make the binomial probability too small; the Bonferroni one holds for them too.
  bool is_more_than_chance() const;
};

} // namespace results
