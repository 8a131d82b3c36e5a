#include "results/format/pictures.hpp"

#include <algorithm>
#include <cmath>

#include "core/settings/parameters.hpp"
#include "results/format/rank_svg.hpp"
#include "results/format/svg.hpp"
#include "results/record/text.hpp"

namespace results {
namespace {

using svg::faint;
using svg::in_the_middle;
using svg::letter;
using svg::line;
using svg::pixels;
using svg::place;
using svg::Spot;
using svg::text_at;
using svg::to_the_left;
using svg::to_the_right;

// Pixels of a chart.
constexpr double left = 64, right = 24, top = 28, plot_width = 632, plot_height = 320;
constexpr double bottom = 92; // ticks, the axis' label, the legend
constexpr double width = left + plot_width + right, height = top + plot_height + bottom;
constexpr double sample = 40, tick_length = 5;

std::string stroke(std::size_t k) {
  const LineLook look = look_of_line(k);
  std::string out = " fill=\"none\" stroke=\"" + look.colour.hexadecimal() +
                    R"(" stroke-width="2" stroke-linejoin="round")";
  if (look.dash.empty()) return out;
  out += " stroke-dasharray=\"";
  for (std::size_t i = 0; i < look.dash.size(); ++i)
    out += (i == 0 ? "" : " ") + std::to_string(look.dash[i]);
  return out + "\"";
}

class ChartDrawing {
 public:
  explicit ChartDrawing(const Chart& chart) : chart_(chart), frame_(frame_of(chart)) {}

  svg::Figure figure() const {
    return {chart_.title, width, height, marks() + axes() + borders() + dots() + lines() + legend(),
            letter,       32};
  }

 private:
  Spot spot(double x, double y) const {
    return {left + plot_width * (x - frame_.x.least) / (frame_.x.most - frame_.x.least),
            top + plot_height * (frame_.y.most - y) / (frame_.y.most - frame_.y.least)};
  }

  std::string axes() const {
    const Spot corner{left, top + plot_height};
    std::string out = line({left, top}, corner, faint) + line(corner, {left + plot_width, corner.y}, faint);
    if (frame_.has_zero_line)
      out += line(spot(frame_.x.least, 0), spot(frame_.x.most, 0),
                  R"( class="zero" stroke="currentColor" stroke-opacity="0.3")");
    for (const Tick& tick : ticks(frame_.x, 11)) {
      const double x = spot(tick.at, 0).x;
      out += line({x, corner.y}, {x, corner.y + tick_length}, faint) +
             text_at({x, corner.y + 20}, in_the_middle, tick.text);
    }
    for (const Tick& tick : ticks(frame_.y, 9)) {
      const double y = spot(0, tick.at).y;
      out += line({left - tick_length, y}, {left, y}, faint) +
             text_at({left - 9, y + 4.5}, to_the_right, tick.text);
    }
    out += text_at({left + plot_width / 2, corner.y + 42}, in_the_middle, chart_.x_label);
    const Spot beside{16, top + plot_height / 2};
    return chart_.y_label.empty() ? out : out + text_at(beside, svg::upwards(beside), chart_.y_label);
  }

  std::string marks() const {
    std::string out;
    for (const ChartMark& mark : chart_.marks) {
      const double x = spot(mark.x, 0).x;
      out +=
          line({x, top}, {x, top + plot_height}, std::string(faint) + " stroke-dasharray=\"2 4\"") +
          text_at({x, top - 8}, std::string(in_the_middle) + " class=\"mark\" font-size=\"12\"", mark.label);
    }
    return out;
  }

  /// Those within the frame; an open ring each, so that dots on top of each other stay visible, or the symbol
  /// of its group.
  std::string dots() const {
    std::string out;
    if (!chart_.dots) return out;
    const std::vector<double> groups = chart_.dots->groups();
    for (std::size_t i = 0; i < chart_.dots->x.size(); ++i) {
      const double x = chart_.dots->x[i], y = chart_.dots->y[i];
      if (!is_within(frame_.x, x) || !is_within(frame_.y, y)) continue;
      const Spot at = spot(x, y);
      if (groups.empty())
        out += "<circle class=\"dot\" cx=\"" + pixels(at.x) + "\" cy=\"" + pixels(at.y) +
               R"(" r="3" fill="none" stroke="currentColor" stroke-opacity="0.6"/>)" + "\n";
      else
        out += svg::symbol(at, group_of(groups, i), "dot");
    }
    return out;
  }

  std::size_t group_of(const std::vector<double>& groups, std::size_t dot) const {
    return static_cast<std::size_t>(std::lower_bound(groups.begin(), groups.end(), chart_.dots->group[dot]) -
                                    groups.begin());
  }

