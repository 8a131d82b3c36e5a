#include "results/record/design_hash.hpp"

#include <algorithm>

#include "core/random/sha256.hpp"
#include "results/record/words.hpp"

namespace results {
namespace {

/// Texts one after the other, each with a zero byte behind it.
struct Bytes {
  std::string all;

  void add(std::string_view text) { all.append(text).push_back('\0'); }
  void add(const Coordinates& at) {
    for (const auto& [axis, value] : at) {
      add(axis);
      add(value);
    }
    end_part();
  }
  void end_part() { all.push_back('\0'); }
};

void add_points(Bytes& bytes, const StudyCard& card) {
  std::vector<const Point*> sorted;
  for (const Point& point : card.points) sorted.push_back(&point);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Point* a, const Point* b) { return a->at < b->at; });
  for (const Point* point : sorted) {
    bytes.add(point->at);
    bytes.add(card.settings.at(static_cast<std::size_t>(point->setting)).key);
  }
  bytes.end_part();
  for (const Axis& axis : card.axes)
    for (const AxisValue& value : axis.values)
      if (!value.stands_for.empty())
        for (const std::string& text : {axis.name, value.name, value.stands_for}) bytes.add(text);
  bytes.end_part();
}

void add_published(Bytes& bytes, const StudyCard& card) {
  for (const Published& number : card.published) {
    bytes.add(number.at);
    for (const std::string& text : {number.metric, number.value, number.se, number.sd}) bytes.add(text);
  }
  bytes.end_part();
  for (const PublishedCount& count : card.published_tests) {
    bytes.add(count.at);
    for (const std::string& text : {count.row, count.column, count.count}) bytes.add(text);
  }
  bytes.end_part();
  bytes.add(word(card.published_comparable));
  bytes.add(std::to_string(card.published_replications));
  bytes.add(std::to_string(card.published_tests_over));
}

} // namespace

std::string design_hash(const StudyCard& card) {
  Bytes bytes;
  for (const std::string& text : {std::string("marginlab design 1\n"), card.paper, card.study})
    bytes.add(text);
  bytes.end_part();
  add_points(bytes, card);
  add_published(bytes, card);
  return core::sha256_hex(bytes.all);
}

} // namespace results
