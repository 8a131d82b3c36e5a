#pragma once
#include <string>

#include "results/statistics/agreement.hpp"

namespace results {

/// Two numbers have d digits in common where they differ by at most half a unit of the d-th significant digit
/// of the printed one. Infinite numbers have all or none. Throws UserError where the text is not a number.
DigitAgreement digits_in_common(double ours, const std::string& printed);

/// The verdict on a number of a study without chance, which has no Monte Carlo error: match where the mean of
/// ours has every printed digit, off where it has not, and no z. A published number without a value counts as
/// not published.
Agreement compare_digits(const Summary& ours, const Published& published);

} // namespace results
