#include "experiments/spec/problems.hpp"

#include <algorithm>
#include <stdexcept>
#include <tuple>

#include "experiments/spec/display.hpp"
#include "experiments/spec/excerpt.hpp"

namespace experiments {
namespace {

bool from_command_line(const SourceText& source) {
  return source.origin != SourceText::Origin::file;
}

std::string name_of(const SourceText& source) {
  switch (source.origin) {
    case SourceText::Origin::file:
      return source.name;
    case SourceText::Origin::command_line:
      return "override '" + shortened(source.name) + "'";
    case SourceText::Origin::argument:
      return "'" + shortened(source.name) + "'";
  }
  throw std::logic_error("an origin of a text");
}

} // namespace

int Problems::add_source(SourceText source) {
  sources_.push_back(std::move(source));
  return static_cast<int>(sources_.size()) - 1;
}

void Problems::add(const Place& place, std::string message) {
  // An aliased block is read once for each use; its mistakes are reported once.
  const Found found{place, std::move(message)};
  if (!known_.insert(found).second) return;
  if (found_.size() == most_problems) throw_if_any();
  found_.push_back(found);
}

bool Problems::earlier(const Found& a, const Found& b) const {
  return std::tuple(from_command_line(source(a.place.source)), a.place) <
         std::tuple(from_command_line(source(b.place.source)), b.place);
}

std::string Problems::paragraph(const Found& found) const {
  const SourceText& text = source(found.place.source);
  if (from_command_line(text) || found.place.line == 0) return name_of(text) + ": " + found.message + "\n";
  return text.name + ":" + std::to_string(found.place.line) + ":" + std::to_string(found.place.column) +
         ": " + found.message + "\n" + excerpt(text, found.place);
}

void Problems::throw_if_any() const {
  if (found_.empty()) return;
  std::vector<Found> sorted = found_;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [this](const Found& a, const Found& b) { return earlier(a, b); });
  std::string report;
  std::vector<Mistake> mistakes;
  for (const Found& found : sorted) {
    const SourceText& text = source(found.place.source);
    report += paragraph(found);
    const bool located = !from_command_line(text);
    mistakes.push_back(
        {name_of(text), located ? found.place.line : 0, located ? found.place.column : 0, found.message});
  }
  const bool more = known_.size() > found_.size();
  report += std::to_string(sorted.size()) + (sorted.size() == 1 ? " mistake"
                                             : more             ? " mistakes, and more"
                                                                : " mistakes");
  throw SpecErrors(report, std::move(mistakes));
}

} // namespace experiments
