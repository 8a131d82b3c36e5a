#pragma once
#include <string>
#include <vector>

#include "experiments/config/printed_places.hpp"

namespace experiments {

/// The counts of a paper's paired tests.
struct PublishedTests {
  std::vector<results::PublishedCount> counts;
  std::int32_t out_of = 0;        ///< data sets; 0 = the paper does not say
  std::vector<std::string> notes; ///< rows of the file that this study does not compute, counted
};

/// Reads {file, out_of} and the CSV file: columns row and column name two values of the axis that the
/// layout's paired tests compare, count is how often the first is significantly larger; every other column is
/// an axis. An axis of one value needs no column; the one counted over has none. Rows at values that the
/// study does not test are left out and counted, and all of them where the layout has no paired tests.
PublishedTests read_published_tests(const Node& node, const PublishedContext& context, Problems& problems);

} // namespace experiments
