#include "results/report/pools/printed_errors.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "results/record/text.hpp"
#include "results/report/grids.hpp"

namespace results {
namespace {

constexpr std::size_t fewest_replicates = 2; // of a pool

/// The replicates of these cells in one pool, [cell][replicate]: those that are finite in all of them.
std::vector<std::vector<double>> common_replicates(const Results& results, const PooledCells& all,
                                                   const std::vector<std::size_t>& members,
                                                   std::size_t pool) {
  std::map<std::int32_t, std::vector<double>> by_replicate;
  for (const std::size_t member : members) {
    const PooledCell& cell = all.cells[member];
    for (const Observation& one : series(results.rows, cell.cell->parts[pool].setting, cell.metric.name))
      if (std::isfinite(one.value)) by_replicate[one.replicate].push_back(one.value);
  }
  std::vector<std::vector<double>> out(members.size());
  for (const auto& [replicate, values] : by_replicate)
    if (values.size() == members.size())
      for (std::size_t i = 0; i < members.size(); ++i) out[i].push_back(values[i]);
  return out;
}

/// Empty where some pool has too few.
PooledReplicates replicates_of(const Results& results, const PooledCells& all,
                               const std::vector<std::size_t>& members) {
  PooledReplicates out(members.size());
  const std::size_t pools = members.empty() ? 0 : all.cells[members.front()].pools();
  for (std::size_t k = 0; k < pools; ++k) {
    const auto pool = common_replicates(results, all, members, k);
    if (pool.front().size() < fewest_replicates) return {};
    for (std::size_t i = 0; i < members.size(); ++i) out[i].push_back(pool[i]);
  }
  return out;
}

std::vector<double> equal_weights(std::size_t n) {
  return std::vector<double>(n, 1.0 / static_cast<double>(n));
}

/// Judges the printed errors of one study.
class ErrorJudge {
 public:
  ErrorJudge(const Results& results, const PooledCells& all)
      : results_(results), all_(all), replications_(results.card.published_replications) {}

  /// A group of printed errors with these weights, appended where it can be judged.
  void add(const std::string& label, const std::vector<std::size_t>& members,
           const std::vector<double>& weights, std::vector<PrintedErrorGroup>& to) const {
    const PooledReplicates ours = replicates_of(results_, all_, members);
    if (ours.empty()) return;
    std::vector<PrintedError> printed;
    for (std::size_t i = 0; i < members.size(); ++i) {
      const PrintedNumber se = read_printed(all_.cells[members[i]].published().se);
      printed.push_back({se.value, se.rounding(), weights[i]});
    }
    PrintedErrorGroup group{all_.cells[members.front()].data_label, label, members.size()};
    group.new_points = compare_errors(printed, ours, replications_, Sampling::new_points);
    group.one_pool = compare_errors(printed, ours, replications_, Sampling::one_pool);
    to.push_back(std::move(group));
  }

  /// "CRE / GKL" of two blocks of one data set.
  void add_contrast(const std::vector<std::size_t>& of, const std::vector<std::size_t>& over,
                    std::vector<PrintedErrorGroup>& to) const {
    std::vector<std::size_t> members = of;
    members.insert(members.end(), over.begin(), over.end());
    std::vector<double> weights = equal_weights(of.size());
    for (const double weight : equal_weights(over.size())) weights.push_back(-weight);
    add(all_.cells[of.front()].metric.label + " / " + all_.cells[over.front()].metric.label, members, weights,
        to);
  }

  PrintedErrorRow row(std::size_t member) const {
    const PooledCell& cell = all_.cells[member];
    PrintedErrorRow out{.cell = member, .least = std::numeric_limits<double>::infinity()};
    for (const Part& pool : cell.cell->parts) {
      const double error = pool.ours.sd() / std::sqrt(replications_);
      out.least = std::min(out.least, error);
      out.most = std::max(out.most, error);
    }
    const PrintedNumber printed = read_printed(cell.published().se);
    out.side = printed.value + printed.ulp / 2 < out.least ? -1 : printed.value - printed.ulp / 2 > out.most;
    PoolVariance variance = cell.number.ours;
    variance.of_divisions = std::min(variance.of_divisions, variance.of_means);
    out.new_points = std::sqrt(variance.of_new_points() / replications_);
    out.one_pool = std::sqrt(variance.of_replicates / replications_);
    return out;
  }

