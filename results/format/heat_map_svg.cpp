#include "results/format/heat_map_svg.hpp"

#include <algorithm>

#include "results/format/html.hpp"
#include "results/format/text.hpp"
#include "results/record/number.hpp"
#include "results/record/text.hpp"

namespace results {
namespace {

// Pixels.
constexpr std::size_t letter = 8;       // a generous width of one
constexpr std::size_t line_height = 20; // of text
constexpr std::size_t cell_height = 34;
constexpr std::size_t edge = 10; // around everything
constexpr std::size_t legend_height = 52;
constexpr std::size_t legend_steps = 40;

struct Box {
  std::size_t x = 0, y = 0, width = 0, height = 0;
};

std::string pixels(std::size_t n) {
  return std::to_string(n);
}

std::string place(const Box& box) {
  return " x=\"" + pixels(box.x) + "\" y=\"" + pixels(box.y) + "\" width=\"" + pixels(box.width) +
         "\" height=\"" + pixels(box.height) + "\"";
}

/// A text with its baseline at (x, y); `style` holds further attributes.
std::string text_at(std::size_t x, std::size_t y, const std::string& style, const std::string& text) {
  return "<text x=\"" + pixels(x) + "\" y=\"" + pixels(y) + "\" " + style + ">" + xml_escaped(text) +
         "</text>\n";
}

constexpr const char* to_the_left = R"(text-anchor="start" fill="currentColor")";
constexpr const char* to_the_right = R"(text-anchor="end" fill="currentColor")";
constexpr const char* in_the_middle = R"(text-anchor="middle" fill="currentColor")";

/// Draws one map with its upper left corner at (0, 0).
class Picture {
 public:
  explicit Picture(const HeatMap& map) : map_(map) {
    std::size_t stub = characters(map.row_axis), cell = 7;
    for (const std::string& label : map.row_labels) stub = std::max(stub, characters(label));
    for (const std::string& label : map.column_labels) cell = std::max(cell, characters(label));
    left_ = edge + letter * stub + edge;
    cell_width_ = letter * cell + edge;
  }

  std::size_t width() const {
    const std::size_t legend = edge + letter * characters(legend_text()) + edge;
    return std::max(left_ + cell_width_ * map_.column_labels.size() + edge, legend);
  }
  std::size_t height() const {
    return 2 * line_height + cell_height * map_.row_labels.size() + legend_height;
  }

  std::string drawing() const { return axes() + cells() + legend(); }

 private:
  Box box(std::size_t r, std::size_t c) const {
    return {left_ + c * cell_width_, 2 * line_height + r * cell_height, cell_width_, cell_height};
  }

  std::string axes() const {
    const std::size_t middle = left_ + cell_width_ * map_.column_labels.size() / 2;
    std::string out = text_at(middle, line_height - 6, in_the_middle, map_.column_axis);
    out += text_at(left_ - edge, 2 * line_height - 6, to_the_right, map_.row_axis);
    for (std::size_t c = 0; c < map_.column_labels.size(); ++c)
      out +=
          text_at(box(0, c).x + cell_width_ / 2, 2 * line_height - 6, in_the_middle, map_.column_labels[c]);
    for (std::size_t r = 0; r < map_.row_labels.size(); ++r)
      out += text_at(left_ - edge, box(r, 0).y + cell_height / 2 + 5, to_the_right, map_.row_labels[r]);
    return out;
  }

  std::string cells() const {
    std::string out;
    for (std::size_t r = 0; r < map_.cells.size(); ++r)
      for (std::size_t c = 0; c < map_.cells[r].size(); ++c) out += cell(box(r, c), map_.cells[r][c]);
    return out;
  }

  /// A cell without a finite mean has no colour, only a frame.
  std::string cell(const Box& box, const std::optional<TableCell>& cell) const {
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
    out += text_at(
        box.x + box.width / 2, box.y + box.height / 2 + 5,
        R"(class="value" text-anchor="middle" fill=")" + ink + "\"" + (best ? R"( font-weight="bold")" : ""),
        cell ? decimal(cell->ours.mean, map_.decimals) : "--");
    return out + "</g>\n";
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
    return decimal(map_.least, map_.decimals) + " to " + decimal(map_.most, map_.decimals) + ", " +
           (map_.smaller_is_better ? "smaller" : "larger") + " is better; the best is framed";
  }

  std::string legend() const {
    const std::size_t top = box(map_.row_labels.size(), 0).y + 10, step = 6;
    std::string out;
    for (std::size_t i = 0; i < legend_steps; ++i)
      out += "<rect" + place({edge + i * step, top, step, 12}) + " fill=\"" +
             scale_colour(static_cast<double>(i) / (legend_steps - 1)).hexadecimal() + "\"/>\n";
    return out + text_at(edge, top + 30, to_the_left, legend_text());
  }

  const HeatMap& map_;
  std::size_t left_ = 0, cell_width_ = 0;
};

std::string opening(std::size_t width, std::size_t height, const std::string& more) {
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + pixels(width) + "\" height=\"" +
         pixels(height) + "\" viewBox=\"0 0 " + pixels(width) + " " + pixels(height) +
         "\" font-family=\"system-ui, sans-serif\" font-size=\"13\" role=\"img\"" + more + ">\n";
}

std::string label(const std::string& title) {
  return " aria-label=\"" + xml_escaped(title) + "\"";
}

} // namespace

std::string heat_map_svg(const std::vector<HeatMap>& maps) {
  std::size_t width = 0, top = 0;
  std::string drawings;
  for (const HeatMap& map : maps) {
    const Picture picture(map);
    width = std::max({width, picture.width(), edge + letter * characters(map.title) + edge});
    drawings +=
        text_at(edge, top + line_height, std::string(to_the_left) + " font-weight=\"bold\"", map.title);
    drawings += "<g transform=\"translate(0 " + pixels(top + line_height + edge) + ")\">\n" +
                picture.drawing() + "</g>\n";
    top += line_height + edge + picture.height();
  }
  const std::string title = maps.empty() ? "" : label(maps.front().title);
  return opening(width, top, title + " color=\"#111111\"") +
         "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n" + drawings + "</svg>\n";
}

std::string inline_heat_map(const HeatMap& map) {
  const Picture picture(map);
  return opening(picture.width(), picture.height(), label(map.title)) + picture.drawing() + "</svg>\n";
}

} // namespace results
