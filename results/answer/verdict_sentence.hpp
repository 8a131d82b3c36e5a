#pragma once
#include <string>

#include "results/report/verdicts/verdicts.hpp"

namespace results {

/// What a study comes to, and how much it rests on: "quickstart: 2 of 4 blocks agree with Wang, Shen & Liu
/// (2008), Table 1. 40 of 100 replications, 12s." By its blocks; where only the order of methods can be
/// compared by its pairs; where the paper's words are judged by its claims; else by its cells. It says so
/// where there is nothing to compare with, or nothing is computed yet.
std::string verdict_sentence(const Judged& study);

/// The same without the time it took, which no two runs share.
std::string timeless_sentence(const Judged& study);

/// "differs, the paper's own (p < 0.001)"
std::string verdict_phrase(const Block& block);

/// Whose numbers a study is compared with, as a sentence names it; never empty.
std::string source_of(const StudyCard& card);

} // namespace results
