#pragma once
#include <string>
#include <vector>

#include "results/report/panels/heat_map.hpp"

namespace results {

/// One SVG picture with the maps under each other, each with its title, its axes, the value in every cell, a
/// legend and the best value framed. Black on white; needs nothing from outside.
std::string heat_map_svg(const std::vector<HeatMap>& maps);

/// The picture of one map for the body of a page: in the page's own colour of ink, its title left to the
/// page.
std::string inline_heat_map(const HeatMap& map);

} // namespace results
