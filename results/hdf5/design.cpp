#include "results/hdf5/design.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/contract.hpp"

namespace results::hdf5 {
namespace {

constexpr std::array<std::string_view, 7> kFixed{"row",       "setting", "replicate", "status",
                                                 "canonical", "point",   "key"};

std::int32_t position_on(const Axis& axis, const Point& point) {
  const auto at = point.at.find(axis.name);
  if (at == point.at.end()) return -1;
  const auto found = std::find_if(axis.values.begin(), axis.values.end(),
                                  [&at](const AxisValue& value) { return value.name == at->second; });
  core::expect(found != axis.values.end(), "a point's coordinate is a value of its axis");
  return static_cast<std::int32_t>(found - axis.values.begin());
}

} // namespace

Design design_of(const StudyCard& card) {
  Design design;
  for (const Axis& axis : card.axes) {
    auto& positions = design.position.emplace_back();
    for (const Point& point : card.points) positions.push_back(position_on(axis, point));
  }
  design.points_of.resize(card.settings.size());
  for (std::size_t i = 0; i < card.points.size(); ++i) {
    const auto setting = static_cast<std::size_t>(card.points[i].setting);
    core::expect(setting < card.settings.size(), "a point's setting is on the card");
    design.points_of[setting].push_back(i);
  }
  return design;
}

std::vector<double> numbers_on(const Axis& axis) {
  std::vector<double> numbers;
  for (const AxisValue& value : axis.values) {
    const std::string& name = value.name;
    double number = 0;
    const auto read = std::from_chars(name.data(), name.data() + name.size(), number);
    core::expect(read.ec == std::errc() && read.ptr == name.data() + name.size(),
                 "a numeric axis' names are numbers");
    numbers.push_back(number);
  }
  return numbers;
}

std::vector<std::string> axis_columns(const StudyCard& card, const Rows& rows) {
  std::vector<std::string> columns;
  for (const Axis& axis : card.axes) {
    const bool is_fixed = std::find(kFixed.begin(), kFixed.end(), axis.name) != kFixed.end();
    const bool is_series = std::any_of(rows.series.begin(), rows.series.end(), [&axis](const auto& table) {
      return table.second.columns.contains(axis.name);
    });
    const bool is_taken = is_fixed || is_series || rows.values.contains(axis.name);
    columns.push_back(is_taken ? "axis_" + axis.name : axis.name);
  }
  return columns;
}

} // namespace results::hdf5
