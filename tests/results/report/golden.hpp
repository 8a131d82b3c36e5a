#pragma once
#include <string>

// Texts that are what they were, byte for byte: regression only. To accept a change, run the test with
// MARGINLAB_WRITE_GOLDEN=1, read the difference, and run it again without.

/// The first line in which two texts differ, with both versions; empty if there is none.
std::string first_difference(const std::string& one, const std::string& other);

/// Checks a text against the file of this name in tests/results/report/golden.
void check_golden(const std::string& name, const std::string& text);
