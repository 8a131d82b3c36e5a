#include "results/report/panels/blocks.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/random/stream.hpp"
#include "results/record/text.hpp"
#include "results/report/grids.hpp"
#include "results/report/tabulate.hpp"
#include "results/statistics/joint.hpp"
#include "results/statistics/ranks.hpp"

namespace results {
namespace {

constexpr double level = 0.05; // of a table, and with judge_together of a paper
constexpr int shuffles = 10000;

const AxisValue* value_on(const StudyCard& card, const std::string& axis, const Coordinates& at) {
  const auto found = at.find(axis);
  for (const Axis& one : card.axes)
    for (const AxisValue& value : one.values)
      if (one.name == axis && found != at.end() && value.name == found->second) return &value;
  return nullptr;
}

bool stands_for_another(const StudyCard& card, const std::string& axis, const Coordinates& at) {
  const AxisValue* value = value_on(card, axis, at);
  return value != nullptr && !value->stands_for.empty();
}

/// Correlation of a metric's replicates in two settings, over those that are finite in both; 0 where it does
/// not exist.
double correlation(const Series& a, const Series& b) {
  std::vector<double> x, y;
  auto other = b.begin();
  for (const Observation& one : a) {
    while (other != b.end() && other->replicate < one.replicate) ++other;
    if (other == b.end() || other->replicate != one.replicate) continue;
    if (!std::isfinite(one.value) || !std::isfinite(other->value)) continue;
    x.push_back(one.value);
    y.push_back(other->value);
  }
  const double found = pearson(x, y);
  return std::isfinite(found) ? std::clamp(found, -1.0, 1.0) : 0;
}

using Cells = std::vector<const TableCell*>;

class BlockJudge {
 public:
  explicit BlockJudge(const Results& results) : results_(results) {}

  void fill(Block& block, const Cells& members) const {
    std::vector<const TableCell*> with_z;
    for (const TableCell* member : members)
      if (std::isfinite(member->agreement.z)) with_z.push_back(member);
    block.cells = with_z.size();
    block.left_out = members.size() - with_z.size();
    const auto k = static_cast<Eigen::Index>(with_z.size());
    Eigen::VectorXd z(k);
    Eigen::MatrixXd correlation = Eigen::MatrixXd::Identity(k, k);
    for (Eigen::Index i = 0; i < k; ++i) {
      z(i) = at(with_z, i).agreement.z;
      for (Eigen::Index j = 0; j < i; ++j)
        correlation(i, j) = correlation(j, i) = of_z(at(with_z, i), at(with_z, j));
    }
    block.test = joint_test(z, correlation);
    block.detectable =
        middle(with_z, [](const TableCell& cell) { return detectable_difference(cell.agreement); });
    const double coarseness = middle(with_z, [](const TableCell& cell) {
      const double se = cell.ours.se, s = cell.agreement.combined_se;
      return se / std::sqrt(std::max(s * s - se * se, 0.0));
    });
    block.is_coarse = !(coarseness <= coarsest);
    block.is_too_few =
        std::ranges::any_of(members, [](const TableCell* member) { return member->agreement.is_too_few; });
    block.order = order(members);
  }

 private:
  static const TableCell& at(const std::vector<const TableCell*>& cells, Eigen::Index i) {
    return *cells[static_cast<std::size_t>(i)];
  }

  template <class Value>
  static double middle(const std::vector<const TableCell*>& cells, Value value) {
    std::vector<double> values;
    for (const TableCell* cell : cells) values.push_back(value(*cell));
    if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
    const auto half = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), half, values.end());
    return *half;
  }

  /// The error of the published mean without its rounding.
  static double published_se(const TableCell& cell) {
    const double se = cell.ours.se, s = cell.agreement.combined_se,
                 rounding = read_printed(cell.published.value).rounding();
    return std::sqrt(std::max(s * s - se * se - rounding * rounding, 0.0));
  }

  double of_z(const TableCell& a, const TableCell& b) const {
    const double shared = a.ours.se * b.ours.se + published_se(a) * published_se(b);
    const double whole = a.agreement.combined_se * b.agreement.combined_se;
    return whole > 0 ? of_means(a, b) * shared / whole : 0;
  }

  /// The covariance of our two means; of averages over an axis by the parts they share.
  double of_means(const TableCell& a, const TableCell& b) const {
    if (a.setting && b.setting) return of_settings(*a.setting, *b.setting, a.metric);
    if (averages_pools(results_.card.layout)) return of_pools(a, b);
    double covariance = 0;
    for (const Part& one : a.parts)
      for (const Part& other : b.parts)
        if (one.value == other.value)
          covariance += of_settings(one.setting, other.setting, a.metric) * one.ours.se * other.ours.se;
    const double whole =
        a.ours.se * static_cast<double>(a.parts.size()) * b.ours.se * static_cast<double>(b.parts.size());
    return whole > 0 && std::isfinite(covariance) ? std::clamp(covariance / whole, -1.0, 1.0) : 0;
  }

