#include "results/report/panels/blocks.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "results/record/text.hpp"
#include "results/report/grids.hpp"
#include "results/report/table/tabulate.hpp"
#include "results/statistics/common_replicates.hpp"
#include "results/statistics/joint.hpp"
#include "results/statistics/pair_order.hpp"
#include "results/statistics/ranks.hpp"
#include "results/statistics/student.hpp"
#include "results/statistics/summary.hpp"

namespace results {
namespace {

constexpr double level = 0.05; // of a table, and with judge_together of a paper

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

/// How far a mean of differences lies from 0; nothing of fewer than three. Differences that are all alike
/// have no error, and are as far away as can be said.
std::optional<double> z_of(const Series& differences) {
  constexpr double furthest = 30;
  const Summary paired = summarise(differences);
  if (paired.finite() < 3) return std::nullopt;
  if (!(std::abs(paired.mean) > 0)) return 0;
  const double z = normal_equivalent(paired.mean / paired.se, paired.finite() - 1.0);
  return std::isfinite(z) ? std::clamp(z, -furthest, furthest) : std::copysign(furthest, paired.mean);
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
    block.unjudged = static_cast<std::size_t>(std::ranges::count_if(
        members, [](const TableCell* member) { return lacks_degrees_of_freedom(member->agreement); }));
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
    for (const TableCell* member : members)
      block.replications =
          member == members.front() ? member->ours.used : std::min(block.replications, member->ours.used);
  }

  /// Whether the cells of a reading are those of the default under another name.
  JointTest from_default(const Cells& reading, const Cells& by_default) const {
    std::vector<Series> apart;
    std::vector<double> z;
    for (const TableCell* one : reading)
      for (const TableCell* other : by_default) {
        if (!one->setting || !other->setting || !same_place(*one, *other)) continue;
        Series both = differences(series(results_.rows, *one->setting, one->metric),
                                  series(results_.rows, *other->setting, other->metric));
        const auto found = z_of(both);
        if (!found) continue;
        z.push_back(*found);
        apart.push_back(std::move(both));
      }
    const auto k = static_cast<Eigen::Index>(z.size());
    Eigen::MatrixXd together = Eigen::MatrixXd::Identity(k, k);
    for (Eigen::Index i = 0; i < k; ++i)
      for (Eigen::Index j = 0; j < i; ++j)
        together(i, j) = together(j, i) =
            correlation(apart[static_cast<std::size_t>(i)], apart[static_cast<std::size_t>(j)]);
    return joint_test(Eigen::Map<const Eigen::VectorXd>(z.data(), k), together);
  }

 private:
  /// But for the data set.
  static bool same_place(const TableCell& a, const TableCell& b) {
    Coordinates one = a.at, other = b.at;
    one.erase("data");
    other.erase("data");
    return one == other;
  }

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

  /// What competes are the cells at one place of all axes but method.
  PairOrder order(const Cells& members) const {
    std::map<Coordinates, std::pair<Ranking, Cells>> rankings;
    std::vector<double> published, ours;
    for (const TableCell* member : members) {
      if (std::isnan(member->ours.mean)) continue;
      Coordinates place = member->at;
      place.erase("method");
      auto& [ranking, cells] = rankings[place];
      ranking.published.push_back(read_printed(member->published.value).value);
      ranking.ours.push_back(resolved(member->ours.mean));
      cells.push_back(member);
      published.push_back(ranking.published.back());
      ours.push_back(ranking.ours.back());
    }
    PairOrder out;
    out.spearman = spearman(published, ours);
    std::vector<Ranking> all;
    for (const auto& [place, one] : rankings) {
      count(one.first, one.second, out.pairs);
      all.push_back(one.first);
    }
    out.by_chance = by_chance(std::move(all));
    return out;
  }

  void count(const Ranking& ranking, const Cells& cells, PairCounts& pairs) const {
    for (std::size_t i = 0; i < cells.size(); ++i)
      for (std::size_t j = i + 1; j < cells.size(); ++j)
        pairs.add(standing(ranking.published[i] - ranking.published[j], ranking.ours[i] - ranking.ours[j]),
                  are_apart(*cells[i], *cells[j]));
  }

  /// By more than three errors of their paired difference; of averages nothing is said.
  bool are_apart(const TableCell& a, const TableCell& b) const {
    if (!a.setting || !b.setting) return false;
    const auto z = z_of(differences(series(results_.rows, *a.setting, a.metric),
                                    series(results_.rows, *b.setting, b.metric)));
    return z && std::abs(*z) > off_beyond;
  }

