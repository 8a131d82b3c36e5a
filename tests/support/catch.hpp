#pragma once
// Catch2 in either of its two versions, with the words of version 2: Debian 12 has 2.13, Debian 13 has 3.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>

using Catch::Approx;

namespace Catch {
using Matchers::EndsWith, Matchers::Equals, Matchers::Matches, Matchers::StartsWith;
inline auto Contains(const std::string& part) {
  return Matchers::ContainsSubstring(part);
}
} // namespace Catch
#else
#include <catch2/catch.hpp>
#endif

namespace tests {

/// Whether the sanitizers are at work, which make of seconds minutes: a case that would take minutes does a
/// sample of its work there that still passes every line, and all of it in the optimised build.
#ifdef MARGINLAB_SANITIZED
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

} // namespace tests