  /// One path a line; a point beyond the frame interrupts it.
  std::string borders() const {
    std::string out;
    if (!chart_.borders) return out;
    for (const auto& line : chart_.borders->lines) {
      std::string path;
      bool drawing = false;
      for (const auto& [x, y] : line) {
        const bool inside = is_within(frame_.x, x) && is_within(frame_.y, y);
        if (inside) path += step(drawing, spot(x, y), path.empty());
        drawing = inside;
      }
      out += "<path class=\"border\" d=\"" + path +
             R"(" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round"/>)" + "\n";
    }
    return out;
  }

  static std::string step(bool drawing, Spot at, bool first) {
    return (first ? "" : " ") + std::string(drawing ? "L" : "M") + pixels(at.x) + " " + pixels(at.y);
  }

  /// One path a line, lifted over its gaps; or a symbol for each of its points.
  std::string lines() const {
    std::string out;
    for (std::size_t k = 0; k < chart_.lines.size(); ++k) {
      if (!chart_.joined) {
        out += symbols(k);
        continue;
      }
      std::string path;
      bool drawing = false;
      for (std::size_t i = 0; i < chart_.x.size(); ++i) {
        const double x = chart_.x[i], y = chart_.lines[k].y[i];
        const bool is_point = std::isfinite(x) && std::isfinite(y);
        if (is_point) path += step(drawing, spot(x, y), path.empty());
        drawing = is_point;
      }
      out += "<path class=\"line\" d=\"" + path + "\"" + stroke(k) + "><title>" +
             xml_escaped(chart_.lines[k].label) + "</title></path>\n";
    }
    return out;
  }

  std::string symbols(std::size_t k) const {
    std::string out;
    for (std::size_t i = 0; i < chart_.x.size(); ++i)
      if (const double x = chart_.x[i], y = chart_.lines[k].y[i]; std::isfinite(x) && std::isfinite(y))
        out += svg::symbol(spot(x, y), k, "point");
    return out;
  }

  /// What the lines, or else the groups of dots, are called.
  std::vector<std::string> legend_labels() const {
    std::vector<std::string> out;
    for (const ChartLine& line : chart_.lines) out.push_back(line.label);
    if (out.empty() && chart_.dots)
      for (const double group : chart_.dots->groups())
        out.push_back(chart_.dots->group_name + " " + core::shortest(group));
    return out;
  }

  std::string legend() const {
    const std::vector<std::string> labels = legend_labels();
    const bool by_line = !chart_.lines.empty() && chart_.joined;
    double wanted = 0;
    for (const std::string& label : labels)
      wanted += sample + 3 * letter + letter * static_cast<double>(characters(label));
    double x = std::max(letter, left + (plot_width - wanted) / 2);
    const double y = height - 14;
    std::string out;
    for (std::size_t k = 0; k < labels.size(); ++k) {
      out += by_line ? line({x, y - 4.5}, {x + sample, y - 4.5}, stroke(k))
                     : svg::symbol({x + sample - letter, y - 4.5}, k, "key");
      out += text_at({x + sample + letter, y}, to_the_left, labels[k]);
      x += sample + 3 * letter + letter * static_cast<double>(characters(labels[k]));
    }
    return out;
  }

  const Chart& chart_;
  Frame frame_;
};

// Pixels of a heat map.
constexpr double line_height = 20; // of text
constexpr double cell_height = 34;
constexpr double edge = 10; // around everything
constexpr int legend_steps = 40;

class HeatMapDrawing {
 public:
  explicit HeatMapDrawing(const HeatMap& map) : map_(map) {
    std::size_t stub = characters(map.row_axis), cell = 7;
    for (const std::string& label : map.row_labels) stub = std::max(stub, characters(label));
    for (const std::string& label : map.column_labels) cell = std::max(cell, characters(label));
    left_ = edge + letter * static_cast<double>(stub) + edge;
    cell_width_ = letter * static_cast<double>(cell) + edge;
  }

  svg::Figure figure() const {
    return {map_.title, width(), height(), axes() + cells() + legend(), edge, line_height + edge};
  }

 private:
  double width() const {
    const double legend = edge + letter * static_cast<double>(characters(legend_text())) + edge;
    return std::max(left_ + all_columns() + edge, legend);
  }

  double height() const {
    return 2 * line_height + cell_height * static_cast<double>(map_.row_labels.size()) + 52;
  }

  double all_columns() const { return cell_width_ * static_cast<double>(map_.column_labels.size()); }

  svg::Box box(std::size_t r, std::size_t c) const {
    return {left_ + static_cast<double>(c) * cell_width_,
            2 * line_height + static_cast<double>(r) * cell_height, cell_width_, cell_height};
  }

