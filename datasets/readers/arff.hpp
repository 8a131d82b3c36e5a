#pragma once
#include "datasets/readers/raw_table.hpp"
#include "datasets/readers/text_file.hpp"

namespace datasets::readers {

/// The attribute-relation format of Weka: @relation, @attribute NAME numeric|real|integer|string|{a, b, c},
/// @data, dense rows or sparse ones {index value, ...} with indices from 0, ? for a missing value, single or
/// double quotes with backslashes, % comments; keywords in any case. A nominal column keeps its declared
/// values in their order; what a sparse row leaves out is 0, or the first declared value. Throws UserError
/// with file, line and text for dates, relational attributes, instance weights, values that are not declared,
/// and rows of another length; and for sparse rows that find no room in the MemoryBudget once they are dense.
RawTable read_arff(const TextFile& file);

} // namespace datasets::readers
