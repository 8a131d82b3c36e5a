#pragma once
#include <cstdint>

namespace results {

/// How many of `all` cells may be altered at most, if `seen` of them were drawn at random and none of these
/// was: the largest m with P(none of the drawn is altered | m are) above 1 - confidence, by the
/// hypergeometric distribution, C(all - m, seen) / C(all, seen). If more were altered, the draw would have
/// met one with at least that confidence. 0 where all were drawn, `all` where none was. Cost: min(m, seen)
/// log(all) multiplications.
std::int64_t most_altered(std::int64_t all, std::int64_t seen, double confidence = 0.95);

} // namespace results