  /// Of the means over the divisions of each pool; two cells of a study have the same pools.
  static double of_pools(const TableCell& a, const TableCell& b) {
    std::vector<double> x, y;
    for (const Part& one : a.parts)
      for (const Part& other : b.parts) {
        if (one.value != other.value) continue;
        x.push_back(one.ours.mean);
        y.push_back(other.ours.mean);
      }
    const double found = pearson(x, y);
    return std::isfinite(found) ? std::clamp(found, -1.0, 1.0) : 0;
  }

  double of_settings(std::int32_t a, std::int32_t b, const std::string& metric) const {
    return correlation(series(results_.rows, a, metric), series(results_.rows, b, metric));
  }

  /// What competes: the cells at one place of all axes but method.
  struct Contest {
    std::vector<double> published, ours;

    std::size_t pairs() const {
      std::size_t out = 0;
      for (std::size_t i = 0; i < ours.size(); ++i)
        for (std::size_t j = i + 1; j < ours.size(); ++j) out += published[i] != published[j];
      return out;
    }

    std::size_t in_order() const {
      std::size_t out = 0;
      for (std::size_t i = 0; i < ours.size(); ++i)
        for (std::size_t j = i + 1; j < ours.size(); ++j)
          out += published[i] != published[j] && ours[i] != ours[j] &&
                 (published[i] < published[j]) == (ours[i] < ours[j]);
      return out;
    }
  };

  static PairOrder order(const Cells& members) {
    std::map<Coordinates, Contest> contests;
    std::vector<double> published, ours;
    for (const TableCell* member : members) {
      if (std::isnan(member->ours.mean)) continue;
      Coordinates place = member->at;
      place.erase("method");
      Contest& contest = contests[place];
      contest.published.push_back(read_printed(member->published.value).value);
      contest.ours.push_back(resolved(member->ours.mean));
      published.push_back(contest.published.back());
      ours.push_back(contest.ours.back());
    }
    PairOrder out;
    out.spearman = spearman(published, ours);
    for (const auto& [place, contest] : contests) {
      out.pairs += contest.pairs();
      out.in_order += contest.in_order();
    }
    if (out.pairs > 0) out.by_chance = chance(std::move(contests), out.in_order);
    return out;
  }

  /// How often ours in a random order within each contest give as many pairs in order.
  static double chance(std::map<Coordinates, Contest> contests, std::size_t in_order) {
    core::Stream stream = core::StreamAxes{1, "order of methods", 0}.stream("shuffle");
    int as_many = 0;
    for (int i = 0; i < shuffles; ++i) {
      std::size_t found = 0;
      for (auto& [place, contest] : contests) {
        auto& ours = contest.ours;
        for (std::size_t last = ours.size(); last > 1; --last) {
          const auto pick = static_cast<std::size_t>(stream.uniform() * static_cast<double>(last));
          std::swap(ours[last - 1], ours[std::min(pick, last - 1)]);
        }
        found += contest.in_order();
      }
      as_many += found >= in_order;
    }
    return (as_many + 1.0) / (shuffles + 1.0);
  }

  const Results& results_;
};

/// Whether a reading of the block's numbers agrees, in the same table.
bool has_reading_that_agrees(const Block& block, const std::vector<Block>& all) {
  return std::any_of(all.begin(), all.end(), [&](const Block& other) {
    return other.is_reading && other.verdict == BlockVerdict::agrees &&
           other.published_data == block.published_data && other.metric.name == block.metric.name;
  });
}

/// What the study says of a block's numbers.
void set_named_cause(Block& block, const std::vector<NamedCause>& causes) {
  for (const NamedCause& one : causes)
    if (one.data == block.data && one.metric == block.metric.name) {
      block.cause = one.cause;
      block.because = one.because;
    }
}

/// Turns p-values into verdicts, over all blocks that count.
void judge(const std::vector<Block*>& family) {
  std::vector<double> p;
  for (const Block* block : family) p.push_back(block->test.p);
  const std::vector<double> adjusted = holm(p);
  for (std::size_t i = 0; i < family.size(); ++i) {
    family[i]->adjusted = adjusted[i];
    if (family[i]->is_too_few) continue;
    family[i]->verdict = adjusted[i] < level    ? BlockVerdict::differs
                         : family[i]->is_coarse ? BlockVerdict::cannot_tell
                                                : BlockVerdict::agrees;
  }
}