  const Results& results_;
};

bool reads_numbers_of(const Block& reading, const Block& block) {
  return reading.is_reading && !block.is_reading && reading.published_data == block.published_data &&
         reading.metric.name == block.metric.name;
}

bool explains(const Block& reading) {
  return reading.can_explain && reading.verdict == BlockVerdict::agrees;
}

/// Whether a reading of the block's numbers explains it, in the same table.
bool has_reading_that_explains(const Block& block, const std::vector<Block>& all) {
  return std::any_of(all.begin(), all.end(),
                     [&](const Block& other) { return reads_numbers_of(other, block) && explains(other); });
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

/// What the readings that agree are worth as causes; nothing where none agrees.
std::vector<std::string> reading_lines(const std::vector<Block>& all, std::int32_t of_paper) {
  std::vector<std::string> out;
  for (const Block& block : all) {
    if (!block.is_reading || block.verdict != BlockVerdict::agrees) continue;
    out.push_back(label_of(block) + ": the reading agrees, with " +
                  counted(static_cast<std::size_t>(block.replications), "replication") +
                  "; against the default p " + p_text(block.from_default.p) +
                  (explains(block) ? ". It can explain." : ". It explains nothing."));
  }
  if (!out.empty())
    out.push_back("A reading explains a block where it agrees, has at least the paper's " +
                  counted(static_cast<std::size_t>(of_paper), "replication") +
                  ", and differs from the default (joint test of the differences, p < .05).");
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
                       {"same/opposite/level"},
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
    grid.rows.push_back({{block.data_label.empty() ? "all" : block.data_label, block.metric.label},
                         {{.text = cells},
                          {.text = decimal(block.test.df, 1)},
                          {.text = decimal(block.test.mean_square, 2)},
                          {.text = decimal(block.test.largest, 2)},
                          {.text = p_text(block.test.p)},
                          {.text = p_text(block.adjusted)},
                          {.text = decimal(block.detectable, decimals)},
                          {.text = text_of(block.order.pairs), .spread = spread(block.order.by_chance, 2)},
                          {.text = decimal(block.order.spearman, 2)},
                          verdict}});
  }
  return grid;
}

/// What is said of cells with a published number and without a z; nothing where there is none.
std::string without_z(std::size_t infinite, std::size_t unjudged) {
  if (infinite + unjudged == 0) return "";
  const std::string of_infinite = "a mean is infinite or missing";
  const std::string of_unjudged = "their error has fewer than two degrees of freedom";
  const std::string reason =
      unjudged == 0   ? of_infinite
      : infinite == 0 ? of_unjudged
                      : of_infinite + ", or for " + std::to_string(unjudged) + " of them " + of_unjudged;
  return " " + std::to_string(infinite + unjudged) + " have no z (" + reason + ") and are in no block's p.";
}

Section blocks_notes(const std::vector<Block>& all, std::int32_t of_paper) {
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
  for (std::string& reading : reading_lines(all, of_paper)) section.lines.push_back(std::move(reading));
  double smallest = 1;
  std::size_t cells = 0, left_out = 0, unjudged = 0;
  for (const Block& block : all) {
    if (block.is_reading) continue;
    smallest = std::min(smallest, block.adjusted);
    cells += block.cells;
    left_out += block.left_out;
    unjudged += block.unjudged;
  }
  section.lines.push_back("The table: p " + p_text(smallest) + ", the smallest of its blocks' (Holm)." +
                          (counts.pairs.all() > 0 ? " " + sentence_of(counts.pairs) : ""));
  section.lines.push_back(
      "Cells of a block share their draws: k of them are worth k^2 / tr R^2, with R the correlation of "
      "marginlab's replicates. Given R, p is twice the smaller of two: for mean z^2 (all shifted) and for "
      "the largest "
      "|z| (one cell). detects: the difference that the middle cell would call off with probability 0.8. "
      "same/opposite/level: pairs of methods in the published order, in the opposite one, and level in print "
      "or in marginlab's table; behind them the probability that as many stand as published in a random "
      "order.");
  section.lines.push_back("By chance " + decimal(static_cast<double>(cells) * two_sided(off_beyond), 2) +
                          " of " + counted(static_cast<std::size_t>(cells), "cell") +
                          " with a z would lie beyond 3." + without_z(left_out - unjudged, unjudged));
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
  Panel out{.grids = {blocks_grid(input.table.study, all, digits)},
            .notes = {blocks_notes(all, input.results.card.published_replications)}};
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
  for (std::size_t i = 0; i < out.size(); ++i)
    for (std::size_t j = 0; j < out.size(); ++j) {
      if (!reads_numbers_of(out[i], out[j])) continue;
      out[i].from_default = judge_of.from_default(members[i], members[j]);
      out[i].can_explain =
          out[i].from_default.p < level && out[i].replications >= card.published_replications;
    }
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
      if (has_reading_that_explains(block, study)) block.cause = Cause::reading;
}

BlockCounts block_counts(const std::vector<Block>& blocks) {
  BlockCounts out;
  for (const Block& block : blocks) {
    if (block.is_reading) continue;
    out.agree += block.verdict == BlockVerdict::agrees;
    out.differ += block.verdict == BlockVerdict::differs;
    out.cannot_tell += block.verdict == BlockVerdict::cannot_tell;
    out.pairs += block.order.pairs;
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
