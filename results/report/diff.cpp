#include "results/report/diff.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <span>

#include "core/settings/parameters.hpp"
#include "results/record/record.hpp"
#include "results/record/text.hpp"
#include "results/statistics/student.hpp"
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

namespace {

constexpr double undefined = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

double z_of(double difference, double se) {
  if (difference == 0) return 0;
  return se == 0 ? std::copysign(infinity, difference) : difference / se;
}

/// NaN where it cannot be tested.
double z_of_means(const Summary& a, const Summary& b) {
  if (a.finite() == 0 || b.finite() == 0) return undefined;
  const double difference = b.finite_mean - a.finite_mean;
  if (a.finite() < 2 || b.finite() < 2) return difference == 0 ? 0 : undefined;
  const EstimatedError error = combined({a.finite_se, a.finite() - 1.0}, {b.finite_se, b.finite() - 1.0});
  return normal_equivalent(z_of(difference, error.se), error.df);
}

/// The z of the shares of infinite values; 0 where neither has one.
double z_of_shares(const Summary& a, const Summary& b) {
  if (a.infinite + b.infinite == 0) return 0;
  if (a.used < 2 || b.used < 2) return undefined;
  const double n = a.used, m = b.used, pooled = (a.infinite + b.infinite) / (n + m);
  return z_of(b.infinite / m - a.infinite / n, std::sqrt(pooled * (1 - pooled) * (1 / n + 1 / m)));
}

bool has_run(const Summary& one) {
  return one.failed + one.undefined > 0;
}

std::vector<std::string> common_metrics(const StudyCard& a, const StudyCard& b) {
  std::vector<std::string> out;
  for (const Metric& metric : a.metrics)
    if (b.metric(metric.name) != nullptr) out.push_back(metric.name);
  return out;
}

void count(Beyond& beyond, double z) {
  if (std::isnan(z)) return;
  ++beyond.compared;
  if (std::abs(z) > off_beyond) ++beyond.beyond;
  beyond.largest = std::max(beyond.largest, std::abs(z));
}

void take_in(MeanComparison& out, MeanDifference&& one) {
  if (one.a.used == 0 && one.b.used == 0) return;
  if (one.a.used == 0 || one.b.used == 0) {
    ++(has_run(one.a.used == 0 ? one.a : one.b) ? out.one_sided : out.untestable);
    return;
  }
  const bool has_infinite = one.a.infinite + one.b.infinite > 0;
  const bool has_finite = one.a.finite() > 0 && one.b.finite() > 0;
  const bool is_untestable = (has_finite && std::isnan(one.z)) || (has_infinite && std::isnan(one.z_share));
  if (is_untestable) ++out.untestable;
  count(out.beyond, one.z);
  if (has_infinite) count(out.beyond, one.z_share);
  if (one.largest() > off_beyond) out.largest.push_back(std::move(one));
}

} // namespace

double MeanDifference::largest() const {
  return std::fmax(std::abs(z), std::abs(z_share));
}

MeanComparison compare_means(const Results& a, const Results& b) {
  MeanComparison out;
  std::map<Coordinates, std::int32_t> in_b;
  for (const Point& point : b.card.points) in_b.emplace(point.at, point.setting);
  std::set<std::pair<std::int32_t, std::int32_t>> seen;
  std::set<Coordinates> matched; // several points may share a place
  const std::vector<std::string> metrics = common_metrics(a.card, b.card);
  for (const Point& point : a.card.points) {
    const auto other = in_b.find(point.at);
    if (other == in_b.end()) {
      ++out.points_a;
      continue;
    }
    matched.insert(point.at);
    const auto key = [](const Results& results, std::int32_t setting) {
      return results.card.settings[static_cast<std::size_t>(setting)].key;
    };
    if (key(a, point.setting) == key(b, other->second)) continue;
    if (!seen.emplace(point.setting, other->second).second) continue;
    ++out.points;
    for (const std::string& metric : metrics) {
      MeanDifference one{point.at, metric, summarise(series(a.rows, point.setting, metric)),
                         summarise(series(b.rows, other->second, metric))};
      one.z = z_of_means(one.a, one.b);
      one.z_share = z_of_shares(one.a, one.b);
      take_in(out, std::move(one));
    }
  }
  out.points_b = in_b.size() - matched.size();
  std::stable_sort(out.largest.begin(), out.largest.end(),
                   [](const auto& one, const auto& other) { return one.largest() > other.largest(); });
  return out;
}

