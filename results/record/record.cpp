#include "results/record/record.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>

#include "core/contract.hpp"
#include "core/metric/metric.hpp"
#include "results/record/undefined.hpp"

namespace results {
namespace {

constexpr std::array<std::string_view, 3> reserved_columns{"row", "point", "replicate"};

bool is_word(std::string_view text) {
  const auto belongs = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  return !text.empty() && std::all_of(text.begin(), text.end(), belongs);
}

} // namespace

std::optional<SeriesName> series_name(std::string_view text) {
  const std::size_t dot = text.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const std::string_view table = text.substr(0, dot), column = text.substr(dot + 1);
  const bool is_reserved =
      std::find(reserved_columns.begin(), reserved_columns.end(), column) != reserved_columns.end();
  if (!is_word(table) || !is_word(column) || is_reserved) return std::nullopt;
  return SeriesName{std::string(table), std::string(column)};
}

bool is_even(const SeriesByName& series) {
  std::map<std::string, std::size_t> length;
  return std::all_of(series.begin(), series.end(), [&length](const auto& one) {
    const auto name = series_name(one.first);
    return name && length.emplace(name->table, one.second.size()).first->second == one.second.size();
  });
}

std::pair<std::size_t, std::size_t> points_of(const SeriesTable& table, std::int32_t row) {
  const auto [first, last] = std::equal_range(table.row.begin(), table.row.end(), row);
  return {first - table.row.begin(), last - table.row.begin()};
}

bool is_measured(std::string_view name) {
  return name.find('@') != std::string_view::npos;
}

namespace {

constexpr std::string_view undefined_ending = "_undefined";

bool is_metric(std::string_view name) {
  return std::ranges::any_of(core::metrics(), [&](const core::MetricRow& row) { return row.id == name; });
}

} // namespace

std::string undefined_name(const std::string& metric) {
  return metric + std::string(undefined_ending);
}

std::optional<std::string> metric_undefined_by(std::string_view name) {
  if (!name.ends_with(undefined_ending)) return std::nullopt;
  name.remove_suffix(undefined_ending.size());
  return is_metric(name) ? std::optional(std::string(name)) : std::nullopt;
}

bool is_asked_for(const std::string& name) {
  return name == "degenerate" || name == "test_points" || is_measured(name) || is_metric(name) ||
         metric_undefined_by(name);
}

HeldValues held_values(const Record& record, std::span<const std::string> names) {
  HeldValues held = 0;
  for (std::size_t k = 0; k < names.size(); ++k)
    if (record.values.contains(names[k])) held |= HeldValues{1} << k;
  return held;
}

HeldValues all_values(std::span<const std::string> names) {
  core::expect(names.size() <= most_metrics, "a study asks for at most 64 values");
  return names.empty() ? 0 : ~HeldValues{0} >> (most_metrics - names.size());
}

namespace {

constexpr std::size_t most_facts = 64;

/// The first series of a table; the end where there is none.
SeriesByName::const_iterator series_of(const Record& record, const std::string& table) {
  const auto found = record.series.lower_bound(table + ".");
  return found != record.series.end() && found->first.starts_with(table + ".") ? found : record.series.end();
}

} // namespace

void note_absent(Record& record, const AskedFacts& asked) {
  for (const std::string& name : asked.diagnostics)
    record.values.emplace(name, std::numeric_limits<double>::quiet_NaN());
  for (const std::string& table : asked.tables)
    if (series_of(record, table) == record.series.end()) record.series[table + ".none"] = {};
}

FactsOfCell facts_of(const Record& record, const AskedFacts& asked) {
  FactsOfCell out;
  std::size_t k = 0;
  const auto add = [&](bool is_answered, bool is_present) {
    if (k < most_facts && is_answered) out.answered |= std::uint64_t{1} << k;
    if (k < most_facts && is_present) out.present |= std::uint64_t{1} << k;
    ++k;
  };
  for (const std::string& name : asked.diagnostics) {
    const auto found = record.values.find(name);
    add(found != record.values.end(), found != record.values.end() && !std::isnan(found->second));
  }
  for (const std::string& table : asked.tables) {
    const auto found = series_of(record, table);
    add(found != record.series.end(), found != record.series.end() && !found->second.empty());
  }
  return out;
}

void complete(Record& record, const Record& further) {
  record.values.insert(further.values.begin(), further.values.end());
  record.series.insert(further.series.begin(), further.series.end());
}

std::string storable(const std::string& text) {
  using json = nlohmann::json;
  const std::string utf8 = json::parse(json(text).dump(-1, ' ', false, json::error_handler_t::replace));
  std::string out;
  for (const char c : utf8) out += c == '\0' ? "\xef\xbf\xbd" : std::string(1, c);
  return out;
}

std::string signal_name(int signal) {
  static const std::map<int, const char*> names{
      {SIGHUP, "SIGHUP"},   {SIGINT, "SIGINT"},   {SIGQUIT, "SIGQUIT"}, {SIGILL, "SIGILL"},
      {SIGABRT, "SIGABRT"}, {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"},   {SIGKILL, "SIGKILL"},
      {SIGUSR1, "SIGUSR1"}, {SIGSEGV, "SIGSEGV"}, {SIGUSR2, "SIGUSR2"}, {SIGPIPE, "SIGPIPE"},
      {SIGALRM, "SIGALRM"}, {SIGTERM, "SIGTERM"}, {SIGXCPU, "SIGXCPU"}, {SIGXFSZ, "SIGXFSZ"},
      {SIGSYS, "SIGSYS"},   {SIGTRAP, "SIGTRAP"}};
  const auto found = names.find(signal);
  return found == names.end() ? "signal " + std::to_string(signal) : found->second;
}

} // namespace results
