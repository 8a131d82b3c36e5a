#pragma once
#include <string>
#include <vector>

#include "core/metric/corp.hpp"
#include "core/metric/reliability.hpp"

namespace results {

/// A reliability diagram as a table for a terminal, a line a bin; an empty bin has dashes.
std::string reliability_text(const std::vector<core::ReliabilityBin>& bins);

/// One SVG picture of a reliability diagram: in each bin that is not empty the share of positives over the
/// mean estimated probability, a bar over its 95 % interval by Wilson, its count as a tooltip; the
/// diagonal of perfect reliability; below it how many points each bin has. Where a CORP curve is given, it is
/// a line in its band. Black on white; needs nothing from outside. `title` stands above it.
std::string reliability_svg(const std::string& title, const std::vector<core::ReliabilityBin>& bins,
                            const std::vector<core::CorpPoint>& curve = {});

/// The same for the body of a page: in the page's own colour of ink, the title left to the page.
std::string inline_reliability_svg(const std::string& title, const std::vector<core::ReliabilityBin>& bins);

} // namespace results
