#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "results/record/columns.hpp"
#include "results/report/table/table.hpp"
#include "results/report/verdicts/blocks.hpp"

// What the page says of one number when a reader points at it. Everything is taken from the table and from
// the blocks, which have judged it; nothing is judged here.
namespace results {

/// The number that is best beside this one, and how far they are apart.
struct BestOfRow {
  std::string label;     ///< of its method
  Summary difference{};  ///< this one minus the best, replicate by replicate
  bool is_level = false; ///< within two standard errors of that difference
};

/// How well the fits behind a number are known to be solved.
struct FitQuality {
  double worst_gap = 0; ///< the largest relative duality gap of all its replicates
  double fits = 0;      ///< how many fits these are
};

struct CellFacts {
  std::string address;             ///< within the page, and part of links: "example1-svm_gaussian-platt-gkl"
  std::vector<std::string> labels; ///< outermost first, the metric last
  std::string method;              ///< label on the axis method; empty where the table has no such axis
  TableCell cell;
  int decimals = 3;
  double published = 0;              ///< NaN where nothing is printed
  double published_error = 0;        ///< NaN where none is known
  std::string word;                  ///< "match", "too few", "not counted"
  std::optional<Verdict> verdict{};  ///< none of a number that is not judged by itself
  std::string because{};             ///< the cause of its block, if that differs
  std::optional<std::string> key{};  ///< of its setting, if one stands behind it
  std::vector<double> replicates{};  ///< of the metric, in the order of the draws; NaN where there is none
  std::vector<std::int32_t> draws{}; ///< their numbers
  std::optional<FitQuality> quality{};
  std::optional<BestOfRow> best{};
};

/// Every cell of the table, row by row. No two addresses are alike. Cost: one look at each replicate of each
/// cell, and a paired difference for each.
std::vector<CellFacts> cell_facts(const Results& results, const Table& table,
                                  const std::vector<Block>& blocks);

/// Letters, digits, '.' and '_' of a name; '-' for each other character.
std::string address_of(const std::string& name);

/// The place among the facts of the cell of a metric at these coordinates; nothing where there is none.
std::optional<std::size_t> find_cell(const std::vector<CellFacts>& cells, const Coordinates& at,
                                     const std::string& metric);

} // namespace results
