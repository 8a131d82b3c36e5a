#pragma once
#include <map>
#include <string>
#include <vector>

#include "experiments/spec/axes.hpp"

namespace experiments {

/// The names that stand in a file of published numbers, by axis; an axis without a column is absent.
using PublishedNames = std::map<std::string, std::vector<std::string>>;

/// Reports every block that stands for a name which the file does not have: it would be compared with
/// nothing.
void check_stand_ins(const StudyBlocks& blocks, const PublishedNames& names, Problems& problems);

/// Reports every block that stands for published numbers in a study without any.
void refuse_stand_ins(const StudyBlocks& blocks, Problems& problems);

} // namespace experiments
