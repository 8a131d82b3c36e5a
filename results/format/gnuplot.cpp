#include "results/format/gnuplot.hpp"

#include <cmath>

#include "core/parameters.hpp"
#include "results/format/svg.hpp"
#include "results/record/text.hpp"

namespace results {
namespace {

/// Text in single quotes, in which gnuplot reads everything but a quote as itself.
std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : one_line(text)) out += c == '\'' ? "''" : std::string(1, c);
  return out + "'";
}

std::string number(double value) {
  return std::isfinite(value) ? core::shortest(value) : "NaN";
}

std::string head(const Chart& chart, const std::string& stem) {
  const std::string name = one_line(stem);
  return "# " + one_line(chart.title) + "\n# gnuplot -d " + name + ".gp draws " + name + ".svg and " + name +
         ".pdf in the folder it is called in.\nset encoding utf8\n\n";
}

/// The numbers: a line for each point, x first; then those of the dots.
std::string data_block(const Chart& chart) {
  std::string out = "$series << END_OF_SERIES\n# " + chart.x_name;
  for (const ChartLine& line : chart.lines) out += " " + line.name;
  out += "\n";
  for (std::size_t i = 0; i < chart.x.size(); ++i) {
    out += number(chart.x[i]);
    for (const ChartLine& line : chart.lines) out += " " + number(line.y[i]);
    out += "\n";
  }
  out += "END_OF_SERIES\n\n";
  if (!chart.dots) return out;
  out += "$dots << END_OF_DOTS\n# " + chart.dots->x_name + " " + chart.dots->y_name + "\n";
  for (std::size_t i = 0; i < chart.dots->x.size(); ++i)
    out += number(chart.dots->x[i]) + " " + number(chart.dots->y[i]) + "\n";
  return out + "END_OF_DOTS\n\n";
}

std::string tick_list(const std::vector<Tick>& ticks) {
  std::string out;
  for (const Tick& tick : ticks) out += (out.empty() ? "" : ", ") + quoted(tick.text) + " " + number(tick.at);
  return "(" + out + ")";
}

std::string range(const Extent& extent) {
  return "[" + number(extent.least) + ":" + number(extent.most) + "]";
}

std::string axes(const Chart& chart) {
  const Frame frame = frame_of(chart);
  std::string out =
      "set title " + quoted(chart.title) + " offset 0,0.6\nset xlabel " + quoted(chart.x_label) + "\n";
  if (!chart.y_label.empty()) out += "set ylabel " + quoted(chart.y_label) + "\n";
  out += "set xrange " + range(frame.x) + "\nset yrange " + range(frame.y) + "\n";
  out += "set xtics nomirror out " + tick_list(ticks(frame.x, 11)) + "\n";
  out += "set ytics nomirror out " + tick_list(ticks(frame.y, 9)) + "\n";
  out += "set border 3\n";
  if (frame.has_zero_line) out += "set xzeroaxis linetype 1 linecolor rgb '#888888' linewidth 0.75\n";
  for (const ChartMark& mark : chart.marks) {
    const std::string at = number(mark.x);
    out += "set arrow from first " + at + ", graph 0 to first " + at +
           ", graph 1 nohead dashtype 3 linecolor rgb '#888888'\n";
    out += "set label " + quoted(mark.label) + " at first " + at +
           ", graph 1.03 center textcolor rgb '#555555'\n";
  }
  return out + "set key bottom center horizontal outside reverse Left samplen 4 height 0.7\n\n";
}

/// One of gnuplot's own dash types for each look: solid, dashed, dotted, and so on.
std::string style(std::size_t k) {
  const LineLook look = look_of_line(k);
  std::string dash = "solid";
  if (!look.dash.empty()) {
    dash = "(";
    for (const int pixels : look.dash) dash += (dash.size() > 1 ? ", " : "") + std::to_string(pixels);
    dash += ")";
  }
  return "linecolor rgb '" + look.colour.hexadecimal() + "' linewidth 2 dashtype " + dash;
}

std::string plot(const Chart& chart) {
  std::string out = "plot ";
  if (chart.dots)
    out += "$dots using 1:2 with points pointtype 6 pointsize 0.5 linecolor rgb '#555555' notitle, \\\n     ";
  for (std::size_t k = 0; k < chart.lines.size(); ++k)
    out += (k == 0 ? "" : ", \\\n     ") + std::string("$series using 1:") + std::to_string(k + 2) +
           " with lines " + style(k) + " title " + quoted(chart.lines[k].label);
  return out + "\n";
}

} // namespace

std::string gnuplot_script(const Chart& chart, const std::string& stem) {
  return head(chart, stem) + data_block(chart) + axes(chart) +
         "set terminal svg size 720,470 noenhanced font 'sans,13' background rgb 'white'\nset output " +
         quoted(stem + ".svg") + "\n" + plot(chart) +
         "\nset terminal pdfcairo size 16cm,10.5cm noenhanced dashlength 1.5 font 'sans,11'\nset output " +
         quoted(stem + ".pdf") + "\nreplot\nunset output\n";
}

} // namespace results
