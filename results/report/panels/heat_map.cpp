#include "results/report/panels/heat_map.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "core/contract.hpp"
#include "results/report/grids.hpp"
#include "results/report/table/design.hpp"

namespace results {
namespace {

using Address = std::pair<Coordinates, std::string>;

/// The cells of a table by where they are.
std::map<Address, TableCell> by_address(const Table& table) {
  std::map<Address, TableCell> out;
  for_each_cell(table, [&](const TableRow&, const TableColumn&, const TableCell& cell) {
    out.emplace(Address{cell.at, cell.metric}, cell);
  });
  return out;
}

/// The distinct metrics of a table with their columns' decimals, in the order shown.
std::vector<TableColumn> shown_metrics(const Table& table) {
  std::vector<TableColumn> out;
  for (const TableColumn& column : table.columns)
    if (std::none_of(out.begin(), out.end(),
                     [&](const auto& o) { return o.metric.name == column.metric.name; }))
      out.push_back(column);
  return out;
}

struct MapFrame {
  const Axis &down, &across;
  std::vector<Place> rows, columns, held;
  std::vector<Axis> held_axes;
};

MapFrame frame(const StudyCard& card, const Design& design, const std::vector<std::string>& axes) {
  const std::string &down = axes.front(), &across = axes.back();
  std::vector<std::string> others;
  for (const Axis& axis : card.axes)
    if (axis.name != down && axis.name != across && !card.layout.collapses(axis.name))
      others.push_back(axis.name);
  return {design.axis(down),       design.axis(across),   design.places({down}),
          design.places({across}), design.places(others), design.varying(others)};
}

std::string title_of(const std::string& study, const Metric& metric, const MapFrame& frame,
                     const Place& held) {
  std::string out = "Heat map " + study + ": " + metric.label;
  for (std::size_t i = 0; i < held.labels.size(); ++i)
    out += ", " + frame.held_axes[i].label + " " + held.labels[i];
  return out;
}

void set_range(HeatMap& map) {
  map.least = std::numeric_limits<double>::infinity();
  map.most = -map.least;
  for (const auto& row : map.cells) {
    for (const auto& cell : row) {
      if (!cell || !std::isfinite(cell->ours.mean)) continue;
      map.least = std::min(map.least, cell->ours.mean);
      map.most = std::max(map.most, cell->ours.mean);
    }
  }
}

/// One colour means one value in all these maps, so that they can be read side by side. Losses on different
/// data do not share a scale: the easy data would lose their colours.
void share_scale(std::vector<HeatMap>& maps, const std::vector<std::pair<std::string, std::string>>& kinds) {
  for (std::size_t i = 0; i < maps.size(); ++i) {
    maps[i].scale_least = maps[i].least;
    maps[i].scale_most = maps[i].most;
    for (std::size_t k = 0; k < maps.size(); ++k) {
      if (kinds[k] != kinds[i]) continue;
      maps[i].scale_least = std::min(maps[i].scale_least, maps[k].least);
      maps[i].scale_most = std::max(maps[i].scale_most, maps[k].most);
    }
  }
}

/// Removes rows and columns in which nothing lies: places of the axes that this combination does not visit.
void drop_empty(HeatMap& map) {
  for (std::size_t c = map.column_labels.size(); c-- > 0;) {
    if (std::any_of(map.cells.begin(), map.cells.end(), [&](const auto& row) { return row[c].has_value(); }))
      continue;
    map.column_labels.erase(map.column_labels.begin() + static_cast<std::ptrdiff_t>(c));
    for (auto& row : map.cells) row.erase(row.begin() + static_cast<std::ptrdiff_t>(c));
  }
  for (std::size_t r = map.row_labels.size(); r-- > 0;) {
    const auto& row = map.cells[r];
    if (std::any_of(row.begin(), row.end(), [](const auto& cell) { return cell.has_value(); })) continue;
    map.row_labels.erase(map.row_labels.begin() + static_cast<std::ptrdiff_t>(r));
    map.cells.erase(map.cells.begin() + static_cast<std::ptrdiff_t>(r));
  }
}

HeatMap heat_map(const std::map<Address, TableCell>& cells, const TableColumn& column, const MapFrame& frame,
                 const Place& held) {
  HeatMap map;
  map.row_axis = frame.down.label;
  map.column_axis = frame.across.label;
  map.smaller_is_better = column.metric.smaller_is_better;
  map.decimals = column.decimals;
  for (const Place& place : frame.columns) map.column_labels.push_back(label_on(frame.across, place.at));
  for (const Place& row : frame.rows) {
    map.row_labels.push_back(label_on(frame.down, row.at));
    auto& line = map.cells.emplace_back();
    for (const Place& across : frame.columns) {
      Coordinates at = held.at;
      at.insert(row.at.begin(), row.at.end());
      at.insert(across.at.begin(), across.at.end());
      const auto found = cells.find({at, column.metric.name});
      line.push_back(found == cells.end() ? std::nullopt : std::optional(found->second));
    }
  }
  drop_empty(map);
  set_range(map);
  return map;
}

Grid grid_of(const HeatMap& map) {
  Grid grid{.title = map.title, .stub = {map.row_axis}, .heads = {{}}, .rows = {}};
  for (const std::string& label : map.column_labels)
    grid.heads.front().push_back({map.column_axis + " = " + label});
  for (std::size_t r = 0; r < map.cells.size(); ++r) {
    GridRow& line = grid.rows.emplace_back(GridRow{{map.row_labels[r]}, {}});
    for (const auto& cell : map.cells[r]) {
      Entry& entry = line.entries.emplace_back(Entry{.text = "--"});
      if (!cell) continue;
      entry.text = mean_of(*cell, map.decimals);
      if (!cell->withheld) entry.mark = shortfall(cell->ours, cell->planned);
      entry.strong = map.is_best(*cell);
      entry.shade = map.shade(*cell);
    }
  }
  return grid;
}

Panel heat_map_pictures(const PanelInput& input) {
  Panel out;
  for (HeatMap& map : heat_maps(input.study.table, input.study.results.card, input.request.list("axes"))) {
    Grid grid = grid_of(map);
    out.pictures.push_back({std::move(map), std::move(grid)});
  }
  return out;
}

} // namespace

std::vector<HeatMap> heat_maps(const Table& table, const StudyCard& card,
                               const std::vector<std::string>& axes) {
  std::vector<HeatMap> out;
  core::require(axes.size() == 2, "the heat map of a study card is over " + std::to_string(axes.size()) +
                                      " axes (the card is damaged) run the study again");
  const Design design(card);
  const MapFrame of = frame(card, design, axes);
  const auto cells = by_address(table);
  std::vector<std::pair<std::string, std::string>> kinds; // metric and data of each map
  for (const TableColumn& column : shown_metrics(table)) {
    for (const Place& held : of.held) {
      HeatMap map = heat_map(cells, column, of, held);
      map.title = title_of(card.study, column.metric, of, held);
      if (!(map.least <= map.most)) continue;
      kinds.emplace_back(column.metric.name, value_on("data", held.at));
      out.push_back(std::move(map));
    }
  }
  share_scale(out, kinds);
  return out;
}

PanelEntry heat_map_panel() {
  return {.name = "heat_map",
          .phrase = "the heat map",
          .meaning = "each metric over two axes of a swept study",
          .parameters = {{"axes", "two axes, rows and columns", Takes::table_axes}},
          .panel = heat_map_pictures};
}

} // namespace results
