#include "results/format/forest_svg.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "results/format/svg.hpp"
#include "results/format/text_grid.hpp"
#include "results/record/text.hpp"

namespace results {
namespace {

using svg::line;
using svg::pixels;
using svg::Spot;
using svg::text_at;

// Pixels.
constexpr double forest_width = 800, plot_edge = 16, block_gap = 24;
constexpr double head_height = 48, row_height = 22, group_height = 20, axis_height = 34;
constexpr double z_width = 40, label_gap = 10, small_letter = 6.3; // a generous width at 12 pixels
constexpr double widest_label = 150;                               // of panels side by side
constexpr double apart = 4.5; // of the two marks of a row from its middle
constexpr double title_line = 20, legend_line = 22;
constexpr std::size_t title_letters = 100;

constexpr const char* grey = "#5a6068";
constexpr const char* paper_suffix = " (the paper's method)";

/// How a number of marginlab's looks, by its verdict: colours of Okabe & Ito, darkened where they are pale.
struct Look {
  const char* colour;
  const char* outline; ///< of a filled symbol around a spot
  const char* name;    ///< the class
};

constexpr Look look_of_match{"#0072b2", "m-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0z", "match"};
constexpr Look look_of_off{"#c04f00", "m-4 -4h8v8h-8z", "off"};
constexpr Look look_of_undecided{"#3d3d3d", "m0 -5l5 8.5h-10z", "cannot-tell"};

const Look& look_of_forest(const std::optional<Verdict>& verdict) {
  if (verdict == Verdict::off) return look_of_off;
  return verdict == Verdict::cannot_tell ? look_of_undecided : look_of_match;
}

std::string fill(const std::string& colour) {
  return " fill=\"" + colour + "\"";
}

std::string path(Spot at, const std::string& outline, const std::string& style) {
  return "<path d=\"M" + pixels(at.x) + " " + pixels(at.y) + outline + "\"" + style + "/>\n";
}

std::string diamond(Spot at) {
  return path(at, "m0 -5l5 5l-5 5l-5 -5z",
              std::string(R"( class="published" fill="#ffffff" stroke-width="1.4" stroke=")") + grey + "\"");
}

std::string filled(Spot at, const Look& look) {
  return path(at, look.outline, " class=\"" + std::string(look.name) + "\"" + fill(look.colour));
}

std::string stroke(const std::string& colour, double width) {
  return " stroke=\"" + colour + "\" stroke-width=\"" + pixels(width) + "\"";
}

template <class Visit>
void for_each_row(const Forest& forest, Visit visit) {
  for (const ForestBlock& block : forest.blocks)
    for (const ForestRow& row : block.rows) visit(row);
}

bool opens_group(const ForestBlock& block, std::size_t row) {
  return !block.rows[row].group.empty() && (row == 0 || block.rows[row].group != block.rows[row - 1].group);
}

double height_of(const ForestBlock& block) {
  double out = head_height + axis_height;
  for (std::size_t r = 0; r < block.rows.size(); ++r)
    out += row_height + (opens_group(block, r) ? group_height : 0);
  return out;
}

} // namespace

std::string drawn_label(const std::string& label) {
  return label.ends_with(paper_suffix)
             ? label.substr(0, label.size() - std::string(paper_suffix).size()) + " *"
             : label;
}

const char* outline_of(const std::optional<Verdict>& verdict) {
  return look_of_forest(verdict).outline;
}

Extent extent_of(const ForestBlock& block) {
  std::vector<Estimate> all;
  for (const ForestRow& row : block.rows)
    for (const auto* one : {&row.published, &row.own})
      if (*one && std::isfinite((*one)->mean)) all.push_back(**one);
  if (all.empty()) return {0, 1};
  std::sort(all.begin(), all.end(), [](const Estimate& a, const Estimate& b) { return a.mean < b.mean; });
  const double low = all[all.size() / 4].mean, high = all[all.size() - 1 - all.size() / 4].mean;
  const double reach = 4 * (high - low);
  Extent out{all.back().mean, all.front().mean};
  for (const Estimate& one : all) {
    if (reach > 0 && (one.mean < low - reach || one.mean > high + reach)) continue;
    const double bar = std::isfinite(one.se) ? bar_errors * one.se : 0;
    out.least = std::min(out.least, std::max(one.mean - bar, reach > 0 ? low - reach : one.mean - bar));
    out.most = std::max(out.most, std::min(one.mean + bar, reach > 0 ? high + reach : one.mean + bar));
  }
  const double air =
      out.most > out.least ? (out.most - out.least) / 25 : std::max(std::abs(out.most), 1.0) / 2;
  return {out.least - air, out.most + air};
}

namespace {

/// One block, its upper left corner at (0, 0).
class BlockDrawing {
 public:
  BlockDrawing(const ForestBlock& block, double width, double labels)
      : block_(block),
        extent_(extent_of(block)),
        width_(width),
        left_(labels + label_gap),
        right_(width - z_width) {}

  std::string text() const {
    std::string out = head(), rows;
    double y = head_height;
    for (std::size_t r = 0; r < block_.rows.size(); ++r) {
      const ForestRow& row = block_.rows[r];
      if (opens_group(block_, r)) {
        rows += text_at({0, y + 14}, R"( font-size="12" font-weight="600" fill="#111111")", row.group);
        y += group_height;
      }
      rows += row_at(row, y + row_height / 2);
      y += row_height;
    }
    return out + axis(y) + rows;
  }

 private:
  double x_of(double value) const {
    return left_ + (right_ - left_) * (value - extent_.least) / (extent_.most - extent_.least);
  }

  std::string head() const {
    std::string out = text_at({0, 15}, R"( font-size="15" font-weight="bold" fill="#111111")", block_.title);
    if (!block_.verdict.empty()) {
      const bool judged = block_.outcome.has_value();
      if (judged) out += filled({6, 29}, look_of_forest(block_.outcome));
      out += text_at({judged ? 16.0 : 0.0, 33},
                     R"( class="verdict" font-size="12.5")" +
                         fill(judged ? look_of_forest(block_.outcome).colour : grey),
                     block_.verdict);
    }
    return out +
           (has_z() ? text_at({width_, head_height - 3},
                              R"( text-anchor="end" font-size="12" font-style="italic" fill="#5a6068")", "z")
                    : "");
  }

  bool has_z() const {
    return std::any_of(block_.rows.begin(), block_.rows.end(),
                       [](const ForestRow& row) { return std::isfinite(row.z); });
  }

  std::string axis(double y) const {
    std::string out = line({left_, y + 2}, {right_, y + 2}, stroke("#8a9099", 1));
    for (const Tick& tick : ticks(extent_, 5)) {
      const double x = x_of(tick.at);
      out += line({x, head_height}, {x, y + 2}, stroke("#dfe3e8", 1)) +
             text_at({x, y + 17}, R"( text-anchor="middle" font-size="11.5" fill="#5a6068")", tick.text);
    }
    return out;
  }

  std::string row_at(const ForestRow& row, double y) const {
    std::string out = "<g class=\"row\"><title>" + xml_escaped(tooltip(row)) + "</title>\n";
    out += text_at({left_ - label_gap, y + 4}, R"( text-anchor="end" font-size="12" fill="#111111")",
                   drawn_label(row.label));
    if (row.published) out += mark(*row.published, y - apart, nullptr);
    if (row.own) out += mark(*row.own, y + apart, &look_of_forest(row.verdict));
    if (std::isfinite(row.z))
      out += text_at({width_, y + 4},
                     R"( text-anchor="end" font-size="12")" + fill(look_of_forest(row.verdict).colour),
                     signed_z(row.z));
    return out + "</g>\n";
  }

  /// With the typographic minus, or a plus.
  static std::string signed_z(double z) {
    const std::string text = decimal(std::abs(z), 1);
    return (z < 0 ? "\u2212" : "+") + text;
  }

  static std::string tooltip(const ForestRow& row) {
    std::string out = row.group + (row.group.empty() ? "" : ", ") + row.label + ": published " +
                      row.published->text + ", marginlab " + (row.own ? row.own->text : "none");
    if (row.verdict) out += ", " + std::string(word(*row.verdict));
    return out;
  }

  /// A bar with its mark; published where there is no look.
  std::string mark(const Estimate& one, double y, const Look* look) const {
    const std::string colour = look == nullptr ? grey : look->colour;
    if (!is_within(extent_, one.mean)) return arrow(one, y, look);
    std::string out;
    if (std::isfinite(one.se) && one.se > 0) {
      const double low = std::max(one.mean - bar_errors * one.se, extent_.least),
                   high = std::min(one.mean + bar_errors * one.se, extent_.most);
      out = line({x_of(low), y}, {x_of(high), y}, stroke(colour, look == nullptr ? 1.3 : 2));
    }
    const Spot at{x_of(one.mean), y};
    return out + (look == nullptr ? diamond(at) : filled(at, *look));
  }

  /// The mean lies beyond the edge: an arrow there, hollow or filled, and its number.
  std::string arrow(const Estimate& one, double y, const Look* look) const {
    const bool up = one.mean > extent_.most;
    const double x = up ? right_ : left_;
    const std::string colour = look == nullptr ? grey : look->colour;
    const std::string style =
        look == nullptr
            ? std::string(R"( class="published" fill="#ffffff" stroke-width="1.4" stroke=")") + grey + "\""
            : " class=\"" + std::string(look->name) + "\"" + fill(colour);
    return path({x, y}, up ? "m0 0l-8 -4v8z" : "m0 0l8 -4v8z", style) +
           text_at(
               {up ? x - 12 : x + 12, y + 4},
               std::string(" text-anchor=\"") + (up ? "end" : "start") + "\" font-size=\"11\"" + fill(colour),
               one.text);
  }

  const ForestBlock& block_;
  Extent extent_;
  double width_, left_, right_;
};

struct Key {
  const Look* look; ///< none: published
  std::string text;
};

std::vector<Key> keys_of(const Forest& forest) {
  if (!forest.by_value) return {{nullptr, "published"}, {&look_of_match, "marginlab"}};
  return {{nullptr, "published"},
          {&look_of_match, "marginlab, match"},
          {&look_of_undecided, "undecided"},
          {&look_of_off, "off (beyond 3 standard errors)"}};
}

std::string legend(const Forest& forest, double y) {
  std::string out;
  double x = plot_edge;
  for (const Key& key : keys_of(forest)) {
    const Spot at{x + 6, y - 4};
    out += (key.look == nullptr ? diamond(at) : filled(at, *key.look)) +
           text_at({x + 17, y}, R"( font-size="12.5" fill="#111111")", key.text);
    x += 17 + small_letter * static_cast<double>(characters(key.text)) + 22;
  }
  bool has_paper_method = false, has_z = false;
  for_each_row(forest, [&](const ForestRow& row) {
    has_paper_method = has_paper_method || drawn_label(row.label) != row.label;
    has_z = has_z || std::isfinite(row.z);
  });
  std::string note = "Bars: 2 standard errors to both sides.";
  if (has_z) note += " z: the difference in combined standard errors.";
  if (has_paper_method) note += " *: the paper's method.";
  return out + text_at({plot_edge, y + legend_line - 3}, R"( font-size="12" fill="#5a6068")", note);
}

double widest_of(const Forest& forest) {
  std::size_t letters = 0;
  for_each_row(
      forest, [&](const ForestRow& row) { letters = std::max(letters, characters(drawn_label(row.label))); });
  return small_letter * static_cast<double>(letters);
}

} // namespace

std::string svg_of(const Forest& forest) {
  const double labels = widest_of(forest);
  const std::size_t columns = forest.blocks.size() > 1 && labels <= widest_label ? 2 : 1;
  const double width = (forest_width - 2 * plot_edge - block_gap * static_cast<double>(columns - 1)) /
                       static_cast<double>(columns);
  std::string body;
  double y = plot_edge;
  for (const std::string& title : broken(forest.title, title_letters)) {
    body += text_at({plot_edge, y + 14}, R"( font-size="14" fill="#111111")", title);
    y += title_line;
  }
  body += legend(forest, y + legend_line - 4);
  y += 2 * legend_line + 14;
  for (std::size_t first = 0; first < forest.blocks.size(); first += columns) {
    double height = 0;
    for (std::size_t b = first; b < std::min(first + columns, forest.blocks.size()); ++b) {
      const double x = plot_edge + static_cast<double>(b - first) * (width + block_gap);
      body += "<g class=\"block\" transform=\"translate(" + pixels(x) + " " + pixels(y) + ")\">\n" +
              BlockDrawing(forest.blocks[b], width, std::min(labels, width / 2)).text() + "</g>\n";
      height = std::max(height, height_of(forest.blocks[b]));
    }
    y += height + 10;
  }
  return svg::page({forest_width, y}, forest.title, body);
}

} // namespace results
