#include "results/report/pools/pools.hpp"

#include <algorithm>
#include <cmath>

#include "results/record/text.hpp"
#include "results/report/grids.hpp"
#include "results/report/table/design.hpp"
#include "results/statistics/student.hpp"

namespace results {
namespace {

constexpr double pools_level = 0.05;

/// The axis on which two cells of a block differ; empty where they differ on several.
std::string differing_axis(const PooledCell& a, const PooledCell& b, const std::vector<Axis>& axes) {
  std::string out;
  for (const Axis& axis : axes) {
    if (label_on(axis, a.cell->at) == label_on(axis, b.cell->at)) continue;
    if (!out.empty()) return "";
    out = axis.name;
  }
  return out;
}

PoolsBlock judged_block(const PooledCells& all, const std::vector<std::size_t>& members,
                        const Averages& averages) {
  PoolsBlock out{.cells = members};
  std::vector<PooledNumber> numbers;
  std::vector<std::vector<PoolVariance>> shared;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const PooledCell& a = all.cells[members[i]];
    numbers.push_back(a.number);
    shared.emplace_back();
    for (std::size_t j = 0; j < i; ++j) {
      const PooledCell& b = all.cells[members[j]];
      const PooledPair both = pooled_pair(a, b, averages);
      shared.back().push_back(both.shared);
      const std::string axis = differing_axis(a, b, all.axes);
      if (axis.empty()) continue;
      PooledNumber number = paired(a.number, b.number, both.difference, both.shared);
      number.difference += both.mean - (a.cell->ours.mean - b.cell->ours.mean); // of common replicates
      out.pairs.push_back({members[i], members[j], axis, number, both.mean});
    }
  }
  out.new_points = joint_test(numbers, shared, Sampling::new_points);
  out.one_pool = joint_test(numbers, shared, Sampling::one_pool);
  for (const PoolsPair& pair : out.pairs) {
    const double z = std::abs(pair.number.z(Sampling::one_pool));
    ++out.beyond.compared;
    out.beyond.beyond += z > off_beyond;
    out.beyond.largest = std::max(out.beyond.largest, z);
  }
  return out;
}

std::string p_of(double p) {
  return p < 0.0001 ? "< .0001" : decimal(p, 4);
}

Entry printed_entry(const PooledCell& cell) {
  Entry out{.text = cell.published().value};
  if (!cell.published().se.empty()) out.spread = "(" + cell.published().se + ")";
  return out;
}

Entry colored(std::string text, Verdict verdict) {
  Entry out{.text = std::move(text)};
  out.verdict = verdict;
  return out;
}

double sd_of_a_pool(const PoolVariance& variance) {
  return std::sqrt(std::max(variance.between(), 0.0));
}

Grid cells_grid(const std::string& study, const PoolsJudgement& judged) {
  Grid grid{.title = study + ": published against the mean of pools",
            .stub = labels_of(judged.all.axes),
            .heads = {{{"published"},
                       {"marginlab"},
                       {"sd of a pool"},
                       {"error, new points"},
                       {"error, one pool"},
                       {"z, new points"},
                       {"z, one pool"},
                       {"one pool"}}},
            .rows = {},
            .is_list = true};
  grid.stub.emplace_back("Metric");
  for (const PooledCell& cell : judged.all.cells) {
    std::vector<std::string> labels = cell.labels;
    labels.push_back(cell.metric.label);
    const int digits = cell.decimals + 1;
    const double z = cell.number.z(Sampling::one_pool);
    grid.rows.push_back({labels,
                         {printed_entry(cell),
                          {.text = decimal(cell.cell->ours.mean, digits)},
                          {.text = decimal(sd_of_a_pool(cell.number.ours), digits)},
                          {.text = decimal(cell.number.error(Sampling::new_points).se, digits)},
                          {.text = decimal(cell.number.error(Sampling::one_pool).se, digits)},
                          {.text = decimal(cell.number.z(Sampling::new_points), 2)},
                          {.text = decimal(z, 2)},
                          colored(std::string(word(verdict_by(z))), verdict_by(z))}});
  }
  return grid;
}

Grid blocks_grid_of_pools(const std::string& study, const PoolsJudgement& judged) {
  Grid grid{.title = study + ": blocks, if each table is of one pool",
            .stub = {"Data", "Metric"},
            .heads = {{{"Cells"},
                       {"p, new points"},
                       {"worth"},
                       {"mean z^2"},
                       {"max |z|"},
                       {"p, one pool"},
                       {"p, Holm"},
                       {"levels"},
                       {"pairs"},
                       {"beyond 3"},
                       {"max |z| of pairs"},
                       {"p of pairs"}}},
            .rows = {}};
  for (const PoolsBlock& block : judged.blocks) {
    const PooledCell& first = judged.all.cells[block.cells.front()];
    const bool differs = block.adjusted < pools_level;
    grid.rows.push_back({{first.data_label, first.metric.label},
                         {count_entry(block.cells.size()),
                          {.text = p_of(block.new_points.p)},
                          {.text = decimal(block.one_pool.df, 1)},
                          {.text = decimal(block.one_pool.mean_square, 2)},
                          {.text = decimal(block.one_pool.largest, 2)},
                          {.text = p_of(block.one_pool.p)},
                          {.text = p_of(block.adjusted)},
                          colored(differs ? "differs" : "agrees", differs ? Verdict::off : Verdict::match),
                          count_entry(block.pairs.size()),
                          count_entry(block.beyond.beyond),
                          {.text = decimal(block.beyond.largest, 2)},
                          {.text = p_of(block.beyond.adjusted())}}});
  }
  return grid;
}

/// "psi_L - SVM_L"
std::string pair_phrase(const PooledCells& all, const PoolsPair& pair) {
  const Axis* axis = named(all.axes, pair.axis);
  if (axis == nullptr) return "";
  return label_on(*axis, all.cells[pair.a].cell->at) + " - " + label_on(*axis, all.cells[pair.b].cell->at);
}

double published_difference(const PoolsPair& pair) {
  return pair.mean - pair.number.difference;
}

/// The labels of a pair's place, with the two values where it differs.
std::vector<std::string> pair_labels(const PooledCells& all, const PoolsPair& pair) {
  std::vector<std::string> out = all.cells[pair.a].labels;
  for (std::size_t i = 0; i < all.axes.size(); ++i)
    if (all.axes[i].name == pair.axis) out[i] = pair_phrase(all, pair);
  out.push_back(all.cells[pair.a].metric.label);
  return out;
}

Grid pairs_grid(const std::string& study, const PoolsJudgement& judged) {
  Grid grid{.title = study + ": paired differences within a pool, those beyond 2",
            .stub = labels_of(judged.all.axes),
            .heads = {{{"published"}, {"marginlab"}, {"sd of a pool"}, {"error"}, {"z"}, {"Verdict"}}},
            .rows = {},
            .is_list = true};
  grid.stub.emplace_back("Metric");
  for (const PoolsBlock& block : judged.blocks)
    for (const PoolsPair& pair : block.pairs) {
      const double z = pair.number.z(Sampling::one_pool);
      if (verdict_by(z) == Verdict::match) continue;
      const int digits = judged.all.cells[pair.a].decimals + 1;
      grid.rows.push_back({pair_labels(judged.all, pair),
                           {{.text = decimal(published_difference(pair), digits - 1)},
                            {.text = decimal(pair.mean, digits)},
                            {.text = decimal(sd_of_a_pool(pair.number.ours), digits)},
                            {.text = decimal(pair.number.error(Sampling::one_pool).se, digits)},
                            {.text = decimal(z, 2)},
                            colored(std::string(word(verdict_by(z))), verdict_by(z))}});
    }
  return grid;
}

double middle_widening(const std::vector<PooledCell>& cells) {
  std::vector<double> out;
  for (const PooledCell& cell : cells)
    out.push_back(cell.number.error(Sampling::one_pool).se / cell.number.error(Sampling::new_points).se);
  std::ranges::sort(out);
  return out[out.size() / 2];
}

/// "40 match, 3 off, 5 cannot tell"
std::string counts_phrase(const VerdictCounts& counts) {
  return std::to_string(counts[Verdict::match]) + " match, " + std::to_string(counts[Verdict::off]) +
         " off, " + std::to_string(counts[Verdict::cannot_tell]) + " cannot tell";
}

Section pools_notes(const PoolsJudgement& judged) {
  Section out{"One pool", {}, Topic::verdicts};
  std::size_t agree = 0, pairs = 0, beyond = 0;
  for (const PoolsBlock& block : judged.blocks) {
    agree += block.adjusted >= pools_level;
    pairs += block.pairs.size();
    beyond += block.beyond.beyond;
  }
  out.lines.push_back("If the paper divided one pool: " + counts_phrase(judged.counts(Sampling::one_pool)) +
                      "; " + std::to_string(agree) + " of " + counted(judged.blocks.size(), "block") +
                      " agree. If its points were new each time: " +
                      counts_phrase(judged.counts(Sampling::new_points)) + ".");
  out.lines.push_back("The error of one pool is " + decimal(middle_widening(judged.all.cells), 1) +
                      " times that of new points in the middle cell. It has the deviation of the pool in it, "
                      "which no number of replications lowers. So agreement on one pool is cheap, and no "
                      "evidence that there was one.");
  out.lines.push_back("What two cells differ by within a pool hardly feels the pool. " +
                      std::to_string(beyond) + " of " + counted(pairs, "pair") +
                      " that differ on one axis lie beyond 3; by chance it would be " +
                      decimal(static_cast<double>(pairs) * two_sided(off_beyond), 2) +
                      ". p of pairs is that of the largest, times their number.");
  out.lines.push_back(
      "z follows Student's t with one degree of freedom less than there are pools, or fewer "
      "where the deviation of a pool is not much larger than its error over the divisions.");
  if (judged.all.left_out > 0)
    out.lines.push_back(
        "Left out, because some pool has no finite mean: " + counted(judged.all.left_out, "cell") + ".");
  return out;
}

LongRow long_row_of(const PooledCell& cell, Sampling sampling) {
  const int digits = cell.decimals;
  const double z = cell.number.z(sampling);
  const char* suffix = sampling == Sampling::one_pool ? "_one_pool" : "_new_points";
  return {.at = cell.cell->at,
          .metric = cell.metric.name + suffix,
          .published = cell.published().value,
          .published_se = cell.published().se,
          .marginlab = csv_number(cell.cell->ours.mean, digits + 1),
          .mcse = csv_number(cell.number.error(sampling).se, digits + 1),
          .n_ok = std::to_string(cell.pools()),
          .n = std::to_string(cell.pools()),
          .z = csv_number(z, 2),
          .verdict = std::string(word(verdict_by(z)))};
}

LongRow long_row_of(const PooledCells& all, const PoolsPair& pair) {
  const PooledCell& cell = all.cells[pair.a];
  const double z = pair.number.z(Sampling::one_pool);
  const std::string pools = std::to_string(cell.pools());
  return {.at = cell.cell->at,
          .metric = cell.metric.name + "_minus_" + all.cells[pair.b].cell->at.at(pair.axis) + "_one_pool",
          .published = csv_number(published_difference(pair), cell.decimals),
          .marginlab = csv_number(pair.mean, cell.decimals + 1),
          .mcse = csv_number(pair.number.error(Sampling::one_pool).se, cell.decimals + 1),
          .n_ok = pools,
          .n = pools,
          .z = csv_number(z, 2),
          .verdict = std::string(word(verdict_by(z)))};
}

Panel pools(const PanelInput& input) {
  const PoolsJudgement judged = judge_pools(input.study.results, input.study.table);
  if (judged.blocks.empty()) return {};
  Panel out{.grids = {cells_grid(input.study.table.study, judged),
                      blocks_grid_of_pools(input.study.table.study, judged)},
            .notes = {pools_notes(judged)}};
  if (Grid pairs = pairs_grid(input.study.table.study, judged); !pairs.rows.empty())
    out.grids.push_back(std::move(pairs));
  for (const PooledCell& cell : judged.all.cells)
    for (const Sampling sampling : {Sampling::new_points, Sampling::one_pool})
      out.long_form.push_back(long_row_of(cell, sampling));
  for (const PoolsBlock& block : judged.blocks)
    for (const PoolsPair& pair : block.pairs) out.long_form.push_back(long_row_of(judged.all, pair));
  return out;
}

} // namespace

VerdictCounts PoolsJudgement::counts(Sampling sampling) const {
  VerdictCounts out;
  for (const PooledCell& cell : all.cells) out.add(verdict_by(cell.number.z(sampling)));
  return out;
}

PoolsJudgement judge_pools(const Results& results, const Table& table) {
  PoolsJudgement out{.all = pooled_cells(results.card, table), .blocks = {}};
  const Averages averages(results);
  std::vector<double> p;
  for (const std::vector<std::size_t>& members : pooled_blocks(out.all.cells)) {
    out.blocks.push_back(judged_block(out.all, members, averages));
    p.push_back(out.blocks.back().one_pool.p);
  }
  const std::vector<double> adjusted = holm(p);
  for (std::size_t i = 0; i < adjusted.size(); ++i) out.blocks[i].adjusted = adjusted[i];
  return out;
}

PanelEntry pools_panel() {
  return {
      .name = "pools",
      .phrase = "the pools",
      .meaning = "whether a table holds if all its replications divided one pool of points",
      .parameters = {{"over", "the axis whose values are pools: that of mean_over", Takes::averaged_axis}},
      .panel = pools};
}

} // namespace results
