#include "results/statistics/chance.hpp"

#include <algorithm>
#include <cmath>

namespace results {

double two_sided(double z) {
  return std::isnan(z) ? 1 : std::erfc(std::abs(z) / std::sqrt(2.0));
}

double Beyond::expected() const {
  return static_cast<double>(compared) * two_sided(z_limit);
}

double Beyond::at_least() const {
  const double p = two_sided(z_limit), n = static_cast<double>(compared);
  double below = 0; // P(fewer); terms by their logarithms, so that none under- or overflows on the way
  for (std::size_t k = 0; k < beyond; ++k) {
    const auto x = static_cast<double>(k);
    below += std::exp(std::lgamma(n + 1) - std::lgamma(x + 1) - std::lgamma(n - x + 1) + x * std::log(p) +
                      (n - x) * std::log1p(-p));
  }
  return std::clamp(1 - below, 0.0, 1.0);
}

double Beyond::adjusted() const {
  return std::min(1.0, static_cast<double>(compared) * two_sided(largest));
}

bool Beyond::is_more_than_chance() const {
  const double level = two_sided(z_limit);
  const bool many = beyond > 1 && at_least() < level;
  return compared > 0 && (many || adjusted() < level);
}

} // namespace results