std::string p_text(double p) {
  return p < 0.0001 ? "< .0001" : decimal(p, 4);
}

std::string name_of(Cause cause) {
  return cause == Cause::reading ? "explained" : cause == Cause::paper ? "the paper's" : "unexplained";
}

/// " (the paper's)" behind the verdict of a block that differs.
std::string cause_of(const Block& block) {
  return block.verdict == BlockVerdict::differs ? " (" + name_of(block.cause) + ")" : "";
}

std::string label_of(const Block& block) {
  return (block.data_label.empty() ? "" : block.data_label + ", ") + block.metric.label;
}

/// A line for each cause, with the blocks that have it.
std::vector<std::string> cause_lines(const std::vector<Block>& all) {
  std::vector<std::string> out;
  std::map<std::string, std::string> of; // the blocks of each sentence
  std::vector<const Block*> first;
  for (const Block& block : all) {
    if (block.is_reading || block.verdict != BlockVerdict::differs || block.because.empty()) continue;
    std::string& blocks = of[block.because];
    if (blocks.empty()) first.push_back(&block);
    blocks += (blocks.empty() ? "" : "; ") + label_of(block);
  }
  for (const Block* block : first)
    out.push_back(of.at(block->because) + ": " + name_of(block->cause) + ". " + block->because);
  return out;
}

Grid blocks_grid(const std::string& study, const std::vector<Block>& all, int decimals) {
  Grid grid{.title = study + ": blocks of cells, published against marginlab",
            .stub = {"Data", "Metric"},
            .heads = {{{"Cells"},
                       {"worth"},
                       {"mean z^2"},
                       {"max |z|"},
                       {"p"},
                       {"p, Holm"},
                       {"detects"},
                       {"order"},
                       {"Spearman"},
                       {"Verdict"}}},
            .rows = {}};
  for (const Block& block : all) {
    const std::string cells =
        std::to_string(block.cells) + (block.left_out > 0 ? "+" + std::to_string(block.left_out) : "");
    Entry verdict{.text = word(block.verdict) + (block.is_reading ? " (reading)" : cause_of(block))};
    verdict.verdict = block.verdict == BlockVerdict::agrees    ? Verdict::match
                      : block.verdict == BlockVerdict::differs ? Verdict::off
                                                               : Verdict::cannot_tell;
    grid.rows.push_back(
        {{block.data_label.empty() ? "all" : block.data_label, block.metric.label},
         {{.text = cells},
          {.text = decimal(block.test.df, 1)},
          {.text = decimal(block.test.mean_square, 2)},
          {.text = decimal(block.test.largest, 2)},
          {.text = p_text(block.test.p)},
          {.text = p_text(block.adjusted)},
          {.text = decimal(block.detectable, decimals)},
          {.text = std::to_string(block.order.in_order) + "/" + std::to_string(block.order.pairs),
           .spread = spread(block.order.by_chance, 2)},
          {.text = decimal(block.order.spearman, 2)},
          verdict}});
  }
  return grid;
}

Section blocks_notes(const std::vector<Block>& all) {
  const BlockCounts counts = block_counts(all);
  Section section{"Blocks", {}, Topic::verdicts};
  std::string line = std::to_string(counts.agree) + " of " + std::to_string(counts.all()) +
                     " blocks (data set x metric) agree; differing: " + std::to_string(counts.differ);
  if (counts.differ > 0)
    line += " (explained by a reading: " + std::to_string(counts.explained) +
            ", the paper's own: " + std::to_string(counts.of_the_paper) +
            ", unexplained: " + std::to_string(counts.unexplained) + ")";
  line += "; cannot tell: " + std::to_string(counts.cannot_tell) + ".";
  section.lines.push_back(line);
  for (std::string& cause : cause_lines(all)) section.lines.push_back(std::move(cause));
  double smallest = 1;
  std::size_t cells = 0, left_out = 0;
  for (const Block& block : all) {
    if (block.is_reading) continue;
    smallest = std::min(smallest, block.adjusted);
    cells += block.cells;
    left_out += block.left_out;
  }
  section.lines.push_back("The table: p " + p_text(smallest) +
                          ", the smallest of its blocks' (Holm). Order: " + std::to_string(counts.in_order) +
                          " of " + std::to_string(counts.pairs) + " pairs of methods stand as published.");
  section.lines.push_back(
      "Cells of a block share their draws: k of them are worth k^2 / tr R^2, with R the correlation of "
      "marginlab's replicates. Given R, p is twice the smaller of two: for mean z^2 (all shifted) and for "
      "the largest "
      "|z| (one cell). detects: the difference that the middle cell would call off with probability 0.8. "
      "by chance: as many pairs do in a random order.");
  section.lines.push_back(
      "By chance " + decimal(static_cast<double>(cells) * two_sided(off_beyond), 2) + " of " +
      counted(static_cast<std::size_t>(cells), "cell") + " with a z would lie beyond 3." +
      (left_out > 0 ? " " + std::to_string(left_out) +
                          " have no z (a mean is infinite or missing) and are in no block's p."
                    : ""));
  return section;
}

