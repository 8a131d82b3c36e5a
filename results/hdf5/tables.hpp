#pragma once
#include "results/hdf5/design.hpp"
#include "results/hdf5/table.hpp"
#include "results/results.hpp"

// The tables of a results.h5, each written whole; what each returns is its part of /schema.
namespace results::hdf5 {

using Schema = std::vector<SchemaEntry>;

/// What the writers share.
struct Contents {
  const Results& results;
  Design design;
  std::vector<std::string> axis_columns;
};

Schema write_replicates(hid_t file, const Contents& contents); ///< one row = one cell
Schema write_settings(hid_t file, const Contents& contents);   ///< one row = one distinct computation
Schema write_points(hid_t file, const Contents& contents);     ///< one row = one place in the design
Schema write_timing(hid_t file, const Contents& contents);     ///< row-aligned with /replicates
Schema write_failures(hid_t file, const Contents& contents);   ///< one row = one failed cell
Schema write_series(hid_t file, const Contents& contents);     ///< one row = one point of one cell's series
void write_schema(hid_t file, const Schema& schema);           ///< every column of every table above

/// Metrics in the card's order, then the diagnostics by name; only those some cell has.
std::vector<Note> value_notes(const StudyCard& card, const Rows& rows);

} // namespace results::hdf5
