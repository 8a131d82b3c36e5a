#pragma once
#include "results/table/table.hpp"

namespace results {

/// One table of one paper in the list of all of them.
struct IndexRow {
  std::string study; ///< wang2008/table1; its config is configs/<study>.yaml
  std::string title;
  VerdictCounts counts; ///< as judged
  std::string path;     ///< of the rendered table, as a reader of the index links to it
};

/// A Markdown table config -> table -> verdict counts, sorted by study whatever the order given.
std::string index_markdown(std::vector<IndexRow> rows);

} // namespace results
