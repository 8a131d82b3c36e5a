#pragma once
#include "results/record/columns.hpp"

namespace handmade {

/// Three data sets (as printed, a forensic reading of the same, another) x two classifiers x three methods
/// (two readings of bracket, which is no block itself, and platt), 4 replicates, metrics gkl and cre with
/// standard errors 0.001. The paper prints .500 for every gkl and .400 for every cre (se .001) of both data
/// sets; ours differ by round thousandths.
results::Results readings();

} // namespace handmade
