#pragma once
#include <string>
#include <vector>

namespace experiments {

/// Ascending numbers as Slurm and people write them: {3, 7, 8, 9} -> "3,7-9".
std::string index_list(const std::vector<int>& ascending);

} // namespace experiments