namespace {

constexpr std::size_t most_values = 6, most_means = 8;

/// "  12 cells <what>\n"; empty for none.
std::string line_of(std::size_t count, const std::string& what) {
  return count == 0 ? "" : "  " + counted(count, "cell") + " " + what + "\n";
}

/// "data = example1, method = platt": on the axes with more than one value.
std::string place_of(const StudyCard& card, const Coordinates& at) {
  std::string out;
  for (const Axis& axis : card.axes) {
    const auto value = at.find(axis.name);
    if (value == at.end() || axis.values.size() < 2) continue;
    out += (out.empty() ? "" : ", ") + axis.name + " = " + value->second;
  }
  return out.empty() ? "the only point" : out;
}

std::string cell_text(const DifferingCell& cell, const Compared& files) {
  std::string out = "  " + cell.key.text() + "\n";
  for (std::size_t i = 0; i < std::min(cell.values.size(), most_values); ++i) {
    const DifferingValue& value = cell.values[i];
    out += "    " + value.name + ": A " + value.a + ", B " + value.b + "\n";
  }
  if (cell.values.size() > most_values)
    out += "    and " + std::to_string(cell.values.size() - most_values) + " more of this cell\n";
  return out + "    to see it again: marginlab replay " + files.name_a + " " + cell.key.text() + "\n";
}

/// "0.5795 (0.0008, n = 100)", with the share of infinite replicates where there are any.
std::string mean_text(const Summary& ours) {
  std::string out = decimal(ours.finite_mean, 4) + " (" + decimal(ours.finite_se, 5) +
                    ", n = " + std::to_string(ours.finite()) + ")";
  if (ours.infinite > 0)
    out += " and " + std::to_string(ours.infinite) + " of " + std::to_string(ours.used) + " infinite";
  return out;
}

std::string probability(double p) {
  return p < 0.0001 ? "P < 0.0001" : "P = " + decimal(p, 4);
}

std::string chance_text(const Beyond& beyond) {
  std::string out = "  " + std::to_string(beyond.compared) + " compared, " + std::to_string(beyond.beyond) +
                    " beyond " + decimal(off_beyond, 0) + " standard errors of the difference; by chance " +
                    decimal(beyond.expected(), 2) + " would be";
  if (beyond.beyond > 0) out += "; at least as many: " + probability(beyond.at_least());
  out += "\n";
  if (beyond.compared > 0)
    out += "  the largest |z| is " + decimal(beyond.largest, 2) +
           "; one that large among as many: " + probability(beyond.adjusted()) + " at most (Bonferroni)\n";
  return out;
}

std::string far_text(const MeanDifference& one, const StudyCard& card) {
  std::string out = "  " + place_of(card, one.at) + ", " + one.metric + ": A " + mean_text(one.a) + ", B " +
                    mean_text(one.b) + ", z = " + decimal(one.z, 2);
  if (one.a.infinite + one.b.infinite > 0) out += ", z of the infinite ones = " + decimal(one.z_share, 2);
  return out + "\n";
}

} // namespace

std::string cells_text(const CellComparison& cells, const Compared& files) {
  std::string out = counted(cells.same, "cell") + " the same bit for bit, " +
                    std::to_string(cells.different) + " different, " + std::to_string(cells.only_a) +
                    " only in A, " + std::to_string(cells.only_b) + " only in B\n";
  out += line_of(cells.others_a, "of A are of settings that B does not have");
  out += line_of(cells.others_b, "of B are of settings that A does not have");
  for (const DifferingCell& cell : cells.first) out += cell_text(cell, files);
  if (cells.different > cells.first.size())
    out += "  and " + std::to_string(cells.different - cells.first.size()) + " more\n";
  return out;
}

std::string means_text(const MeanComparison& means, const Compared& files) {
  std::string out;
  if (means.points > 0)
    out = "means at " + counted(means.points, "point") +
          " of the design whose settings differ, replicates taken as independent\n" +
          chance_text(means.beyond);
  if (means.untestable > 0)
    out += "  " + std::to_string(means.untestable) + " cannot be tested: too few replicates on a side\n";
  if (means.one_sided > 0)
    out += "  " + std::to_string(means.one_sided) +
           " have values on one side and none on the other, which ran\n";
  for (std::size_t i = 0; i < std::min(means.largest.size(), most_means); ++i)
    out += far_text(means.largest[i], files.a.card);
  if (means.largest.size() > most_means)
    out += "  and " + std::to_string(means.largest.size() - most_means) + " more\n";
  if (means.points_a + means.points_b > 0)
    out += "places of the design: " + std::to_string(means.points_a) + " only in A, " +
           std::to_string(means.points_b) + " only in B\n";
  return out;
}

} // namespace results
