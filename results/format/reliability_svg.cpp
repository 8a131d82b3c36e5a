#include "results/format/reliability_svg.hpp"

#include <algorithm>

#include "core/parameters.hpp"
#include "results/format/html.hpp"
#include "results/format/svg.hpp"
#include "results/record/number.hpp"
#include "results/record/text.hpp"

namespace results {
namespace {

constexpr int bin_decimals = 3;

std::vector<std::string> cells_of(const core::ReliabilityBin& bin) {
  return {core::shortest(bin.from) + " to " + core::shortest(bin.to), std::to_string(bin.count),
          decimal(bin.mean_predicted, bin_decimals), decimal(bin.share_of_positives, bin_decimals),
          decimal(bin.standard_error, bin_decimals)};
}

using svg::faint;
using svg::line;
using svg::pixels;
using svg::Spot;

// Pixels.
constexpr double left = 64, right = 24, top = 44, side = 400;
constexpr double gap = 60; // between the square and the counts: ticks and the label of the axis
constexpr double counts_height = 70, bottom = 24;
constexpr double width = left + side + right, height = top + side + gap + counts_height + bottom;
constexpr double radius = 4, tick_length = 5;

constexpr const char* ink = R"( stroke="currentColor")";
constexpr const char* blue = "#0072b2"; // of Okabe & Ito, as the first line of a chart

/// Where a point of the unit square is drawn.
Spot spot(double x, double y) {
  return {left + side * x, top + side * (1 - y)};
}

std::string text(Spot at, const std::string& anchor, const std::string& content,
                 const std::string& more = "") {
  return "<text x=\"" + pixels(at.x) + "\" y=\"" + pixels(at.y) + "\" text-anchor=\"" + anchor +
         "\" fill=\"currentColor\"" + more + ">" + xml_escaped(content) + "</text>\n";
}

std::string axes() {
  const Spot corner = spot(0, 0);
  std::string out =
      line(corner, spot(1, 0), faint) + line(corner, spot(0, 1), faint) +
      line(corner, spot(1, 1), std::string(R"( class="diagonal")") + faint + R"( stroke-dasharray="5 4")");
  for (int tenth = 0; tenth <= 10; tenth += 2) {
    const double at = tenth / 10.0;
    const Spot below = spot(at, 0), beside = spot(0, at);
    out += line(below, {below.x, below.y + tick_length}, faint) +
           text({below.x, below.y + 20}, "middle", core::shortest(at)) +
           line({beside.x - tick_length, beside.y}, beside, faint) +
           text({beside.x - 9, beside.y + 4.5}, "end", core::shortest(at));
  }
  const Spot middle = spot(0.5, 0.5);
  return out + text({middle.x, corner.y + 40}, "middle", "mean estimated probability") +
         text({16, middle.y}, "middle", "share of positives",
              " transform=\"rotate(-90 16 " + pixels(middle.y) + ")\"");
}

std::string tooltip(const core::ReliabilityBin& bin) {
  return "<title>" + core::shortest(bin.from) + " to " + core::shortest(bin.to) + ": " +
         std::to_string(bin.count) + " points, mean " + decimal(bin.mean_predicted, 3) + ", share " +
         decimal(bin.share_of_positives, 3) + " (" + decimal(bin.standard_error, 3) + ")</title>";
}

/// The error bar ends at the edges of the square.
std::string point(const core::ReliabilityBin& bin) {
  const Spot at = spot(bin.mean_predicted, bin.share_of_positives);
  const double low = std::max(0.0, bin.share_of_positives - bin.standard_error),
               high = std::min(1.0, bin.share_of_positives + bin.standard_error);
  return "<g class=\"bin\">" + tooltip(bin) + "\n" +
         line(spot(bin.mean_predicted, low), spot(bin.mean_predicted, high), ink) + "<circle cx=\"" +
         pixels(at.x) + "\" cy=\"" + pixels(at.y) + "\" r=\"" + pixels(radius) + "\" fill=\"" + blue +
         "\"/></g>\n";
}

std::string counts(const std::vector<core::ReliabilityBin>& bins) {
  std::int64_t most = 1;
  for (const core::ReliabilityBin& bin : bins) most = std::max(most, bin.count);
  const double ground = top + side + gap + counts_height;
  std::string out = line({left, ground}, {left + side, ground}, faint) +
                    text({left - 9, ground - counts_height + 9}, "end", std::to_string(most)) +
                    text({left - 9, ground}, "end", "0");
  for (const core::ReliabilityBin& bin : bins) {
    const double bar = counts_height * static_cast<double>(bin.count) / static_cast<double>(most);
    out += "<rect class=\"count\" x=\"" + pixels(left + side * bin.from + 1) + "\" y=\"" +
           pixels(ground - bar) + "\" width=\"" + pixels(side * (bin.to - bin.from) - 2) + "\" height=\"" +
           pixels(bar) + "\" fill=\"" + blue + "\" fill-opacity=\"0.35\">" + tooltip(bin) + "</rect>\n";
  }
  return out + text({left + side / 2, ground + 18}, "middle", "points in each bin");
}

} // namespace

std::string reliability_text(const std::vector<core::ReliabilityBin>& bins) {
  const std::vector<std::string> heads{"probability", "count", "mean predicted", "share of positives",
                                       "standard error"};
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

std::string reliability_svg(const std::string& title, const std::vector<core::ReliabilityBin>& bins) {
  const std::string size = pixels(width) + " " + pixels(height);
  std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + pixels(width) + "\" height=\"" +
                    pixels(height) + "\" viewBox=\"0 0 " + size +
                    "\" font-family=\"system-ui, sans-serif\" font-size=\"13\" role=\"img\" aria-label=\"" +
                    xml_escaped(title) + "\" color=\"#111111\">\n" +
                    "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n" +
                    text({left, 24}, "start", title, " font-weight=\"bold\"") + axes();
  for (const core::ReliabilityBin& bin : bins)
    if (bin.count > 0) out += point(bin);
  return out + counts(bins) + "</svg>\n";
}

} // namespace results
