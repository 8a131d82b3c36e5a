#include "results/format/reliability_text.hpp"

#include "core/parameters.hpp"
#include "results/format/characters.hpp"
#include "results/format/number.hpp"

namespace results {
namespace {

constexpr int bin_decimals = 3;

std::vector<std::string> cells_of(const core::ReliabilityBin& bin) {
  return {core::shortest(bin.from) + " to " + core::shortest(bin.to), std::to_string(bin.count),
          decimal(bin.mean_predicted, bin_decimals), decimal(bin.share_of_positives, bin_decimals),
          decimal(bin.standard_error, bin_decimals)};
}

} // namespace

std::string reliability_text(const std::vector<core::ReliabilityBin>& bins) {
  const std::vector<std::string> heads{"probability", "count", "mean predicted", "share of positives",
                                       "standard error"};
  std::string text;
  const auto add_line = [&](const std::vector<std::string>& cells) {
    std::string line = left_aligned(cells.front(), characters(heads.front()));
    for (std::size_t k = 1; k < cells.size(); ++k)
      line += "  " + right_aligned(cells[k], characters(heads[k]));
    text += line + "\n";
  };
  add_line(heads);
  for (const core::ReliabilityBin& bin : bins) add_line(cells_of(bin));
  return text;
}

} // namespace results
