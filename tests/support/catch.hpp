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
