#include "results/format/json.hpp"

#include "results/answer/forest.hpp"
#include "results/record/hash.hpp"
#include "results/record/text.hpp"
#include "results/report/panels/compose.hpp"

namespace results {
namespace {

OrderedJson places_json(const Coordinates& at) {
  OrderedJson out = OrderedJson::object();
  for (const auto& [axis, value] : at) out[axis] = value;
  return out;
}

/// What the paper prints, and its standard error as far as it is known; null where it prints nothing.
OrderedJson published_json(const TableCell& cell, std::int32_t replications) {
  const Published& published = cell.published;
  if (published.value.empty()) return nullptr;
  return {{"value", json_number(read_printed(published.value).value)},
          {"se", json_number(published_error(cell, replications))},
          {"text", published.value},
          {"se_text", json_text(published.se)},
          {"sd_text", json_text(published.sd)}};
}

/// The verdict on one number, and what it rests on.
void add_agreement(OrderedJson& out, const TableCell& cell) {
  const Agreement& agreement = cell.agreement;
  out["verdict"] = word(agreement.verdict);
  out["too_few"] = agreement.is_too_few;
  out["difference"] = json_number(agreement.difference);
  out["combined_se"] = json_number(agreement.combined_se);
  out["z"] = json_number(agreement.z);
  out["detectable"] = json_number(detectable_difference(agreement));
  out["replicates_wanted"] =
      agreement.replicates_wanted > 0 ? OrderedJson(agreement.replicates_wanted) : OrderedJson(nullptr);
  if (agreement.digits.printed > 0)
    out["digits"] = {{"agreed", agreement.digits.agreed}, {"printed", agreement.digits.printed}};
}

OrderedJson number_json(const Results& all, const Table& table, const TableColumn& column,
                        const TableCell& cell) {
  OrderedJson out{{"at", places_json(cell.at)}, {"metric", cell.metric}};
  out["setting"] = cell.setting ? OrderedJson(all.card.settings[static_cast<std::size_t>(*cell.setting)].key)
                                : OrderedJson(nullptr);
  out["counted"] = !is_improvement(table, column) && cell.agreement.verdict != Verdict::not_published &&
                   all.card.published_comparable != Comparable::order;
  out["withheld"] = cell.withheld;
  out["best"] = cell.best;
  out.update(summary_json(cell.ours));
  out["planned"] = cell.planned;
  out["published"] = published_json(cell, all.card.published_replications);
  add_agreement(out, cell);
  if (!cell.chosen.empty()) out["chosen"] = cell.chosen;
  for (const Part& part : cell.parts)
    out["parts"].push_back({{"value", part.value}, {"ours", summary_json(part.ours)}});
  return out;
}

OrderedJson block_json(const Block& block) {
  OrderedJson out{{"data", json_text(block.data)}, {"metric", block.metric.name}};
  out["verdict"] = word(block.verdict);
  out["cause"] =
      block.verdict == BlockVerdict::differs ? OrderedJson(word(block.cause)) : OrderedJson(nullptr);
  out["because"] = json_text(block.because);
  out["reading"] = block.is_reading;
  out["published_data"] = json_text(block.published_data);
  out["numbers"] = block.cells;
  out["left_out"] = block.left_out;
  out["p"] = json_number(block.test.p);
  out["adjusted_p"] = json_number(block.adjusted);
  out["mean_square_z"] = json_number(block.test.mean_square);
  out["worth"] = json_number(block.test.df);
  out["largest_z"] = json_number(block.test.largest);
  out["detectable"] = json_number(block.detectable);
  out["pairs"] = block.order.pairs.same + block.order.pairs.opposite;
  out["pairs_in_order"] = block.order.pairs.same;
  out["pairs_opposite"] = block.order.pairs.opposite;
  out["pairs_level"] = block.order.pairs.level;
  out["pairs_beyond"] = block.order.pairs.beyond;
  out["order_by_chance"] = json_number(block.order.by_chance);
  out["spearman"] = json_number(block.order.spearman);
  return out;
}

OrderedJson axes_json(const std::vector<Axis>& axes) {
  OrderedJson out = OrderedJson::array();
  for (const Axis& axis : axes) {
    OrderedJson values = OrderedJson::array();
    for (const AxisValue& value : axis.values)
      values.push_back(
          {{"name", value.name}, {"label", value.label}, {"stands_for", json_text(value.stands_for)}});
    out.push_back(
        {{"name", axis.name}, {"label", axis.label}, {"numeric", axis.numeric}, {"values", values}});
  }
  return out;
}

OrderedJson metrics_json(const std::vector<Metric>& metrics) {
  OrderedJson out = OrderedJson::array();
  for (const Metric& metric : metrics)
    out.push_back({{"name", metric.name},
                   {"label", metric.label},
                   {"meaning", metric.meaning},
                   {"smaller_is_better", metric.smaller_is_better}});
  return out;
}

/// A table beside the main one: finished text, as every format prints it.
OrderedJson panel_json(const Grid& grid) {
  OrderedJson rows = OrderedJson::array(), heads = OrderedJson::array();
  for (const auto& level : grid.heads) {
    OrderedJson words = OrderedJson::array();
    for (const HeadCell& head : level)
      for (std::size_t k = 0; k < head.columns; ++k) words.push_back(head.text);
    heads.push_back(words);
  }
  for (const GridRow& row : grid.rows) {
    OrderedJson entries = OrderedJson::array();
    for (const Entry& entry : row.entries) entries.push_back(flat(entry));
    rows.push_back({{"labels", row.labels}, {"entries", entries}});
  }
  return {{"title", grid.title}, {"stub", grid.stub}, {"heads", heads}, {"rows", rows}};
}

OrderedJson study_json(const Results& all) {
  return {{"format", "marginlab-report"},
          {"format_version", "1.0"},
          {"paper", json_text(all.card.paper)},
          {"study", all.card.study},
          {"title", all.card.title},
          {"seed", all.card.seed},
          {"replications", all.card.replications},
          {"published_source", json_text(all.card.published_source)},
          {"published_replications", all.card.published_replications},
          {"data_hash", all.data_hash},
          {"design_hash", design_hash(all.card)},
          {"axes", axes_json(all.card.axes)},
          {"metrics", metrics_json(all.card.metrics)}};
}

/// The first grid is the main table, whose numbers stand at full precision already.
void add_panels_and_notes(OrderedJson& out, const Document& document, std::size_t main_tables) {
  out["panels"] = OrderedJson::array();
  for (std::size_t k = main_tables; k < document.grids.size(); ++k)
    out["panels"].push_back(panel_json(document.grids[k]));
  out["notes"] = OrderedJson::array();
  for (const Section& section : document.sections)
    out["notes"].push_back({{"heading", section.heading}, {"lines", section.lines}});
}

} // namespace

OrderedJson counts_json(const VerdictCounts& counts) {
  return {{"match", counts[Verdict::match]},
          {"off", counts[Verdict::off]},
          {"cannot_tell", counts[Verdict::cannot_tell]},
          {"not_published", counts[Verdict::not_published]}};
}

OrderedJson counts_json(const BlockCounts& counts) {
  return {{"agree", counts.agree},
          {"differ", counts.differ},
          {"cannot_tell", counts.cannot_tell},
          {"explained", counts.explained},
          {"of_the_paper", counts.of_the_paper},
          {"unexplained", counts.unexplained},
          {"pairs", counts.pairs.same + counts.pairs.opposite},
          {"pairs_in_order", counts.pairs.same},
          {"pairs_opposite", counts.pairs.opposite},
          {"pairs_level", counts.pairs.level},
          {"pairs_beyond", counts.pairs.beyond}};
}

OrderedJson summary_json(const Summary& summary) {
  return {{"mean", json_number(summary.mean)},
          {"se", json_number(summary.se)},
          {"sd", json_number(summary.sd())},
          {"finite_mean", json_number(summary.finite_mean)},
          {"finite_se", json_number(summary.finite_se)},
          {"used", summary.used},
          {"infinite", summary.infinite},
          {"not_converged", summary.not_converged},
          {"failed", summary.failed},
          {"put_in", summary.put_in},
          {"undefined", summary.undefined},
          {"degenerate", summary.degenerate}};
}

std::string json_of(const Results& all) {
  const Judged study = judge(all);
  const Document document = compose(study);
  OrderedJson out = study_json(all);
  out["judged"] = counts_json(document.counts);
  out["blocks"] = {{"counts", counts_json(block_counts(study.blocks))}, {"list", OrderedJson::array()}};
  for (const Block& block : study.blocks) out["blocks"]["list"].push_back(block_json(block));
  out["numbers"] = OrderedJson::array();
  for_each_cell(study.table, [&](const TableRow&, const TableColumn& column, const TableCell& cell) {
    out["numbers"].push_back(number_json(all, study.table, column, cell));
  });
  add_panels_and_notes(out, document, all.card.points.empty() ? 0 : 1);
  return json_answer(out);
}

} // namespace results
