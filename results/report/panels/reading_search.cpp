#include "results/report/panels/reading_search.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "core/contract.hpp"
#include "results/record/text.hpp"
#include "results/report/table/design.hpp"

namespace results {
namespace {

using Numbers = std::vector<std::size_t>;

/// A cell that stands for a printed number.
struct Compared {
  std::string place; ///< the same for the same cell, whichever reading it belongs to
  double difference = 0, error = 0;
};

/// The cells of one reading by data set and metric.
using CellsOfReading = std::vector<std::vector<Compared>>;

struct Search {
  ReadingSearch found;
  std::vector<CellsOfReading> cells; ///< [reading][data x metrics]
};

RootMeanSquare rms(const std::vector<Compared>& cells) {
  RootMeanSquare out{cells.size()};
  if (cells.empty()) return out;
  double squares = 0, errors = 0;
  for (const Compared& cell : cells) {
    squares += cell.difference * cell.difference;
    errors += cell.error * cell.error;
  }
  out.value = std::sqrt(squares / static_cast<double>(cells.size()));
  out.errors_alone = std::sqrt(errors / static_cast<double>(cells.size()));
  return out;
}

/// The cells of one reading on these data sets.
std::vector<Compared> on(const Search& search, std::size_t reading, const Numbers& data) {
  std::vector<Compared> out;
  const std::size_t metrics = search.found.metrics.size();
  for (const std::size_t set : data)
    for (std::size_t m = 0; m < metrics; ++m) {
      const std::vector<Compared>& cells = search.cells[reading][set * metrics + m];
      out.insert(out.end(), cells.begin(), cells.end());
    }
  return out;
}

std::vector<std::string> places_of(const std::vector<Compared>& cells) {
  std::vector<std::string> out;
  for (const Compared& cell : cells) out.push_back(cell.place);
  return out;
}

/// The first of each of these readings that has cells of its own on the data sets, and as many as any other.
Numbers distinct(const Search& search, const Numbers& readings, const Numbers& data) {
  std::size_t most = 0;
  for (const std::size_t reading : readings) most = std::max(most, on(search, reading, data).size());
  std::set<std::vector<std::string>> known;
  Numbers out;
  for (const std::size_t reading : readings) {
    const std::vector<Compared> cells = on(search, reading, data);
    if (cells.size() == most && known.insert(places_of(cells)).second) out.push_back(reading);
  }
  return out;
}

std::size_t nearest_of(const Search& search, const Numbers& readings, const Numbers& data) {
  return *std::min_element(readings.begin(), readings.end(), [&](std::size_t a, std::size_t b) {
    return rms(on(search, a, data)).value < rms(on(search, b, data)).value;
  });
}

ReadingChoice choice(const Search& search, const Numbers& chosen_on, const Numbers& predicted) {
  Numbers all(search.cells.size());
  std::iota(all.begin(), all.end(), 0);
  ReadingChoice out{.chosen_on = chosen_on, .predicted = predicted};
  const Numbers tried = distinct(search, all, chosen_on);
  out.tried = tried.size();
  out.chosen = nearest_of(search, tried, chosen_on);
  out.there = rms(on(search, out.chosen, chosen_on));
  out.predicts = rms(on(search, out.chosen, predicted));
  out.own = rms(on(search, 0, predicted));
  const Numbers others = distinct(search, tried, predicted);
  out.among = others.size();
  out.rank = 1 + static_cast<std::size_t>(std::count_if(others.begin(), others.end(), [&](std::size_t r) {
               return rms(on(search, r, predicted)).value < out.predicts.value;
             }));
  out.nearest = out.rank == 1 ? out.chosen : nearest_of(search, others, predicted);
  return out;
}

Numbers all_but(std::size_t count, const Numbers& left_out) {
  Numbers out;
  for (std::size_t i = 0; i < count; ++i)
    if (std::find(left_out.begin(), left_out.end(), i) == left_out.end()) out.push_back(i);
  return out;
}

/// The choices asked for, but those without a printed number on either side.
std::vector<ReadingChoice> choices(const Search& search, const PanelRequest& request) {
  const std::vector<std::string>& data = request.list("data");
  std::vector<Numbers> asked;
  if (request.has("choose_on")) {
    Numbers chosen_on;
    for (std::size_t i = 0; i < data.size(); ++i)
      if (std::ranges::count(request.list("choose_on"), data[i]) > 0) chosen_on.push_back(i);
    asked.push_back(chosen_on);
  } else {
    for (std::size_t i = 0; i < data.size(); ++i) asked.push_back(all_but(data.size(), {i}));
  }
  std::vector<ReadingChoice> out;
  for (const Numbers& chosen_on : asked) {
    const Numbers predicted = all_but(data.size(), chosen_on);
    if (!on(search, 0, chosen_on).empty() && !on(search, 0, predicted).empty())
      out.push_back(choice(search, chosen_on, predicted));
  }
  return out;
}

std::string place_text(const TableCell& cell) {
  std::string out = cell.metric;
  for (const auto& [axis, value] : cell.at) out += "\n" + axis + "=" + value;
  return out;
}

/// Puts a cell among those of every reading whose values it is of.
class CellSorter {
 public:
  CellSorter(const Readings& readings, const std::vector<std::string>& metrics)
      : metrics_(metrics), data_(readings.values.size()) {
    for (std::size_t k = 0; k < readings.values.size(); ++k) {
      values_.emplace_back(readings.values[k].begin(), readings.values[k].end());
      for (const std::string& value : readings.values[k])
        if (value.starts_with("data=")) data_[k].push_back(value.substr(5));
    }
  }

