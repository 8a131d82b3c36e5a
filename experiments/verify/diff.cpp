#include "experiments/verify/diff.hpp"

#include <fmt/format.h>

#include <limits>

#include "core/contract.hpp"
#include "experiments/terminal/terminal.hpp"
#include "results/format/json.hpp"
#include "results/report/diff.hpp"
#include "results/store/hdf5/results_file.hpp"

namespace experiments {
namespace {

constexpr std::size_t listed_cells = 5; ///< differing cells, for a person
constexpr std::size_t every_cell = std::numeric_limits<std::size_t>::max();

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

results::OrderedJson file_json(const std::filesystem::path& given, const results::Results& all) {
  return {{"file", given.string()},
          {"study", all.card.study},
          {"cells", all.rows.size()},
          {"data_hash", all.data_hash}};
}

results::OrderedJson cells_json(const results::CellComparison& cells) {
  results::OrderedJson out{{"same", cells.same},         {"different", cells.different},
                           {"only_a", cells.only_a},     {"only_b", cells.only_b},
                           {"others_a", cells.others_a}, {"others_b", cells.others_b}};
  out["list"] = results::OrderedJson::array();
  for (const results::DifferingCell& cell : cells.first) {
    results::OrderedJson values = results::OrderedJson::array();
    for (const results::DifferingValue& value : cell.values)
      values.push_back({{"name", value.name}, {"a", value.a}, {"b", value.b}});
    out["list"].push_back({{"key", cell.key.text()}, {"values", values}});
  }
  return out;
}

results::OrderedJson means_json(const results::MeanComparison& means) {
  const results::Beyond& beyond = means.beyond;
  const bool any = beyond.compared > 0;
  results::OrderedJson out{{"points", means.points},
                           {"points_a", means.points_a},
                           {"points_b", means.points_b},
                           {"untestable", means.untestable},
                           {"one_sided", means.one_sided},
                           {"compared", beyond.compared},
                           {"beyond", beyond.beyond},
                           {"expected_by_chance", results::json_number(beyond.expected())},
                           {"p_of_the_count", results::json_number(beyond.at_least())},
                           {"largest_z", any ? results::json_number(beyond.largest) : nullptr},
                           {"p_of_the_largest", any ? results::json_number(beyond.adjusted()) : nullptr}};
  out["list"] = results::OrderedJson::array();
  for (const results::MeanDifference& one : means.largest)
    out["list"].push_back({{"at", one.at},
                           {"metric", one.metric},
                           {"a", results::summary_json(one.a)},
                           {"b", results::summary_json(one.b)},
                           {"z", results::json_number(one.z)},
                           {"z_of_infinite_shares", results::json_number(one.z_share)}});
  return out;
}

} // namespace

int diff(const DiffRequest& request) {
  std::string problems;
  const results::Results a = read(request.a, problems), b = read(request.b, problems);
  core::require(problems.empty(), problems);
  const results::Compared files{a, b, request.a.string(), request.b.string()};
  const auto cells = results::compare_cells(a, b, request.as_json ? every_cell : listed_cells);
  const auto means = request.exact ? results::MeanComparison{} : results::compare_means(a, b);
  const bool equal = request.exact ? cells.is_equal() : is_equal(cells, means);
  if (request.as_json)
    fmt::print("{}", results::json_answer({{"format", "marginlab-diff"},
                                           {"format_version", "1.0"},
                                           {"equal", equal},
                                           {"verdict", verdict(equal, means)},
                                           {"exact", request.exact},
                                           {"a", file_json(request.a, a)},
                                           {"b", file_json(request.b, b)},
                                           {"cells", cells_json(cells)},
                                           {"means", means_json(means)}}));
  else
    print_text("{}{}\n{}{}{}\n", heading("A", request.a, a), heading("B", request.b, b),
               results::cells_text(cells, files), results::means_text(means, files), verdict(equal, means));
  return equal ? 0 : 3;
}

} // namespace experiments
