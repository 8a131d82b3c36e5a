#pragma once
#include <string>
#include <vector>

#include "results/report/panels/chart.hpp"

namespace results {

/// One SVG picture with the charts under each other, each with its title. Black on white; needs nothing from
/// outside.
std::string chart_svg(const std::vector<Chart>& charts);

/// The picture of one chart for the body of a page: in the page's own colour of ink, its title left to the
/// page.
std::string inline_chart(const Chart& chart);

} // namespace results
