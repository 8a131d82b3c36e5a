#pragma once
#include "datasets/readers/raw_table.hpp"
#include "datasets/readers/text_file.hpp"

namespace datasets::readers {

/// The sparse format of LIBSVM and SVMlight: "label index:value index:value ...", indices from `first_index`
/// (0 or 1) in any order, what is not written is 0, # begins a comment. A row without a label has a missing
/// one, and qid:N behind the label is passed over. The table has the label first, called label, then a column
/// for each index up to the largest, called by it. Throws UserError with file, line and text for anything
/// else, and for tables that find no room in the MemoryBudget once they are dense.
RawTable read_libsvm(const TextFile& file, std::size_t first_index = 1);

/// Whether the first rows are all of this format, and one of them has an index.
bool looks_like_libsvm(const TextFile& file);

/// Whether any row has the index 0; whether any has a qid.
bool has_index_zero(const TextFile& file);
bool has_query(const TextFile& file);

} // namespace datasets::readers