  void sort(const TableCell& cell, std::vector<CellsOfReading>& into) const {
    const auto metric = std::find(metrics_.begin(), metrics_.end(), cell.metric);
    const bool infinite_both = std::isinf(cell.ours.mean) && cell.agreement.verdict == Verdict::match;
    const double difference = infinite_both ? 0 : cell.agreement.difference;
    if (metric == metrics_.end() || cell.agreement.verdict == Verdict::not_published ||
        std::isnan(difference))
      return;
    for (std::size_t reading = 0; reading < values_.size(); ++reading)
      if (belongs(cell.at, reading)) {
        const std::size_t block =
            data_of(cell.at, reading) * metrics_.size() + static_cast<std::size_t>(metric - metrics_.begin());
        into[reading][block].push_back({place_text(cell), difference, cell.agreement.combined_se});
      }
  }

 private:
  bool belongs(const Coordinates& at, std::size_t reading) const {
    return std::ranges::all_of(
        std::initializer_list<std::string>{"data", "classifier", "method"}, [&](const std::string& axis) {
          const auto place = at.find(axis);
          return place == at.end() || values_[reading].contains(axis + "=" + place->second);
        });
  }

  std::size_t data_of(const Coordinates& at, std::size_t reading) const {
    const std::vector<std::string>& names = data_.at(reading);
    const auto place = at.find("data");
    return place == at.end() ? 0
                             : static_cast<std::size_t>(std::find(names.begin(), names.end(), place->second) -
                                                        names.begin());
  }

