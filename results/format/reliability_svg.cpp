#include "results/format/reliability_svg.hpp"

#include <algorithm>

#include "core/settings/parameters.hpp"
#include "results/format/svg.hpp"
#include "results/record/text.hpp"

namespace results {
namespace {

constexpr int bin_decimals = 3;

std::string interval_text(const core::ReliabilityBin& bin) {
  return decimal(bin.low, bin_decimals) + " to " + decimal(bin.high, bin_decimals);
}

std::vector<std::string> cells_of(const core::ReliabilityBin& bin) {
  return {core::shortest(bin.from) + " to " + core::shortest(bin.to), std::to_string(bin.count),
          decimal(bin.mean_predicted, bin_decimals), decimal(bin.share_of_positives, bin_decimals),
          bin.count == 0 ? decimal(bin.share_of_positives, bin_decimals) : interval_text(bin)};
}

using svg::faint;
using svg::in_the_middle;
using svg::line;
using svg::pixels;
using svg::Spot;
using svg::text_at;
using svg::to_the_right;

// Pixels.
constexpr double square_left = 64, beside = 24, square_top = 44, side = 400;
constexpr double gap = 60; // between the square and the counts: ticks and the label of the axis
constexpr double counts_height = 70, below_counts = 24;
constexpr double page_width = square_left + side + beside,
                 page_height = square_top + side + gap + counts_height + below_counts;
constexpr double radius = 4, tick = 5;

constexpr const char* ink = R"( stroke="currentColor")";
constexpr const char* blue = "#0072b2"; // of Okabe & Ito, as the first line of a chart
constexpr const char* orange = "#d55e00";

/// Where a point of the unit square is drawn.
Spot spot(double x, double y) {
  return {square_left + side * x, square_top + side * (1 - y)};
}

std::string axes() {
  const Spot corner = spot(0, 0);
  std::string out =
      line(corner, spot(1, 0), faint) + line(corner, spot(0, 1), faint) +
      line(corner, spot(1, 1), std::string(R"( class="diagonal")") + faint + R"( stroke-dasharray="5 4")");
  for (int tenth = 0; tenth <= 10; tenth += 2) {
    const double at = tenth / 10.0;
    const Spot below = spot(at, 0), beside = spot(0, at);
    out += line(below, {below.x, below.y + tick}, faint) +
           text_at({below.x, below.y + 20}, in_the_middle, core::shortest(at)) +
           line({beside.x - tick, beside.y}, beside, faint) +
           text_at({beside.x - 9, beside.y + 4.5}, to_the_right, core::shortest(at));
  }
  const Spot middle = spot(0.5, 0.5);
  return out + text_at({middle.x, corner.y + 40}, in_the_middle, "mean estimated probability") +
         text_at({16, middle.y}, svg::upwards({16, middle.y}), "share of positives");
}

std::string tooltip(const core::ReliabilityBin& bin) {
  return "<title>" + core::shortest(bin.from) + " to " + core::shortest(bin.to) + ": " +
         std::to_string(bin.count) + " points, mean " + decimal(bin.mean_predicted, 3) + ", share " +
         decimal(bin.share_of_positives, 3) + " (95 %: " + interval_text(bin) + ")</title>";
}

std::string point(const core::ReliabilityBin& bin) {
  const Spot at = spot(bin.mean_predicted, bin.share_of_positives);
  return "<g class=\"bin\">" + tooltip(bin) + "\n" +
         line(spot(bin.mean_predicted, bin.low), spot(bin.mean_predicted, bin.high), ink) + "<circle cx=\"" +
         pixels(at.x) + "\" cy=\"" + pixels(at.y) + "\" r=\"" + pixels(radius) + "\" fill=\"" + blue +
         "\"/></g>\n";
}

/// The band as an area, and the curve as a line over it.
std::string corp_drawing(const std::vector<core::CorpPoint>& curve) {
  if (curve.empty()) return "";
  const auto at = [](double x, double y) {
    const Spot place = spot(x, y);
    return pixels(place.x) + "," + pixels(place.y) + " ";
  };
  std::string line, upper, lower;
  for (const core::CorpPoint& point : curve) {
    line += at(point.stated, point.recalibrated);
    upper += at(point.stated, point.high);
    lower = at(point.stated, point.low) + lower;
  }
  return "<polygon class=\"band\" points=\"" + upper + lower +
         R"(" fill="currentColor" fill-opacity="0.12"><title>90 % of isotonic regressions lie here if the )"
         "probabilities are right</title></polygon>\n<polyline class=\"corp\" points=\"" +
         line + "\" fill=\"none\" stroke=\"" + orange +
         "\" stroke-width=\"1.5\"><title>isotonic regression of the outcomes (CORP)</title></polyline>\n";
}

std::string counts(const std::vector<core::ReliabilityBin>& bins) {
  std::int64_t most = 1;
  for (const core::ReliabilityBin& bin : bins) most = std::max(most, bin.count);
  const double ground = square_top + side + gap + counts_height;
  std::string out =
      line({square_left, ground}, {square_left + side, ground}, faint) +
      text_at({square_left - 9, ground - counts_height + 9}, to_the_right, std::to_string(most)) +
      text_at({square_left - 9, ground}, to_the_right, "0");
  for (const core::ReliabilityBin& bin : bins) {
    const double bar = counts_height * static_cast<double>(bin.count) / static_cast<double>(most);
    out += "<rect class=\"count\" x=\"" + pixels(square_left + side * bin.from + 1) + "\" y=\"" +
           pixels(ground - bar) + "\" width=\"" + pixels(side * (bin.to - bin.from) - 2) + "\" height=\"" +
           pixels(bar) + "\" fill=\"" + blue + "\" fill-opacity=\"0.35\">" + tooltip(bin) + "</rect>\n";
  }
  return out + text_at({square_left + side / 2, ground + 18}, in_the_middle, "points in each bin");
}

std::string diagram(const std::vector<core::ReliabilityBin>& bins,
                    const std::vector<core::CorpPoint>& curve = {}) {
  std::string out = axes() + corp_drawing(curve);
  for (const core::ReliabilityBin& bin : bins)
    if (bin.count > 0) out += point(bin);
  return out + counts(bins);
}

} // namespace

std::string reliability_text(const std::vector<core::ReliabilityBin>& bins) {
  const std::vector<std::string> heads{"probability", "count", "mean predicted", "share of positives",
                                       " 95 % interval"};
  std::string text;
  const auto add_line = [&](const std::vector<std::string>& cells) {
    std::string line = left_aligned(cells.front(), characters(heads.front()));
    for (std::size_t k = 1; k < cells.size(); ++k)
      line += "  " + right_aligned(cells[k], characters(heads[k]));
    text += line + "\n";
  };
  add_line(heads);
  for (const core::ReliabilityBin& bin : bins) add_line(cells_of(bin));
  return text;
}

std::string reliability_svg(const std::string& title, const std::vector<core::ReliabilityBin>& bins,
                            const std::vector<core::CorpPoint>& curve) {
  return svg::page(
      {page_width, page_height}, title,
      text_at({square_left, 24}, std::string(svg::to_the_left) + " font-weight=\"bold\"", title) +
          diagram(bins, curve));
}

std::string inline_reliability_svg(const std::string& title, const std::vector<core::ReliabilityBin>& bins) {
  return svg::inlined({title, page_width, page_height, diagram(bins), square_left, square_top});
}

} // namespace results
