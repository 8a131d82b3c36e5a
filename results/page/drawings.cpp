#include "results/page/drawings.hpp"

#include <algorithm>
#include <cmath>

#include "results/format/forest_svg.hpp"
#include "results/format/html.hpp"
#include "results/format/svg.hpp"
#include "results/page/marks.hpp"
#include "results/record/text.hpp"

namespace results {
namespace {

constexpr double farthest_z = 12, strip_middle = 14;
constexpr double published_line = 8, own_line = 18; // pixels from the top of a row

double z_place(double z) {
  return 50 + 48 * std::clamp(z / farthest_z, -1.0, 1.0);
}

std::string z_band(const std::string& css_class, double z) {
  return "<rect class=\"" + css_class + "\" x=\"" + percent(z_place(-z)) + "\" width=\"" +
         percent(z_place(z) - z_place(-z)) + "\" y=\"2\" height=\"24\" rx=\"3\"/>";
}

std::string z_ground() {
  return z_band("band3", off_beyond) + z_band("band2", match_within) +
         "<line class=\"gl\" x1=\"50%\" x2=\"50%\" y1=\"0\" y2=\"28\"/>";
}

std::string z_mark(const ZMark& mark) {
  return std::isinf(mark.z) ? arrow_at(mark.verdict, mark.z > 0, strip_middle)
                            : mark_at(mark.verdict, z_place(mark.z), strip_middle);
}

std::string strip_text(double x, const std::string& anchor, const std::string& text) {
  return "<text x=\"" + percent(x) + "\" y=\"40\" text-anchor=\"" + anchor + "\">" + text + "</text>";
}

/// One panel; see forest_panel.
class PanelDrawing {
 public:
  PanelDrawing(const ForestBlock& block, const std::vector<CellFacts>& cells)
      : block_(block), cells_(cells), extent_(extent_of(block)) {}

  std::string text() const {
    std::string out = "<article class=\"forest\"><header><h3>" + xml_escaped(block_.title) + "</h3>" +
                      (block_.verdict.empty() ? "" : chip(block_.outcome, block_.verdict)) + "</header>\n";
    const std::string lines = grid();
    for (std::size_t r = 0; r < block_.rows.size(); ++r) {
      const ForestRow& row = block_.rows[r];
      if (!row.group.empty() && (r == 0 || block_.rows[r - 1].group != row.group))
        out += "<p class=\"grp\">" + xml_escaped(row.group) + "</p>\n";
      out += row_of(row, lines);
    }
    return out + axis() + "</article>\n";
  }

 private:
  double place(double value) const { return 100 * (value - extent_.least) / (extent_.most - extent_.least); }

  std::string grid() const {
    std::string out;
    for (const Tick& tick : ticks(extent_, 5))
      out += "<line class=\"gl\" x1=\"" + percent(place(tick.at)) + "\" x2=\"" + percent(place(tick.at)) +
             "\" y1=\"0\" y2=\"100%\"/>";
    return out;
  }

  bool has_z() const {
    return std::any_of(block_.rows.begin(), block_.rows.end(),
                       [](const ForestRow& row) { return std::isfinite(row.z); });
  }

  std::string axis() const {
    std::string texts;
    for (const Tick& tick : ticks(extent_, 5))
      texts += "<text x=\"" + percent(place(tick.at)) + "\" y=\"13\" text-anchor=\"middle\">" +
               with_minus(tick.text) + "</text>";
    return "<div class=\"axisrow\" aria-hidden=\"true\"><span></span>" + percent_drawing("axis", "", texts) +
           "<span class=\"z\">" + (has_z() ? "z" : "") + "</span></div>";
  }

  std::string row_of(const ForestRow& row, const std::string& lines) const {
    const auto found = find_cell(cells_, row.at, row.metric);
    std::string drawn = lines, said = (row.group.empty() ? "" : row.group + ", ") + row.label;
    if (row.published) {
      drawn += number(*row.published, nullptr, published_line);
      said += ", published " + row.published->text;
    }
    if (row.own) {
      drawn += number(*row.own, &row.verdict, own_line);
      said += ", marginlab " + row.own->text;
    }
    const std::string z = std::isfinite(row.z) ? signed_number(row.z, 1) : "";
    if (row.verdict && *row.verdict != Verdict::not_published) said += ", " + std::string(word(*row.verdict));
    if (!z.empty()) said += ", z " + z;
    const std::string address = found ? cells_[*found].address : "";
    const bool is_level = found && cells_[*found].best && cells_[*found].best->is_level;
    return "<a class=\"row\" data-v=\"" + class_of(row.verdict) + "\" href=\"#" + address +
           "\" aria-label=\"" + xml_escaped(with_minus(said)) + "\"><span class=\"lab\">" +
           xml_escaped(row.label.empty() ? block_.title : drawn_label(row.label)) +
           (is_level ? " <span class=\"level\">=</span>" : "") + "</span>" +
           percent_drawing("strip", "", drawn) + "<span class=\"z\">" + z + "</span></a>\n";
  }

