#include "results/format/latex.hpp"

#include <algorithm>
#include <map>

namespace results {
namespace {

/// Letters, digits and dashes only, for \label.
std::string label_of(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (plain) {
      out += c;
    } else if (!out.empty() && out.back() != '-') {
      out += '-';
    }
  }
  return out;
}

std::string latex_row(const std::vector<std::string>& cells) {
  std::string out;
  for (const std::string& cell : cells) out += (&cell == cells.data() ? "" : " & ") + cell;
  return out + " \\\\\n";
}

std::string latex_entry(const Entry& entry) {
  std::string text = latex_escaped(flat(entry));
  if (entry.text.size() > 1 && entry.text != "--" && entry.text.front() == '-') text.replace(0, 1, "$-$");
  return entry.strong || entry.verdict == Verdict::off ? "\\textbf{" + text + "}" : text;
}

std::string column_types(const Grid& grid) {
  std::string out(grid.stub.size(), 'l');
  for (const Entry& entry : grid.rows.front().entries) out += entry.verdict ? 'l' : 'r';
  return out;
}

std::string latex_heads(const Grid& grid) {
  std::string out;
  for (std::size_t level = 0; level < grid.heads.size(); ++level) {
    const bool lowest = level + 1 == grid.heads.size();
    std::vector<std::string> cells;
    std::string rules;
    for (const std::string& heading : grid.stub) cells.push_back(lowest ? latex_escaped(heading) : "");
    std::size_t first = grid.stub.size() + 1;
    for (const HeadCell& head : grid.heads[level]) {
      const std::size_t last = first + head.columns - 1;
      const std::string text = latex_escaped(head.text);
      cells.push_back(
          head.columns == 1 ? text : "\\multicolumn{" + std::to_string(head.columns) + "}{c}{" + text + "}");
      if (head.columns > 1)
        rules += "\\cmidrule(lr){" + std::to_string(first) + "-" + std::to_string(last) + "}";
      first = last + 1;
    }
    out += latex_row(cells) + (rules.empty() ? "" : rules + "\n");
  }
  return out;
}

std::string body_of(const Grid& grid) {
  std::string out;
  for (std::size_t r = 0; r < grid.rows.size(); ++r) {
    std::vector<std::string> cells(repeated_labels(grid, r));
    for (std::size_t s = cells.size(); s < grid.stub.size(); ++s)
      cells.push_back(latex_escaped(grid.rows[r].labels[s]));
    for (const Entry& entry : grid.rows[r].entries) cells.push_back(latex_entry(entry));
    out += latex_row(cells);
  }
  return out;
}

std::string caption_of(const Grid& grid, const std::string& more) {
  return "\\caption{" + latex_escaped(grid.title + (more.empty() ? "" : ". " + more)) +
         "}\\label{tab:" + label_of(grid.title) + "}";
}

/// A floating table, shrunk to the width of the line where it is wider.
std::string float_of(const Grid& grid, const std::string& more) {
  return "\\begin{table}\n\\centering\\footnotesize\\setlength{\\tabcolsep}{4pt}\n" + caption_of(grid, more) +
         "\n\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%\n\\begin{tabular}{" +
         column_types(grid) + "}\n\\toprule\n" + latex_heads(grid) + "\\midrule\n" + body_of(grid) +
         "\\bottomrule\n\\end{tabular}}\n\\end{table}\n";
}

std::string long_of(const Grid& grid) {
  const std::string head = "\\toprule\n" + latex_heads(grid) + "\\midrule\n";
  return "{\\footnotesize\\setlength{\\tabcolsep}{4pt}\n\\begin{longtable}{" + column_types(grid) + "}\n" +
         caption_of(grid, "") + " \\\\\n" + head + "\\endfirsthead\n" + head +
         "\\endhead\n\\bottomrule\n\\endlastfoot\n" + body_of(grid) + "\\end{longtable}\n}\n";
}

std::string grid_of(const Grid& grid, const std::string& more) {
  if (grid.columns() == 0) return "% " + grid.title + ": no columns\n";
  return grid.is_list ? long_of(grid) : float_of(grid, more);
}

std::string latex_section(const Section& section) {
  std::string out = "\\paragraph{" + latex_escaped(section.heading) + "}\n\\begin{itemize}\\raggedright\n";
  for (const std::string& line : section.lines) out += "\\item " + latex_escaped(line) + "\n";
  return out + "\\end{itemize}\n";
}

const std::map<std::string, std::string> replacements{{"&", R"(\&)"},
                                                      {"%", R"(\%)"},
                                                      {"$", R"(\$)"},
                                                      {"#", R"(\#)"},
                                                      {"_", R"(\_)"},
                                                      {"{", R"(\{)"},
                                                      {"}", R"(\})"},
                                                      {"~", R"(\textasciitilde{})"},
                                                      {"^", R"(\textasciicircum{})"},
                                                      {"\\", R"(\textbackslash{})"},
                                                      {"<", "$<$"},
                                                      {">", "$>$"},
                                                      {"|", "$|$"},
                                                      {"\n", " "},
                                                      {"\"", "''"},
                                                      {"*", "{*}"},
                                                      {"[", "{[}"},
                                                      {"]", "{]}"},
                                                      {"†", R"(\dag{})"},
                                                      {"−", "$-$"},
                                                      {"≤", R"($\le$)"},
                                                      {"≥", R"($\ge$)"},
                                                      {"±", R"($\pm$)"},
                                                      {"×", R"($\times$)"},
                                                      {"α", R"($\alpha$)"},
                                                      {"β", R"($\beta$)"},
                                                      {"γ", R"($\gamma$)"},
                                                      {"δ", R"($\delta$)"},
                                                      {"ε", R"($\epsilon$)"},
                                                      {"η", R"($\eta$)"},
                                                      {"θ", R"($\theta$)"},
                                                      {"κ", R"($\kappa$)"},
                                                      {"λ", R"($\lambda$)"},
                                                      {"μ", R"($\mu$)"},
                                                      {"ν", R"($\nu$)"},
                                                      {"ξ", R"($\xi$)"},
                                                      {"π", R"($\pi$)"},
                                                      {"ρ", R"($\rho$)"},
                                                      {"σ", R"($\sigma$)"},
                                                      {"τ", R"($\tau$)"},
                                                      {"φ", R"($\phi$)"},
                                                      {"χ", R"($\chi$)"},
                                                      {"ψ", R"($\psi$)"},
                                                      {"ω", R"($\omega$)"},
                                                      {"Ψ", R"($\Psi$)"},
                                                      {"Σ", R"($\Sigma$)"},
                                                      {"Ω", R"($\Omega$)"}};

/// Bytes of the UTF-8 character that starts with this one.
std::size_t length_of(char lead) {
  const auto byte = static_cast<unsigned char>(lead);
  return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

} // namespace

std::string latex_of(const Document& document) {
  std::string out = "% " + document.study + "\n% needs \\usepackage{booktabs,graphicx,longtable}\n";
  for (const Grid& grid : document.grids) out += "\n" + grid_of(grid, document.title);
  for (const Picture& picture : document.pictures)
    if (picture.in_words) out += "\n" + grid_of(*picture.in_words, "");
  for (const Section& section : document.sections) out += "\n" + latex_section(section);
  return out;
}

std::string latex_escaped(const std::string& text) {
  std::string out;
  for (std::size_t i = 0, length; i < text.size(); i += length) {
    length = length_of(text[i]);
    const std::string character = text.substr(i, length);
    const auto found = replacements.find(character);
    out += found == replacements.end() ? character : found->second;
  }
  return out;
}

} // namespace results
