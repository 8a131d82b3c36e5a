#pragma once
#include <functional>
#include <map>
#include <string>
#include <utility>

#include "results/record/study_card.hpp"

namespace results {

/// The printed numbers of a table by metric and place, so that a check of n numbers takes n log n
/// comparisons.
template <class Order = std::less<>>
class PlaceIndex {
 public:
  explicit PlaceIndex(Order order = {}) : numbers_(std::move(order)) {}

  /// Takes in a number that prints a value; the first one at its place counts. It must outlive the index.
  void add(const Published& number) {
    if (!number.value.empty()) numbers_.try_emplace({number.metric, number.at}, &number);
  }

  /// What is printed of a metric at a place; nullptr where nothing is.
  const Published* at(const Coordinates& place, const std::string& metric) const {
    const auto found = numbers_.find({metric, place});
    return found == numbers_.end() ? nullptr : found->second;
  }

 private:
  std::map<std::pair<std::string, Coordinates>, const Published*, Order> numbers_;
};

} // namespace results
