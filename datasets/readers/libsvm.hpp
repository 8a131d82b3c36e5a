#pragma once
#include "datasets/readers/raw_table.hpp"
#include "datasets/readers/text_file.hpp"

namespace datasets::readers {

/// The sparse format of LIBSVM and SVMlight: "label index:value index:value ...", indices from 1 and rising,
/// what is not written is 0, # begins a comment. The table has the label first, called label, then as many
/// columns as the largest index, called 1, 2, ... Throws UserError with file, line and text for anything
/// else, SVMlight's qid included, and for tables that find no room in the MemoryBudget once they are dense.
RawTable read_libsvm(const TextFile& file);

} // namespace datasets::readers
