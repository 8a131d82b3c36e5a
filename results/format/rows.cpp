#include "results/format/rows.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/settings/parameters.hpp"
#include "results/format/csv.hpp"
#include "results/record/printable.hpp"
#include "results/record/text.hpp"

namespace results {
namespace {

std::string plain_field(const std::string& text) {
  return printable(one_line(text));
}

bool is_taken(const Results& results, const std::string& name) {
  return name == "setting" || name == "replicate" || name == "status" || results.rows.values.contains(name);
}

std::vector<std::string> header_of(const Results& results) {
  std::vector<std::string> out;
  for (const Axis& axis : results.card.axes)
    out.push_back(plain_field((is_taken(results, axis.name) ? "axis_" : "") + axis.name));
  out.insert(out.end(), {"setting", "replicate", "status"});
  for (const auto& [name, values] : results.rows.values) out.push_back(plain_field(name));
  return out;
}

std::string word_of(std::int32_t outcome) {
  if (outcome == static_cast<std::int32_t>(Outcome::ok)) return "ok";
  return outcome == static_cast<std::int32_t>(Outcome::failed) ? "failed" : "not_converged";
}

/// One replicate at a place whose coordinates stand in the first fields already.
std::string line_of(const Results& results, std::size_t row, std::vector<std::string> fields) {
  const auto setting = static_cast<std::size_t>(results.rows.setting[row]);
  fields.push_back(results.card.settings[setting].key);
  fields.push_back(std::to_string(results.rows.replicate[row]));
  fields.push_back(word_of(results.rows.outcome[row]));
  for (const auto& [name, values] : results.rows.values)
    fields.push_back(std::isnan(values[row]) ? "" : core::shortest(values[row]));
  return csv_record(fields);
}

} // namespace

std::string rows_of(const Results& results) {
  std::string out = csv_record(header_of(results));
  const std::vector<std::int32_t>& settings = results.rows.setting;
  for (const Point& point : results.card.points) {
    std::vector<std::string> place;
    for (const Axis& axis : results.card.axes) place.push_back(plain_field(value_on(axis.name, point.at)));
    const auto [first, last] = std::equal_range(settings.begin(), settings.end(), point.setting);
    for (auto row = first; row != last; ++row)
      out += line_of(results, static_cast<std::size_t>(row - settings.begin()), place);
  }
  return out;
}

} // namespace results
