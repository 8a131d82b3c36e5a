#pragma once

// The limits of the verdicts (results/agreement.hpp).
namespace results {

inline constexpr double match_within = 2; ///< of |z|
inline constexpr double off_beyond = 3;   ///< of |z|
inline constexpr double coarsest = 3;     ///< our se over the published uncertainty

} // namespace results
