#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/blocks/axes.hpp"
#include "experiments/published/printed_places.hpp"

namespace experiments {

/// The names that stand in a file of published numbers, by axis; an axis without a column is absent.
using PublishedNames = std::map<std::string, std::vector<std::string>>;

/// Reports every block that stands for a name which the file does not have: it would be compared with
/// nothing.
void check_aliases(const StudyBlocks& blocks, const PublishedNames& names, Problems& problems);

/// Reports every block that stands for published numbers in a study without any.
void refuse_aliases(const StudyBlocks& blocks, Problems& problems);

struct PublishedNumbers : results::Publication {
  std::optional<PublishedNames> names{}; ///< in the file; nothing where it could not be read
  std::vector<std::string> notes{};      ///< rows of the file that this study does not compute, counted
};

/// The keys of the published block.
std::vector<std::string> published_keys();

/// Reads the published block and its CSV files, which are optional each if the other is there. Columns metric
/// and value are required, se and sd are optional, every other column is an axis; an axis of one value needs
/// no column, nor does one that the layout collapses. A number stands at each block that is a reading of its
/// name (stands_for). Numbers are kept as printed; an empty value means the paper prints none. An empty cell
/// of a swept axis: the number has no place on it. Left out and counted in a note are rows at values or
/// metrics that the study does not compute, and all rows where a swept axis of several values has no column.
///
/// The file of `tests`: columns row and column name two values of the axis that the layout's paired tests
/// compare, count is how often the first is significantly larger; every other column is an axis. An axis of
/// one value needs no column; the one counted over has none. Rows at values that the study does not test are
/// left out and counted, and all of them where the layout has no paired tests.
PublishedNumbers read_published(const Node& node, const PublishedContext& context, Problems& problems);

} // namespace experiments
