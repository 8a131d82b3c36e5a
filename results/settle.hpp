#pragma once
#include <cstdint>

// How many replicates would settle a comparison that cannot tell (results/agreement.hpp), were everything but
// their number to stay as it is: with n' replicates our standard error is se sqrt(n / n').
namespace results {

/// A finite mean of ours beside a finite published one.
struct Undecided {
  double difference = 0;  ///< ours - published
  double se = 0;          ///< of ours
  double uncertainty = 0; ///< u, of the published number; positive
  std::int32_t n = 0;     ///< replicates behind se
};

/// Where se is above 3 u, the number that brings it there, if z is then within 2: a match. Otherwise the
/// number that brings |z| above 3: off. It is an estimate, not a promise: the difference will move. 0 where
/// none would do, because |difference| is at most 3 u and z can never exceed 3, or more than 1e15 would be
/// wanted.
std::int64_t replicates_to_settle(const Undecided& now);

} // namespace results
