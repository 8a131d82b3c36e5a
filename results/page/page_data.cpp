#include "results/page/page_data.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>

#include "results/format/forest_svg.hpp"
#include "results/page/curve.hpp"
#include "results/page/marks.hpp"
#include "results/record/printable.hpp"
#include "results/record/text.hpp"

namespace results {
namespace {

using Json = nlohmann::ordered_json;

/// Null where it is not finite.
Json with_digits(int digits, double value) {
  if (!std::isfinite(value)) return nullptr;
  char text[40];
  std::snprintf(text, sizeof text, "%.*g", digits, value);
  return std::strtod(text, nullptr);
}

Json with_digits(int digits, const std::vector<double>& values) {
  Json out = Json::array();
  for (const double value : values) out.push_back(with_digits(digits, value));
  return out;
}

Json six_digits(double value) {
  return with_digits(6, value);
}

Json six_digits(const std::vector<double>& values) {
  return with_digits(6, values);
}

/// Enough for a line of a drawing, from which nobody reads a number.
Json as_drawn(const std::vector<double>& values) {
  return with_digits(4, values);
}

std::string clean_text(const std::string& text) {
  return printable(one_line(text));
}

/// The replicate that lies farthest from the mean of the finite ones; nothing where none is finite.
std::optional<std::size_t> farthest(const CellFacts& cell) {
  std::optional<std::size_t> out;
  double most = -1;
  for (std::size_t i = 0; i < cell.replicates.size(); ++i) {
    const double distance = std::abs(cell.replicates[i] - cell.cell.ours.finite_mean);
    if (!std::isfinite(distance) || distance <= most) continue;
    most = distance;
    out = i;
  }
  return out;
}

/// Quantiles in place of many replicates, and the farthest ten.
std::vector<double> thinned(const CellFacts& cell) {
  constexpr std::size_t farthest_kept = 10;
  std::vector<double> all;
  for (const double value : cell.replicates)
    if (std::isfinite(value)) all.push_back(value);
  std::sort(all.begin(), all.end());
  if (all.empty()) return all;
  std::vector<double> out;
  for (std::size_t i = 0; i < most_replicates; ++i)
    out.push_back(all[i * (all.size() - 1) / (most_replicates - 1)]);
  const double mean = cell.cell.ours.finite_mean;
  std::sort(all.begin(), all.end(),
            [mean](double a, double b) { return std::abs(a - mean) > std::abs(b - mean); });
  out.insert(out.end(), all.begin(), all.begin() + std::min(all.size(), farthest_kept));
  return out;
}

void add_replicates(Json& out, const CellFacts& cell) {
  const bool is_thinned = cell.replicates.size() > most_replicates;
  out["r"] = six_digits(is_thinned ? thinned(cell) : cell.replicates);
  if (is_thinned) out["thinned"] = cell.replicates.size();
  const bool is_counted = cell.draws.empty() || cell.draws.back() + 1 == static_cast<int>(cell.draws.size());
  if (!is_thinned && !is_counted) out["draws"] = cell.draws;
  if (const auto far = farthest(cell)) {
    out["far"] = cell.draws[*far];
    out["fv"] = six_digits(cell.replicates[*far]);
  }
}

void add_judgement(Json& out, const CellFacts& cell) {
  out["v"] = class_of(cell.verdict);
  out["word"] = cell.word;
  if (!std::isnan(cell.published)) {
    out["p"] = six_digits(cell.published);
    out["pe"] = six_digits(cell.published_error);
  }
  if (std::isfinite(cell.cell.agreement.z)) out["z"] = signed_number(cell.cell.agreement.z, 2);
  if (!cell.because.empty()) out["why"] = clean_text(cell.because);
}

Json json_of(const CellFacts& cell, const std::map<std::int32_t, std::size_t>& curves) {
  Json out;
  out["id"] = cell.address;
  out["d"] = cell.decimals;
  if (std::isfinite(cell.cell.ours.mean)) {
    out["m"] = six_digits(cell.cell.ours.mean);
    out["e"] = six_digits(cell.cell.ours.se);
  }
  add_judgement(out, cell);
  if (std::isfinite(cell.cell.ours.sd())) out["sd"] = decimal(cell.cell.ours.sd(), cell.decimals + 1);
  if (cell.cell.ours.infinite > 0) out["inf"] = cell.cell.ours.infinite;
  if (cell.key) out["key"] = cell.key->substr(0, 12);
  if (cell.cell.setting)
    if (const auto curve = curves.find(*cell.cell.setting); curve != curves.end()) out["k"] = curve->second;
  if (cell.quality) out["q"] = {six_digits(cell.quality->worst_gap), cell.quality->fits};
  if (cell.best)
    out["best"] = {clean_text(cell.best->label), signed_number(cell.best->difference.mean, cell.decimals + 1),
                   decimal(cell.best->difference.se, cell.decimals + 1), cell.best->difference.used,
                   cell.best->is_level};
  add_replicates(out, cell);
  return out;
}

/// A name may hold "</script>" or "<!--".
std::string without_markup(const std::string& json) {
  std::string out;
  for (const char c : json) {
    if (c == '<')
      out += "\\u003c";
    else if (c == '&')
      out += "\\u0026";
    else
      out += c;
  }
  return out;
}

} // namespace

std::string page_data(const Results& results, const std::vector<CellFacts>& cells,
                      const std::string& directory) {
  Json curves = Json::array(), listed = Json::array();
  std::map<std::int32_t, std::size_t> place;
  for (const CriterionCurve& curve : criterion_curves(results)) {
    place[curve.setting] = curves.size();
    curves.push_back({{"x", six_digits(curve.lambda)},
                      {"mean", as_drawn(curve.mean)},
                      {"lo", as_drawn(curve.low)},
                      {"hi", as_drawn(curve.high)},
                      {"n", curve.chosen}});
  }
  for (const CellFacts& cell : cells) listed.push_back(json_of(cell, place));
  Json marks;
  for (const Verdict verdict : all_verdicts) marks[class_of(verdict)] = outline_of(verdict);
  marks["own"] = outline_of(std::nullopt);
  marks["published"] = hollow_outline;
  const Json all{{"directory", quoted_for_shell(clean_text(directory))},
                 {"marks", marks},
                 {"curves", curves},
                 {"cells", listed}};
  return without_markup(all.dump());
}

std::string quoted_for_shell(const std::string& path) {
  const bool is_plain = !path.empty() && std::all_of(path.begin(), path.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' ||
           c == '.' || c == '_' || c == '-';
  });
  if (is_plain) return path;
  std::string out = "'";
  for (const char c : path) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

} // namespace results
