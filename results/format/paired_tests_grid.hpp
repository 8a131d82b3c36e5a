#pragma once
#include "results/format/document.hpp"
#include "results/table/paired_tests.hpp"

namespace results {

/// A square grid for each matrix of tests: our count, the published one behind it in parentheses.
std::vector<Grid> paired_tests_grids(const PairedTests& tests, const StudyCard& card);

/// How to read them, the correlation of ours with the published counts, and what could not be tested. No
/// lines where there are no tests.
Section paired_tests_notes(const PairedTests& tests, const StudyCard& card);

} // namespace results
