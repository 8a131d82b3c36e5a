#include "results/format/rank_svg.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "results/record/text.hpp"

namespace results {
namespace {

// Pixels.
constexpr double ranks_width = 420, ranks_top = 62, bar_top = 24, group_step = 9, name_step = 20,
                 rank_margin = 10;
constexpr double leads_below = 16, most_ranks_marked = 16;
constexpr const char* rank_ink = R"( stroke="currentColor")";
constexpr const char* group_ink = R"( stroke="currentColor" stroke-width="4" stroke-linecap="round")";

class RankDrawing {
 public:
  explicit RankDrawing(const RankDiagram& diagram) : diagram_(diagram) {
    std::size_t longest = 0;
    for (std::size_t i = 0; i < diagram.labels.size(); ++i) longest = std::max(longest, characters(name(i)));
    side_ = 2 * rank_margin + svg::letter * static_cast<double>(longest);
    for (std::size_t i = 0; i < diagram.labels.size(); ++i) order_.push_back(i);
    std::stable_sort(order_.begin(), order_.end(),
                     [&](std::size_t a, std::size_t b) { return diagram_.ranks[a] < diagram_.ranks[b]; });
    stack_groups();
  }

  svg::Figure figure() const {
    const std::size_t rows = (order_.size() + 1) / 2; // half of the names on either side
    const double height = names_top() + name_step * static_cast<double>(rows);
    return {diagram_.title, 2 * side_ + ranks_width, height, difference() + axis() + groups() + names(),
            rank_margin,    24 + rank_margin};
  }

 private:
  double last() const { return std::max(2.0, static_cast<double>(diagram_.labels.size())); }
  double across(double rank) const { return side_ + ranks_width * (rank - 1) / (last() - 1); }
  double names_top() const {
    return ranks_top + leads_below + group_step * static_cast<double>(ends_.size());
  }

  std::string name(std::size_t i) const { return diagram_.labels[i] + "  " + decimal(diagram_.ranks[i], 2); }

  /// Puts each group into the highest line in which it touches no other.
  void stack_groups() {
    for (const auto& group : diagram_.groups) {
      const double from = across(diagram_.ranks[group.front()]), to = across(diagram_.ranks[group.back()]);
      std::size_t line = 0;
      while (line < ends_.size() && ends_[line] + 3 * rank_margin > from) ++line;
      if (line == ends_.size()) ends_.push_back(0);
      ends_[line] = to;
      lines_.push_back(line);
    }
  }

  std::string difference() const {
    const bool fits = diagram_.critical_difference <= last() - 1;
    const double from = across(1), to = across(fits ? 1 + diagram_.critical_difference : last());
    const std::string text = "critical difference " + decimal(diagram_.critical_difference, 2) + ", " +
                             diagram_.places + (fits ? "" : ": longer than the axis");
    const std::string style = std::string(rank_ink) + " stroke-width=\"2\" class=\"difference\"";
    return svg::text_at({from, bar_top - 10}, svg::to_the_left, text) +
           svg::line({from, bar_top}, {to, bar_top}, style) +
           svg::line({from, bar_top - 4}, {from, bar_top + 4}, rank_ink) +
           svg::line({to, bar_top - 4}, {to, bar_top + 4}, rank_ink);
  }

  std::string axis() const {
    std::string out = svg::line({across(1), ranks_top}, {across(last()), ranks_top}, rank_ink);
    for (const Tick& tick : ticks({1, last()}, static_cast<int>(std::min(last() + 1, most_ranks_marked)))) {
      if (tick.text.find('.') != std::string::npos) continue;
      const double x = across(tick.at);
      out += svg::line({x, ranks_top - 5}, {x, ranks_top}, rank_ink) +
             svg::text_at({x, ranks_top - 9}, svg::in_the_middle, tick.text);
    }
    return out;
  }

  std::string groups() const {
    std::string out;
    for (std::size_t g = 0; g < diagram_.groups.size(); ++g) {
      const auto& group = diagram_.groups[g];
      std::string all;
      for (const std::size_t i : group) all += (all.empty() ? "" : "; ") + diagram_.labels[i];
      const double y = ranks_top + leads_below / 2 + group_step * static_cast<double>(lines_[g]);
      out += "<g class=\"level\"><title>cannot be told apart: " + xml_escaped(all) + "</title>" +
             svg::line({across(diagram_.ranks[group.front()]) - 4, y},
                       {across(diagram_.ranks[group.back()]) + 4, y}, group_ink) +
             "</g>\n";
    }
    return out;
  }

  /// The better half at the left, the best on top; the others at the right, the worst on top: no line crosses
  /// another.
  std::string names() const {
    std::string out;
    const std::size_t n = order_.size(), half = (n + 1) / 2;
    for (std::size_t k = 0; k < n; ++k) {
      const bool is_left = k < half;
      const double y = names_top() + name_step * static_cast<double>(is_left ? k : n - 1 - k) + 4;
      const double x = across(diagram_.ranks[order_[k]]),
                   end = is_left ? across(1) - 12 : across(last()) + 12;
      out += "<path class=\"lead\" d=\"M" + svg::pixels(x) + " " + svg::pixels(ranks_top) + "V" +
             svg::pixels(y) + "H" + svg::pixels(end) + "\" fill=\"none\"" + rank_ink + "/>\n" +
             svg::text_at({end + (is_left ? -4 : 4), y + 4.5}, is_left ? svg::to_the_right : svg::to_the_left,
                          name(order_[k]));
    }
    return out;
  }

  const RankDiagram& diagram_;
  std::vector<std::size_t> order_; ///< of the methods, by mean rank
  std::vector<double> ends_;       ///< of the last group in each line
  std::vector<std::size_t> lines_; ///< of each group
  double side_ = 0;                ///< pixels for names on each side
};

} // namespace

svg::Figure rank_figure(const RankDiagram& diagram) {
  return RankDrawing(diagram).figure();
}

} // namespace results
