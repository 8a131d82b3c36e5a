#pragma once
#include <cstdint>
#include <vector>

namespace core {

/// How the values of a range lie inside a decade.
enum class Spacing { linear, log };

/// A range of positive numbers, given by its ends and the number of values in a decade.
struct LambdaRange {
  double from, to;              ///< 0 < from < to
  std::int64_t per_decade = 10; ///< 1 to 1000
  Spacing spacing = Spacing::log;
};

/// The values of a range, increasing; m = per_decade.
///
/// linear: 10^j (1 + 9k/m), k = 1..m, for every decade (10^j, 10^(j+1)] between the ends. `to` is included,
/// `from` is not; both must be powers of ten. With m = 10 and 1e-3..1e3: the 60 values of Wang, Shen & Liu.
///
/// log: geometric, both ends included. The step is 10^(1/m) where the ends are whole decades apart, otherwise
/// the largest smaller one that meets both ends.
///
/// Each value is a decimal of the first decade with its point moved, so that 10 is exactly 10 and 0.019 is
/// the double that "0.019" reads as. Throws UserError for ends or a density outside these bounds and for more
/// than 10 000 values.
std::vector<double> lambda_grid(const LambdaRange& range);

} // namespace core