 private:
  const Results& results_;
  const PooledCells& all_;
  double replications_;
};

/// Those of a block whose error the paper prints, above zero.
std::vector<std::size_t> with_error(const PooledCells& all, const std::vector<std::size_t>& block) {
  std::vector<std::size_t> out;
  for (const std::size_t member : block) {
    const Published& printed = all.cells[member].published();
    if (!printed.se.empty() && read_printed(printed.se).value > 0) out.push_back(member);
  }
  return out;
}

Grid error_rows_grid(const std::string& study, const PrintedErrors& errors) {
  Grid grid{.title = study + ": printed standard errors, and ours for as many replications",
            .stub = labels_of(errors.all.axes),
            .heads = {{{"published"},
                       {"new points"},
                       {"one pool"},
                       {"smallest pool"},
                       {"largest pool"},
                       {"within the pools"}}},
            .rows = {},
            .is_list = true};
  grid.stub.emplace_back("Metric");
  for (const PrintedErrorRow& row : errors.rows) {
    const PooledCell& cell = errors.all.cells[row.cell];
    std::vector<std::string> labels = cell.labels;
    labels.push_back(cell.metric.label);
    const int digits = cell.decimals + 2;
    grid.rows.push_back({labels,
                         {{.text = cell.published().se},
                          {.text = decimal(row.new_points, digits)},
                          {.text = decimal(row.one_pool, digits)},
                          {.text = decimal(row.least, digits)},
                          {.text = decimal(row.most, digits)},
                          {.text = row.side < 0   ? "below"
                                   : row.side > 0 ? "above"
                                                  : "yes"}}});
  }
  return grid;
}

Grid error_groups_grid(const std::string& study, const PrintedErrors& errors) {
  Grid grid{
      .title = study + ": printed standard errors over ours, together",
      .stub = {"Data", "Errors of"},
      .heads = {{{"Cells"}, {"ratio, new points"}, {"z, new points"}, {"ratio, one pool"}, {"z, one pool"}}},
      .rows = {}};
  const auto ratio = [](const ErrorRatio& one) {
    return Entry{.text = decimal(std::exp(one.log_ratio), 2),
                 .spread = spread(one.error.se * std::exp(one.log_ratio), 1)};
  };
  for (const PrintedErrorGroup& group : errors.groups)
    grid.rows.push_back({{group.data_label, group.label},
                         {count_entry(group.cells),
                          ratio(group.new_points),
                          {.text = decimal(group.new_points.z(), 2)},
                          ratio(group.one_pool),
                          {.text = decimal(group.one_pool.z(), 2)}}});
  return grid;
}

Section error_notes(const PrintedErrors& errors, std::int32_t replications) {
  return {
      "Printed standard errors",
      {"A standard error over " + std::to_string(replications) +
           " replications on new points has the spread of pools in it. One over the divisions of a pool "
           "lacks it, and is smaller. No search has looked at these numbers, so they can tell the two apart.",
       std::to_string(errors.outside) + " of " + counted(errors.rows.size(), "printed error") +
           " lie outside the range of the pools.",
       "ratio: the geometric mean of printed over ours, for CRE / GKL that of one metric over that of the "
       "other. Rows of a table share their draws, and z allows for this. |z| above 3 speaks against a "
       "sampling."},
      Topic::verdicts};
}

LongRow long_row_of(const PooledCell& cell, const PrintedErrorRow& row, Sampling sampling) {
  const bool one = sampling == Sampling::one_pool;
  const std::string pools = std::to_string(cell.pools());
  return {.at = cell.cell->at,
          .metric = cell.metric.name + (one ? "_error_one_pool" : "_error_new_points"),
          .published = cell.published().se,
          .marginlab = csv_number(one ? row.one_pool : row.new_points, cell.decimals + 2),
          .n_ok = pools,
          .n = pools};
}

Panel printed_errors_for(const PanelInput& input) {
  const PrintedErrors errors = printed_errors(input.study.results, input.study.table);
  if (errors.rows.empty()) return {};
  Panel out{.grids = {error_rows_grid(input.study.table.study, errors)},
            .notes = {error_notes(errors, input.study.results.card.published_replications)}};
  if (!errors.groups.empty()) out.grids.push_back(error_groups_grid(input.study.table.study, errors));
  for (const PrintedErrorRow& row : errors.rows)
    for (const Sampling sampling : {Sampling::new_points, Sampling::one_pool})
      out.long_form.push_back(long_row_of(errors.all.cells[row.cell], row, sampling));
  return out;
}

} // namespace

PrintedErrors printed_errors(const Results& results, const Table& table) {
  PrintedErrors out{.all = pooled_cells(results.card, table), .rows = {}, .groups = {}};
  if (results.card.published_replications < 2) return out;
  const ErrorJudge judge(results, out.all);
  std::map<std::string, std::vector<std::size_t>> first; // block of each data set
  for (const std::vector<std::size_t>& block : pooled_blocks(out.all.cells)) {
    const std::vector<std::size_t> members = with_error(out.all, block);
    if (members.empty()) continue;
    const PooledCell& one = out.all.cells[members.front()];
    judge.add(one.metric.label, members, equal_weights(members.size()), out.groups);
    const auto [other, is_first] = first.emplace(one.data, members);
    if (!is_first) judge.add_contrast(members, other->second, out.groups);
    for (const std::size_t member : members) {
      out.rows.push_back(judge.row(member));
      out.outside += out.rows.back().side != 0;
    }
  }
  return out;
}

PanelEntry printed_errors_panel() {
  return {
      .name = "printed_errors",
      .phrase = "the printed errors",
      .meaning = "printed standard errors beside ours, on new points and on one pool",
      .parameters = {{"over", "the axis whose values are pools: that of mean_over", Takes::averaged_axis}},
      .panel = printed_errors_for};
}

} // namespace results
