#include "results/settle.hpp"

#include <cmath>

#include "results/agreement_limits.hpp"

namespace results {
namespace {

constexpr double beyond_reach = 1e15;

std::int64_t whole(double replicates) {
  return replicates < beyond_reach ? static_cast<std::int64_t>(replicates) : 0;
}

} // namespace

std::int64_t replicates_to_settle(const Undecided& now) {
  const double u = now.uncertainty, distance = std::abs(now.difference);
  const double factor = now.se / u / coarsest;
  const double z_when_fine = distance / (u * std::sqrt(coarsest * coarsest + 1));
  if (factor > 1 && z_when_fine <= match_within) return whole(std::ceil(now.n * factor * factor));
  const double reach = distance / off_beyond; // the combined error below which |z| is above 3
  if (reach <= u) return 0;
  return whole(std::floor(now.n * now.se * now.se / (reach * reach - u * u)) + 1);
}

} // namespace results
