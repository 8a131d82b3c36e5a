#include "results/report/table/design.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "core/contract.hpp"

namespace results {
namespace {

std::string listed(const std::vector<Axis>& axes) {
  std::string out;
  for (const Axis& axis : axes) out += (out.empty() ? "" : ", ") + axis.name;
  return out;
}

/// Whether every coordinate of `part` is in `whole`.
bool contained(const Coordinates& part, const Coordinates& whole) {
  return std::all_of(part.begin(), part.end(), [&](const auto& coordinate) {
    const auto found = whole.find(coordinate.first);
    return found != whole.end() && found->second == coordinate.second;
  });
}

/// The number of the value on its axis; one past the last where `at` has no place on it.
std::size_t position(const Axis& axis, const Coordinates& at) {
  if (!at.contains(axis.name)) return axis.values.size();
  const AxisValue* value = axis.value(at.at(axis.name));
  core::expect(value != nullptr, "every point lies on values its axes list");
  return static_cast<std::size_t>(value - axis.values.data());
}

} // namespace

std::string label_on(const Axis& axis, const Coordinates& at) {
  const std::size_t index = position(axis, at);
  return index < axis.values.size() ? axis.values[index].label : no_place;
}

Design::Design(const StudyCard& card) : card_(card) {
  for (const Axis& axis : card.axes) {
    std::set<std::size_t> positions;
    for (const Point& point : card.points) positions.insert(position(axis, point.at));
    taken_[axis.name] = {positions.begin(), positions.end()};
  }
}

const Axis& Design::axis(const std::string& name) const {
  const Axis* found = card_.axis(name);
  core::require(found != nullptr, "layout names axis '" + name + "' (study " + card_.study +
                                      " has no such axis) use one of " + listed(card_.axes));
  return *found;
}

bool Design::varies(const Axis& axis) const {
  return taken_.at(axis.name).size() > 1;
}

std::vector<Axis> Design::varying(const std::vector<std::string>& axes) const {
  std::vector<Axis> out;
  for (const std::string& name : axes)
    if (varies(axis(name))) out.push_back(axis(name));
  return out;
}

std::vector<Axis> Design::varying() const {
  std::vector<Axis> out;
  for (const Axis& axis : card_.axes)
    if (varies(axis)) out.push_back(axis);
  return out;
}

std::vector<Place> Design::places(const std::vector<std::string>& axes) const {
  const std::vector<Axis> shown = varying(axes);
  std::map<std::vector<std::size_t>, Place> by_position;
  for (const Point& point : card_.points) {
    Place place;
    std::vector<std::size_t> order;
    for (const std::string& name : axes) {
      order.push_back(position(axis(name), point.at));
      if (point.at.contains(name)) place.at[name] = point.at.at(name);
    }
    for (const Axis& axis : shown) place.labels.push_back(label_on(axis, point.at));
    by_position.emplace(order, place);
  }
  std::vector<Place> out;
  for (auto& [order, place] : by_position) out.push_back(std::move(place));
  return out;
}

Coordinates Design::completed(Coordinates at) const {
  for (const Axis& axis : card_.axes) {
    const std::vector<std::size_t> taken = taken_.at(axis.name);
    if (!card_.layout.collapses(axis.name) && taken.size() == 1 && taken.front() < axis.values.size())
      at.emplace(axis.name, axis.values[taken.front()].name);
  }
  return at;
}

Coordinates Design::without_collapsed(Coordinates at) const {
  std::erase_if(at, [&](const auto& coordinate) { return card_.layout.collapses(coordinate.first); });
  return at;
}

Coordinates Design::place_of(const Point& point) const {
  return without_collapsed(completed(point.at));
}

std::vector<Point> Design::counterparts(Coordinates at, const std::string& axis,
                                        const std::string& value) const {
  at[axis] = value;
  std::vector<Point> found;
  for (const Point& point : card_.points) {
    const Coordinates place = without_collapsed(point.at);
    if (!point.at.contains(axis) || !contained(place, at)) continue;
    if (!found.empty() && place_of(found.front()) != place_of(point)) return {};
    found.push_back(point);
  }
  return found;
}

std::optional<std::int32_t> Design::setting_at(const Coordinates& at) const {
  std::optional<std::int32_t> found;
  for (const Point& point : card_.points) {
    if (!contained(point.at, at)) continue;
    if (found && *found != point.setting) return std::nullopt;
    found = point.setting;
  }
  return found;
}

std::vector<Crossing> Design::crossings(const std::string& over, const std::string& among,
                                        const std::vector<std::string>& values) const {
  std::vector<Crossing> out;
  for (const Point& point : card_.points) {
    Coordinates at = point.at;
    const auto one = at.extract(over), other = at.extract(among);
    if (one.empty() || other.empty()) continue;
    auto found = std::find_if(out.begin(), out.end(), [&](const Crossing& place) { return place.at == at; });
    if (found == out.end()) found = out.insert(out.end(), {at});
    if (std::find(values.begin(), values.end(), other.mapped()) != values.end())
      found->settings[one.mapped()].emplace(other.mapped(), point.setting);
  }
  std::erase_if(out, [](const Crossing& place) { return place.settings.empty(); });
  return out;
}

} // namespace results