LongRow long_row_of(const Block& block, int digits) {
  LongRow row{{},
              {"block_" + block.metric.name, "", "", csv_number(block.test.mean_square, 3), "",
               std::to_string(block.cells), std::to_string(block.cells + block.left_out),
               csv_number(block.adjusted, 4), word(block.verdict), "", csv_number(block.detectable, digits)}};
  if (!block.data.empty()) row.at["data"] = block.data;
  return row;
}

Panel blocks_for(const PanelInput& input) {
  const std::vector<Block> all = blocks(input.results, input.table);
  if (all.empty()) return {};
  const int digits = input.results.card.layout.decimals + 1;
  Panel out{.grids = {blocks_grid(input.table.study, all, digits)}, .notes = {blocks_notes(all)}};
  for (const Block& block : all) out.long_form.push_back(long_row_of(block, digits));
  return out;
}

} // namespace

std::string word(BlockVerdict verdict) {
  return verdict == BlockVerdict::agrees    ? "agrees"
         : verdict == BlockVerdict::differs ? "differs"
                                            : "cannot tell";
}

std::vector<Block> blocks(const Results& results, const Table& table) {
  const StudyCard& card = results.card;
  std::vector<Block> out;
  if (card.published_comparable != Comparable::value) return out;
  std::vector<Cells> members;
  for_each_cell(table, [&](const TableRow&, const TableColumn& column, const TableCell& cell) {
    const bool belongs = cell.computed && !cell.withheld && !cell.published.value.empty() &&
                         !column.is_rank && !is_improvement(table, column) &&
                         !stands_for_another(card, "method", cell.at) &&
                         !stands_for_another(card, "classifier", cell.at);
    if (!belongs) return;
    const AxisValue* data = value_on(card, "data", cell.at);
    const std::string name = data == nullptr ? "" : data->name;
    auto found = std::find_if(out.begin(), out.end(), [&](const Block& block) {
      return block.data == name && block.metric.name == cell.metric;
    });
    if (found == out.end()) {
      Block block{.data = name, .data_label = data == nullptr ? "" : data->label, .metric = column.metric};
      block.is_reading = data != nullptr && !data->stands_for.empty();
      block.published_data = block.is_reading ? data->stands_for : name;
      set_named_cause(block, card.causes);
      found = out.insert(out.end(), std::move(block));
      members.emplace_back();
    }
    members[static_cast<std::size_t>(found - out.begin())].push_back(&cell);
  });
  const BlockJudge judge_of(results);
  for (std::size_t i = 0; i < out.size(); ++i) judge_of.fill(out[i], members[i]);
  std::vector<std::vector<Block>> alone{std::move(out)};
  judge_together(alone);
  return alone[0];
}

void judge_together(std::vector<std::vector<Block>>& studies) {
  std::vector<Block*> family;
  for (std::vector<Block>& study : studies)
    for (Block& block : study) {
      if (block.is_reading)
        judge({&block});
      else
        family.push_back(&block);
    }
  judge(family);
  for (std::vector<Block>& study : studies)
    for (Block& block : study)
      if (has_reading_that_agrees(block, study)) block.cause = Cause::reading;
}

BlockCounts block_counts(const std::vector<Block>& blocks) {
  BlockCounts out;
  for (const Block& block : blocks) {
    if (block.is_reading) continue;
    out.agree += block.verdict == BlockVerdict::agrees;
    out.differ += block.verdict == BlockVerdict::differs;
    out.cannot_tell += block.verdict == BlockVerdict::cannot_tell;
    out.pairs += block.order.pairs;
    out.in_order += block.order.in_order;
    if (block.verdict != BlockVerdict::differs) continue;
    out.explained += block.cause == Cause::reading;
    out.of_the_paper += block.cause == Cause::paper;
    out.unexplained += block.cause == Cause::unexplained;
  }
  return out;
}

PanelEntry blocks_panel() {
  return {.name = "blocks",
          .phrase = "the blocks",
          .meaning = "whether the cells of each data set and metric agree together",
          .parameters = {},
          .panel = blocks_for,
          .always = true};
}

} // namespace results
