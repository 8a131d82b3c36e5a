#include "results/record/hash.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <memory>
#include <numeric>

#include "core/contract.hpp"
#include "core/random/sha256.hpp"
#include "results/record/study_card.hpp"

namespace results {
namespace {

/// Appends the bytes of a number, the lowest first on every machine.
template <class Unsigned>
void put(std::string& bytes, Unsigned value) {
  std::array<char, sizeof(Unsigned)> lowest_first{};
  for (std::size_t i = 0; i < sizeof value; ++i)
    lowest_first[i] = static_cast<char>((value >> (8 * i)) & 0xffU);
  bytes.append(lowest_first.data(), lowest_first.size());
}

std::uint64_t bits(double value) {
  return std::isnan(value) ? 0x7ff8000000000000ULL : std::bit_cast<std::uint64_t>(value);
}

/// Row numbers sorted by (setting's key, replicate).
std::vector<std::size_t> canonical_order(const StudyCard& card, const Rows& rows) {
  std::vector<std::size_t> by_key(card.settings.size()), rank(card.settings.size()), order(rows.size());
  std::iota(by_key.begin(), by_key.end(), std::size_t{0});
  std::sort(by_key.begin(), by_key.end(),
            [&](std::size_t a, std::size_t b) { return card.settings[a].key < card.settings[b].key; });
  for (std::size_t i = 0; i < by_key.size(); ++i) rank[by_key[i]] = i;
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto place = [&](std::size_t row) {
    return std::pair(rank.at(static_cast<std::size_t>(rows.setting[row])), rows.replicate[row]);
  };
  const auto before = [&place](std::size_t a, std::size_t b) { return place(a) < place(b); };
  if (!std::is_sorted(order.begin(), order.end(), before)) std::sort(order.begin(), order.end(), before);
  return order;
}

void put_series(std::string& bytes, const Rows& rows, std::size_t row) {
  for (const auto& [name, table] : rows.series) {
    const auto [first, last] = points_of(table, static_cast<std::int32_t>(row));
    for (const auto& [column_name, column] : table.columns) {
      put(bytes, static_cast<std::uint32_t>(last - first));
      for (std::size_t i = first; i < last; ++i) put(bytes, bits(column[i]));
    }
  }
}

void add_rows(core::Sha256& hash, const StudyCard& card, const Rows& rows) {
  constexpr std::size_t full = std::size_t{1} << 16U;
  std::string block;
  for (const std::size_t row : canonical_order(card, rows)) {
    block += card.settings[static_cast<std::size_t>(rows.setting[row])].key;
    put(block, static_cast<std::uint32_t>(rows.replicate[row]));
    put(block, static_cast<std::uint32_t>(rows.outcome[row]));
    for (const auto& [name, column] : rows.values) put(block, bits(column[row]));
    put_series(block, rows, row);
    if (block.size() < full) continue;
    hash.add(block);
    block.clear();
  }
  hash.add(block);
}

} // namespace

std::string data_hash(const StudyCard& card, const Rows& rows, std::span<const Failure> failures) {
  core::Sha256 hash;
  hash.add("marginlab data 2\n");
  for (const auto& [name, column] : rows.values) hash.add(name + "\n");
  hash.add("\n");
  for (const auto& [name, table] : rows.series)
    for (const auto& [column_name, column] : table.columns) hash.add(name + "." + column_name + "\n");
  add_rows(hash, card, rows);
  std::vector<const Failure*> sorted;
  for (const Failure& failure : failures) sorted.push_back(&failure);
  std::sort(sorted.begin(), sorted.end(), [](const Failure* a, const Failure* b) { return a->key < b->key; });
  for (const Failure* failure : sorted) {
    for (const std::string& part : {failure->key.text(), failure->stage, failure->error})
      hash.add(part + '\0');
  }
  return core::hexadecimal(hash.digest());
}

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
