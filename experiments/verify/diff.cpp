#include "experiments/verify/diff.hpp"

#include <fmt/format.h>

#include "core/contract.hpp"
#include "experiments/terminal/terminal.hpp"
#include "results/report/diff.hpp"
#include "results/store/hdf5/results_file.hpp"

namespace experiments {
namespace {

constexpr std::size_t listed_cells = 5; ///< differing cells

/// What could be read; else what is wrong is added to `problems`, a line a file.
results::Results read(const std::filesystem::path& given, std::string& problems) {
  try {
    return results::read_results(std::filesystem::is_directory(given) ? given / "results.h5" : given);
  } catch (const core::UserError& error) {
    problems += (problems.empty() ? "" : "\n") + std::string(error.what());
    return {};
  }
}

bool is_equal(const results::CellComparison& cells, const results::MeanComparison& means) {
  return cells.different + cells.only_a + cells.only_b == 0 &&
         means.points_a + means.points_b + means.one_sided == 0 && !means.beyond.is_more_than_chance();
}

std::string heading(const char* letter, const std::filesystem::path& given, const results::Results& all) {
  return fmt::format("{}  {}  {}, {} cells, data_hash {}\n", letter, given.string(), all.card.study,
                     all.rows.size(), all.data_hash);
}

std::string verdict(bool equal, const results::MeanComparison& means) {
  if (!equal) return "they DIFFER";
  if (means.points == 0) return "they are the same";
  return means.beyond.compared > 0 ? "they differ by no more than Monte Carlo error"
                                   : "nothing differs that can be compared";
}

} // namespace

int diff(const DiffRequest& request) {
  std::string problems;
  const results::Results a = read(request.a, problems), b = read(request.b, problems);
  core::require(problems.empty(), problems);
  const results::Compared files{a, b, request.a.string(), request.b.string()};
  const results::CellComparison cells = results::compare_cells(a, b, listed_cells);
  print_text("{}{}\n{}", heading("A", request.a, a), heading("B", request.b, b),
             results::cells_text(cells, files));
  const auto means = request.exact ? results::MeanComparison{} : results::compare_means(a, b);
  print_text("{}", results::means_text(means, files));
  const bool equal = request.exact ? cells.is_equal() : is_equal(cells, means);
  print_text("{}\n", verdict(equal, means));
  return equal ? 0 : 3;
}

} // namespace experiments