  /// A bar and a mark; published where there is no verdict to look like.
  std::string number(const Estimate& one, const std::optional<Verdict>* verdict, double y) const {
    if (!is_within(extent_, one.mean)) return arrow(one, verdict, y);
    std::string out;
    if (std::isfinite(one.se) && one.se > 0)
      out = bar_at(verdict == nullptr ? "b-published" : "b b-" + class_of(*verdict),
                   place(std::max(one.mean - bar_errors * one.se, extent_.least)),
                   place(std::min(one.mean + bar_errors * one.se, extent_.most)), y);
    return out + (verdict == nullptr ? published_mark_at(place(one.mean), y)
                                     : mark_at(*verdict, place(one.mean), y));
  }

  std::string arrow(const Estimate& one, const std::optional<Verdict>* verdict, double y) const {
    const bool is_above = one.mean > extent_.most;
    const std::string css_class = verdict == nullptr ? "m-published" : "m m-" + class_of(*verdict);
    return "<svg x=\"" + std::string(is_above ? "100%" : "0%") + "\" y=\"" + svg::pixels(y) +
           "\" width=\"1\" height=\"1\" overflow=\"visible\"><path class=\"" + css_class + "\" d=\"M0 0" +
           (is_above ? "l-8 -4v8z" : "l8 -4v8z") + "\"/><text x=\"" + (is_above ? "-12" : "12") +
           "\" y=\"4\" text-anchor=\"" + (is_above ? "end" : "start") + "\">" +
           xml_escaped(with_minus(one.text)) + "</text></svg>";
  }

  const ForestBlock& block_;
  const std::vector<CellFacts>& cells_;
  Extent extent_;
};

} // namespace

std::string verdict_bar(const VerdictCounts& counts) {
  const auto all = static_cast<double>(counts.published());
  if (all == 0) return "";
  std::string body, label;
  double at = 0;
  for (const Verdict verdict : {Verdict::match, Verdict::off, Verdict::cannot_tell}) {
    if (counts[verdict] == 0) continue;
    const double width = 100 * static_cast<double>(counts[verdict]) / all;
    body += "<rect class=\"m m-" + css_class(verdict) + "\" x=\"" + percent(at) + "\" width=\"" +
            percent(width) + "\" height=\"14\"/>";
    if (at > 0)
      body +=
          "<line class=\"cut\" x1=\"" + percent(at) + "\" x2=\"" + percent(at) + "\" y1=\"0\" y2=\"14\"/>";
    at += width;
    label += (label.empty() ? "" : ", ") + std::to_string(counts[verdict]) + " " + std::string(word(verdict));
  }
  return percent_drawing("bar", label, body) + "\n";
}

std::string z_strip(std::vector<ZMark> marks) {
  std::erase_if(marks, [](const ZMark& mark) { return std::isnan(mark.z); });
  if (marks.empty()) return "";
  const auto [least, most] = std::minmax_element(marks.begin(), marks.end(),
                                                 [](const ZMark& a, const ZMark& b) { return a.z < b.z; });
  const std::string label = "z of " + counted(marks.size(), "cell") + ", from " + signed_number(least->z, 1) +
                            " to " + signed_number(most->z, 1);
  std::stable_sort(marks.begin(), marks.end(),
                   [](const ZMark& a, const ZMark& b) { return std::abs(a.z) > std::abs(b.z); });
  std::string body = z_ground();
  for (const ZMark& mark : marks) body += z_mark(mark);
  body += strip_text(0, "start", "marginlab lower") + strip_text(50, "middle", "z") +
          strip_text(100, "end", "marginlab higher");
  return percent_drawing("zs", label, body) + "\n";
}

double side_of(const Agreement& agreement) {
  return std::isinf(agreement.difference) ? agreement.difference : agreement.z;
}

std::string margin_strip(double errors, Verdict verdict) {
  if (std::isnan(errors)) return "";
  return percent_drawing("zs", "margin in standard errors: " + signed_number(errors, 1),
                         z_ground() + z_mark({errors, verdict})) +
         "\n";
}

std::string forest_panel(const ForestBlock& block, const std::vector<CellFacts>& cells) {
  return PanelDrawing(block, cells).text();
}

} // namespace results
