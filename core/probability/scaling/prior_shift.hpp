#pragma once
#include "core/sample/probabilities.hpp"

namespace core {

/// Probabilities of two classes, learned where a share `from` of the rows is +1, as they are where the share
/// is `to`. Bayes' rule multiplies the odds by to (1 - from) / (from (1 - to)), if within each class the
/// inputs are distributed alike in both places (Saerens, Latinne & Decaestecker 2002, eq. 2.4; Elkan 2001,
/// Theorem 2). So no order changes, 0 and 1 stay, and `to` = `from` changes no bit. Log-odds are shifted.
/// Both shares are inside (0, 1).
Probabilities with_prior(const Probabilities& q, double from, double to);

} // namespace core
