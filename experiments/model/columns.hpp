#pragma once
#include <optional>
#include <vector>

#include "datasets/readers/raw_table.hpp"
#include "results/store/hdf5/model_file.hpp"

namespace experiments::own_data {

/// Where the model's columns stand in a table.
struct Matched {
  std::vector<std::size_t> inputs;    ///< of each column of the model
  std::optional<std::size_t> label{}; ///< of the classes, where the table has them
};

/// Columns are found by their names, in any order, the label's may be missing. A file without names (they are
/// 1, 2, ... then) is matched place by place, with the label's column or without it. Throws UserError naming
/// every column that is missing or is none of the model's, or the numbers of columns there may be.
Matched match_columns(const datasets::readers::RawTable& table, const results::Model& model);

/// The same for a file of LIBSVM, whose label is its first column: index j is the model's j-th column, and
/// one that no row mentions is added as zeros. Throws UserError where a row has a higher index.
Matched match_sparse_columns(datasets::readers::RawTable& table, const results::Model& model);

} // namespace experiments::own_data
