#pragma once
#include <string>
#include <vector>

#include "results/format/style.hpp"
#include "results/record/columns.hpp"
#include "results/report/table/table.hpp"
#include "results/report/verdicts/blocks.hpp"

namespace results {

enum class Format { text, markdown, latex, csv, html, svg, rows, json };

/// The report of a study in one format: a pure function, byte for byte. Throws UserError where the study's
/// layout does not fit its design or its series, and for svg - the pictures of one sort - where there is
/// none.
std::string render(const Results& results, Format format, const Style& style = {});

/// What a terminal shows first: whether the study agrees, its table beside the published one, a few notes
/// (results/answer/answer.hpp). Throws as render does.
std::string render_answer(const Results& results, const Style& style = {});

/// One table of one paper in the list of all of them.
struct IndexRow {
  std::string study; ///< wang2008/table1; its config is configs/<study>.yaml
  std::string title;
  VerdictCounts counts; ///< as judged
  std::string path;     ///< of the rendered table, as a reader of the index links to it
  std::string blocks{}; ///< how many agree (agreeing); empty where there is none
  std::string order{};  ///< how the pairs of methods stand, as 21/3/0; empty where there is none
};

/// "4 of 8, 1 explained" and "21/3/0": the columns of the index that come first. Empty where there is none.
std::string agreeing(const BlockCounts& counts);
std::string in_order(const BlockCounts& counts);

/// A Markdown table, as a page in results/ links to it: config -> table -> blocks, order, verdict counts,
/// sorted by study whatever the order given.
std::string index_markdown(std::vector<IndexRow> rows);

struct Score; // results/page/scoreboard.hpp

/// The same list for a program to read: docs/json.md has the shape.
std::string index_json(const std::vector<Score>& scores);

} // namespace results
