#include "results/report/diff/cells.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include "core/parameters.hpp"
#include "results/record/record.hpp"
#include "results/store/journal_line.hpp"

namespace results {
namespace {

/// One of the two files, made ready to be looked into by key.
class File {
 public:
  explicit File(const Results& results) : results_(results) {
    for (std::size_t s = 0; s < results.card.settings.size(); ++s)
      setting_[results.card.settings[s].key] = static_cast<std::int32_t>(s);
    for (const Failure& failure : results.failures) failure_[failure.key] = &failure;
  }

  const Rows& rows() const { return results_.rows; }
  const std::map<std::string, std::int32_t>& settings() const { return setting_; }

  /// The rows of a setting, sorted by replicate: [first, second).
  std::pair<std::size_t, std::size_t> rows_of(const std::string& key) const {
    const auto found = setting_.find(key);
    if (found == setting_.end()) return {0, 0};
    const auto& column = results_.rows.setting;
    const auto [first, last] = std::equal_range(column.begin(), column.end(), found->second);
    return {static_cast<std::size_t>(first - column.begin()),
            static_cast<std::size_t>(last - column.begin())};
  }

  const Failure* failure(const Key& key) const {
    const auto found = failure_.find(key);
    return found == failure_.end() ? nullptr : found->second;
  }

 private:
  const Results& results_;
  std::map<std::string, std::int32_t> setting_;
  std::map<Key, const Failure*> failure_;
};

std::set<std::string> names_of(const auto& one, const auto& other) {
  std::set<std::string> names;
  for (const auto& [name, column] : one) names.insert(name);
  for (const auto& [name, column] : other) names.insert(name);
  return names;
}

double value_of(const Rows& rows, const std::string& name, std::size_t row) {
  const auto column = rows.values.find(name);
  return column == rows.values.end() ? std::numeric_limits<double>::quiet_NaN() : column->second[row];
}

/// A column of a cell's series; empty where it has none, or nothing but NaN.
std::span<const double> series_of(const Rows& rows, const SeriesName& name, std::size_t row) {
  const auto table = rows.series.find(name.table);
  if (table == rows.series.end()) return {};
  const auto column = table->second.columns.find(name.column);
  if (column == table->second.columns.end()) return {};
  const auto [first, last] = points_of(table->second, static_cast<std::int32_t>(row));
  const std::span<const double> numbers(column->second.data() + first, last - first);
  const bool is_none = std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isnan(x); });
  return is_none ? std::span<const double>() : numbers;
}

/// What two rows of one cell say differently.
class Difference {
 public:
  Difference(const File& a, const File& b) : a_(a), b_(b) {
    values_ = names_of(a.rows().values, b.rows().values);
    for (const std::string& table : names_of(a.rows().series, b.rows().series)) {
      const std::map<std::string, std::vector<double>> none;
      const auto columns = [&](const Rows& rows) -> const auto& {
        const auto found = rows.series.find(table);
        return found == rows.series.end() ? none : found->second.columns;
      };
      for (const std::string& column : names_of(columns(a.rows()), columns(b.rows())))
        series_.push_back({table, column});
    }
  }

  std::vector<DifferingValue> of(const Key& key, std::size_t in_a, std::size_t in_b) const {
    std::vector<DifferingValue> out;
    const auto outcome = [](const File& file, std::size_t row) {
      return std::string(word(static_cast<Outcome>(file.rows().outcome[row])));
    };
    add(out, "status", outcome(a_, in_a), outcome(b_, in_b));
    add_failure(out, key);
    for (const std::string& name : values_) {
      const double one = value_of(a_.rows(), name, in_a), other = value_of(b_.rows(), name, in_b);
      if (!same_bits(one, other)) out.push_back({name, core::shortest(one), core::shortest(other)});
    }
    for (const SeriesName& name : series_) add_series(out, name, in_a, in_b);
    return out;
  }

  /// The cells of a setting that both files have.
  void compare_setting(CellComparison& out, const std::string& key, std::size_t listed) const {
    auto [i, end_a] = a_.rows_of(key);
    auto [j, end_b] = b_.rows_of(key);
    const auto &a = a_.rows().replicate, &b = b_.rows().replicate;
    while (i < end_a || j < end_b) {
      if (j == end_b || (i < end_a && a[i] < b[j])) {
        ++out.only_a, ++i;
      } else if (i == end_a || b[j] < a[i]) {
        ++out.only_b, ++j;
      } else {
        const Key cell{key, a[i]};
        std::vector<DifferingValue> values = of(cell, i++, j++);
        ++(values.empty() ? out.same : out.different);
        if (!values.empty() && out.first.size() < listed) out.first.push_back({cell, std::move(values)});
      }
    }
  }

 private:
  static void add(std::vector<DifferingValue>& out, const std::string& name, const std::string& one,
                  const std::string& other) {
    if (one != other) out.push_back({name, one, other});
  }

  void add_failure(std::vector<DifferingValue>& out, const Key& key) const {
    const Failure *one = a_.failure(key), *other = b_.failure(key);
    if (one == nullptr || other == nullptr) return; // the outcomes say it
    add(out, "stage", one->stage, other->stage);
    add(out, "error", one->error, other->error);
  }

  void add_series(std::vector<DifferingValue>& out, const SeriesName& name, std::size_t in_a,
                  std::size_t in_b) const {
    const auto one = series_of(a_.rows(), name, in_a), other = series_of(b_.rows(), name, in_b);
    if (one.size() != other.size()) {
      const auto length = [](std::size_t n) { return std::to_string(n) + (n == 1 ? " number" : " numbers"); };
      out.push_back({name.text(), length(one.size()), length(other.size())});
      return;
    }
    const auto [x, y] = std::mismatch(one.begin(), one.end(), other.begin(), same_bits);
    if (x != one.end())
      out.push_back({name.text() + "[" + std::to_string(x - one.begin()) + "]", core::shortest(*x),
                     core::shortest(*y)});
  }

  const File &a_, &b_;
  std::set<std::string> values_;
  std::vector<SeriesName> series_;
};

/// How many cells of `file` are of settings that `other` does not have.
std::size_t others(const File& file, const File& other) {
  std::size_t cells = 0;
  for (const auto& [key, setting] : file.settings()) {
    if (other.settings().contains(key)) continue;
    const auto [first, last] = file.rows_of(key);
    cells += last - first;
  }
  return cells;
}

} // namespace

CellComparison compare_cells(const Results& a, const Results& b, std::size_t listed) {
  const File one(a), other(b);
  const Difference difference(one, other);
  CellComparison out;
  for (const auto& [key, setting] : one.settings())
    if (other.settings().contains(key)) difference.compare_setting(out, key, listed);
  out.others_a = others(one, other);
  out.others_b = others(other, one);
  return out;
}

} // namespace results