  std::vector<std::string> metrics_;
  std::vector<std::set<std::string>> values_;  ///< [reading]
  std::vector<std::vector<std::string>> data_; ///< [reading]
};

std::string data_phrase(const ReadingSearch& search, const Numbers& data) {
  std::vector<std::string> labels;
  for (const std::size_t set : data) labels.push_back(search.data[set]);
  return joined(labels);
}

Grid distance_grid(const StudyCard& card, const ReadingSearch& search) {
  const int decimals = card.layout.decimals + 1;
  Grid grid{.title = card.study + ": " + std::to_string(search.readings.size()) +
                     " readings, root mean square of marginlab - published",
            .stub = search.conventions,
            .heads = {{}, {}},
            .rows = {}};
  for (const std::string& data : search.data) {
    grid.heads[0].push_back({data, search.metrics.size()});
    for (const std::string& metric : search.metrics) grid.heads[1].push_back({metric});
  }
  for (std::size_t r = 0; r < search.readings.size(); ++r) {
    GridRow row{search.readings[r], {}};
    for (std::size_t b = 0; b < search.blocks[r].size(); ++b) {
      const double value = search.blocks[r][b].value;
      const bool least = std::isfinite(value) &&
                         std::ranges::none_of(search.blocks, [&](const std::vector<RootMeanSquare>& other) {
                           return other[b].value < value;
                         });
      row.entries.push_back({.text = decimal(value, decimals), .strong = least});
    }
    grid.rows.push_back(std::move(row));
  }
  return grid;
}

Grid choice_grid(const StudyCard& card, const ReadingSearch& search) {
  const int decimals = card.layout.decimals + 1;
  Grid grid{
      .title = card.study + ": readings chosen on some data sets, and what they predict on others",
      .stub = {"Chosen on", "Reading", "Predicted"},
      .heads = {{{"tried"}, {"RMS there"}, {"RMS predicted"}, {"errors alone"}, {"rank"}, {"study's own"}}},
      .rows = {}};
  for (const ReadingChoice& one : search.choices) {
    grid.rows.push_back({{data_phrase(search, one.chosen_on), joined(search.readings[one.chosen]),
                          data_phrase(search, one.predicted)},
                         {count_entry(one.tried),
                          {.text = decimal(one.there.value, decimals)},
                          {.text = decimal(one.predicts.value, decimals), .strong = one.borne_out()},
                          {.text = decimal(one.predicts.errors_alone, decimals)},
                          {.text = std::to_string(one.rank) + " of " + std::to_string(one.among)},
                          {.text = decimal(one.own.value, decimals)}}});
  }
  return grid;
}

std::string verdict_on(const ReadingSearch& search, const ReadingChoice& one) {
  const std::string head = "Chosen on " + data_phrase(search, one.chosen_on) + " out of " +
                           std::to_string(one.tried) + ": " + joined(search.readings[one.chosen]) +
                           (one.chosen == 0 ? " (the study's own)" : "") + ". ";
  const std::string where = data_phrase(search, one.predicted);
  if (one.among < 2)
    return head + "No convention that the choice is between changes anything on " + where + ".";
  if (one.borne_out())
    return head + "Borne out on " + where + ": the nearest of " + std::to_string(one.among) +
           " there, too (by chance 1 in " + std::to_string(one.among) + ").";
  return head + "Not borne out on " + where + ": number " + std::to_string(one.rank) + " of " +
         std::to_string(one.among) + " there, where " + joined(search.readings[one.nearest]) + " is nearest.";
}

Section search_notes(const ReadingSearch& search) {
  Section section{"Reading search", {}};
  section.lines = {
      std::to_string(search.readings.size()) + " readings were tried: every combination of " +
          joined(search.conventions) + ", the first of each being the study's own.",
      "The nearest of many is near by choice. A reading is borne out where it is the nearest on data sets "
      "that it was not chosen on, too. A convention that changes nothing on those it is chosen on stays the "
      "study's own. Errors alone: what the root mean square would be if both means were of one truth. No "
      "default follows from a search."};
  for (const ReadingChoice& one : search.choices) section.lines.push_back(verdict_on(search, one));
  return section;
}

Panel reading_search_for(const PanelInput& input) {
  const StudyCard& card = input.study.results.card;
  const PanelRequest* request = card.layout.panel("reading_search");
  if (request == nullptr) return {};
  const ReadingSearch search = search_readings(input.study.table, card, *request);
  Panel out{.grids = {distance_grid(card, search)}, .notes = {search_notes(search)}};
  if (!search.choices.empty()) out.grids.push_back(choice_grid(card, search));
  return out;
}

} // namespace

Readings readings_of(const PanelRequest& request) {
  Readings out;
  for (std::size_t k = 1; request.has("reading " + std::to_string(k)); ++k) {
    out.ways.push_back(request.list("reading " + std::to_string(k)));
    out.values.push_back(request.list("values " + std::to_string(k)));
  }
  core::require(
      !out.ways.empty(),
      "the reading search of a stored study has no readings (the file is damaged) run the study again");
  return out;
}

void put_readings(const Readings& readings, PanelRequest& request) {
  for (std::size_t k = 0; k < readings.ways.size(); ++k) {
    request.parameters["reading " + std::to_string(k + 1)] = readings.ways[k];
    request.parameters["values " + std::to_string(k + 1)] = readings.values[k];
  }
}

ReadingSearch search_readings(const Table& table, const StudyCard& card, const PanelRequest& request) {
  Search search;
  ReadingSearch& found = search.found;
  found.conventions = request.list("conventions");
  const Readings readings = readings_of(request);
  found.readings = readings.ways;
  for (const std::string& name : request.list("data"))
    found.data.push_back(label_on(Design(card).axis("data"), {{"data", name}}));
  found.metrics = card.metric_labels(request.list("metrics"));
  const std::size_t blocks = found.data.size() * request.list("metrics").size();
  search.cells.assign(found.readings.size(), CellsOfReading(blocks));
  const CellSorter sorter(readings, request.list("metrics"));
  for_each_cell(table, [&](const TableRow&, const TableColumn&, const TableCell& cell) {
    sorter.sort(cell, search.cells);
  });
  for (const CellsOfReading& cells : search.cells) {
    found.blocks.emplace_back();
    for (std::size_t b = 0; b < blocks; ++b) found.blocks.back().push_back(rms(cells[b]));
  }
  found.choices = choices(search, request);
  return found;
}

PanelEntry reading_search_panel() {
  return {.name = "reading_search",
          .phrase = "the reading search",
          .meaning = "how far every combination of a paper's possible conventions is from what it prints",
          .parameters = {},
          .panel = reading_search_for,
          .always = true};
}

} // namespace results