  std::string axes() const {
    std::string out = text_at({left_ + all_columns() / 2, line_height - 6}, in_the_middle, map_.column_axis);
    out += text_at({left_ - edge, 2 * line_height - 6}, to_the_right, map_.row_axis);
    for (std::size_t c = 0; c < map_.column_labels.size(); ++c)
      out +=
          text_at({box(0, c).x + cell_width_ / 2, 2 * line_height - 6}, in_the_middle, map_.column_labels[c]);
    for (std::size_t r = 0; r < map_.row_labels.size(); ++r)
      out += text_at({left_ - edge, box(r, 0).y + cell_height / 2 + 5}, to_the_right, map_.row_labels[r]);
    return out;
  }

  std::string cells() const {
    std::string out;
    for (std::size_t r = 0; r < map_.cells.size(); ++r)
      for (std::size_t c = 0; c < map_.cells[r].size(); ++c) out += cell(box(r, c), map_.cells[r][c]);
    return out;
  }

  /// A cell without a finite mean has no colour, only a frame.
  std::string cell(const svg::Box& box, const std::optional<TableCell>& cell) const {
    const auto share = cell ? map_.shade(*cell) : std::nullopt;
    const bool best = cell && map_.is_best(*cell);
    std::string fill = "none", ink = "currentColor";
    if (share) {
      fill = scale_colour(*share).hexadecimal();
      ink = readable_on(scale_colour(*share)).hexadecimal();
    }
    std::string out = "<g class=\"cell\"><title>" + xml_escaped(tooltip(cell)) + "</title><rect" +
                      place(box) + " fill=\"" + fill +
                      "\" stroke=\"currentColor\" stroke-opacity=\"0.25\"/>\n";
    if (best)
      out += "<rect" + place({box.x + 3, box.y + 3, box.width - 6, box.height - 6}) +
             " fill=\"none\" stroke=\"" + ink + "\" stroke-width=\"2\"/>\n";
    if (cell && std::isinf(cell->ours.mean)) out += arrow(box, cell->ours.mean > 0);
    out += text_at(
        {box.x + box.width / 2, box.y + box.height / 2 + 5},
        R"( class="value" text-anchor="middle" fill=")" + ink + "\"" + (best ? R"( font-weight="bold")" : ""),
        cell ? decimal(cell->ours.mean, map_.decimals) : "--");
    return out + "</g>\n";
  }

  /// Beside the word of an infinite mean, which no colour of the scale stands for.
  static std::string arrow(const svg::Box& box, bool is_up) {
    return "<path class=\"beyond\" d=\"M" + pixels(box.x + box.width / 2 - 20) + " " +
           pixels(box.y + box.height / 2 + (is_up ? -6 : 6)) + (is_up ? "l5 11h-10z" : "l5 -11h-10z") +
           "\" fill=\"currentColor\"/>\n";
  }

  std::string tooltip(const std::optional<TableCell>& cell) const {
    if (!cell) return "not computed";
    std::string out;
    for (const auto& [axis, value] : cell->at) out += axis + " " + value + ", ";
    const std::string error = spread(cell->ours.se, map_.decimals);
    return out + cell->metric + " " + decimal(cell->ours.mean, map_.decimals) +
           (error.empty() ? "" : " " + error) + ", n " + replicate_count(cell->ours.used, cell->planned);
  }

  std::string legend_text() const {
    return decimal(map_.scale_least, map_.decimals) + " to " + decimal(map_.scale_most, map_.decimals) +
           ", " + (map_.smaller_is_better ? "smaller" : "larger") + " is better; the best is framed";
  }

  std::string legend() const {
    const double below = box(map_.row_labels.size(), 0).y + 10, step = 6;
    std::string out;
    for (int i = 0; i < legend_steps; ++i)
      out += "<rect" + place({edge + i * step, below, step, 12}) + " fill=\"" +
             scale_colour(static_cast<double>(i) / (legend_steps - 1)).hexadecimal() + "\"/>\n";
    return out + text_at({edge, below + 30}, to_the_left, legend_text());
  }

  const HeatMap& map_;
  double left_ = 0, cell_width_ = 0;
};

svg::Figure figure_of(const Chart& chart) {
  return ChartDrawing(chart).figure();
}

svg::Figure figure_of(const HeatMap& map) {
  return HeatMapDrawing(map).figure();
}

svg::Figure figure_of(const RankDiagram& diagram) {
  return rank_figure(diagram);
}

svg::Figure figure_of(const Picture& picture) {
  return std::visit([](const auto& drawn) { return figure_of(drawn); }, picture.drawing);
}

} // namespace

std::string svg_of(const std::vector<Picture>& pictures) {
  std::vector<svg::Figure> figures;
  for (const Picture& picture : pictures) figures.push_back(figure_of(picture));
  return svg::sheet(figures);
}

std::string inline_svg(const Picture& picture) {
  return svg::inlined(figure_of(picture));
}

} // namespace results
