#include "results/report/verdicts/blocks.hpp"

#include <algorithm>
#include <map>

#include "results/record/text.hpp"
#include "results/report/grids.hpp"
#include "results/report/panels/compose.hpp"
#include "results/statistics/pair_order.hpp"
#include "results/statistics/student.hpp"

namespace results {
namespace {

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
                  (block.explains() ? ". It can explain." : ". It explains nothing."));
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
    verdict.verdict = cell_verdict(block.verdict);
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
  LongRow row{.at = {},
              .metric = "block_" + block.metric.name,
              .marginlab = csv_number(block.test.mean_square, 3),
              .n_ok = std::to_string(block.cells),
              .n = std::to_string(block.cells + block.left_out),
              .z = csv_number(block.adjusted, 4),
              .verdict = word(block.verdict),
              .detectable = csv_number(block.detectable, digits)};
  if (!block.data.empty()) row.at["data"] = block.data;
  return row;
}

Panel blocks_for(const PanelInput& input) {
  const std::vector<Block>& all = input.study.blocks;
  if (all.empty()) return {};
  const int digits = input.study.results.card.layout.decimals + 1;
  Panel out{.grids = {blocks_grid(input.study.table.study, all, digits)},
            .notes = {blocks_notes(all, input.study.results.card.published_replications)}};
  for (const Block& block : all) out.long_form.push_back(long_row_of(block, digits));
  return out;
}

} // namespace

PanelEntry blocks_panel() {
  return {.name = "blocks",
          .phrase = "the blocks",
          .meaning = "whether the cells of each data set and metric agree together",
          .parameters = {},
          .panel = blocks_for,
          .always = true};
}

} // namespace results
