#include <algorithm>
#include <sstream>

#include "results/format/csv.hpp"
#include "results/format/latex.hpp"
#include "results/format/markdown.hpp"
#include "results/format/render.hpp"
#include "results/record/text.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/results/report/occurrences.hpp"
#include "tests/support/catch.hpp"

using namespace results;

namespace {

/// The first line of a LaTeX text whose unescaped braces or dollars do not pair up; empty if none.
std::string unbalanced_line(const std::string& text) {
  std::string line;
  int braces = 0, dollars = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    line += text[i];
    if (text[i] == '\\' && i + 1 < text.size())
      line += text[++i];
    else if (text[i] == '{')
      ++braces;
    else if (text[i] == '}' && --braces < 0)
      return line;
    else if (text[i] == '$')
      ++dollars;
    if (text[i] != '\n') continue;
    if (dollars % 2 != 0) return line;
    line.clear();
    dollars = 0;
  }
  return braces == 0 ? "" : "the end";
}

} // namespace

TEST_CASE("the LaTeX check notices a lost brace", "[report]") {
  CHECK_FALSE(unbalanced_line("\\textbf{a\n").empty());
  CHECK_FALSE(unbalanced_line("a} {\n").empty());
  CHECK_FALSE(unbalanced_line("a $ b\n").empty());
  CHECK(unbalanced_line("\\{ $<$ \\$ {a}\n").empty());
}

TEST_CASE("LaTeX braces and dollars pair up, environments close, rows have equal columns", "[report]") {
  for (const Results& results : {handmade::table(), handmade::sweep(), handmade::hostile()}) {
    const std::string text = render(results, Format::latex);
    CHECK(unbalanced_line(text).empty());
    for (const char* name : {"table", "tabular", "longtable", "itemize"})
      CHECK(occurrences(text, "\\begin{" + std::string(name) + "}") ==
            occurrences(text, "\\end{" + std::string(name) + "}"));
    for (const std::string raw : {"|", "<", "\"", "\x01", "\x1b"}) {
      CAPTURE(raw);
      CHECK(occurrences(text, raw) == occurrences(text, "$" + raw + "$"));
    }
  }
}

TEST_CASE("LaTeX escapes each special character and turns Greek into mathematics", "[report]") {
  CHECK(latex_escaped("a_b & 5% #1 $x {y} ~ ^ \\") ==
        R"(a\_b \& 5\% \#1 \$x \{y\} \textasciitilde{} \textasciicircum{} \textbackslash{})");
  CHECK(latex_escaped("λ ≤ ψ_G") == R"($\lambda$ $\le$ $\psi$\_G)");
}

TEST_CASE("Markdown rows have equal columns, whatever the labels say", "[report]") {
  const std::string text = render(handmade::hostile(), Format::markdown);
  std::string bare = text; // the text without escaped characters
  for (std::size_t at = bare.find('\\'); at != std::string::npos; at = bare.find('\\', at)) bare.erase(at, 2);
  std::vector<std::size_t> bars;
  std::istringstream lines(bare);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("|")) bars.push_back(occurrences(line, "|"));
  CHECK(std::count(bars.begin(), bars.end(), 11) == 6);  // two labels, eight values: head, rule, four rows
  CHECK(std::count(bars.begin(), bars.end(), 10) == 34); // four labels, five values: head, rule, 32 rows
  CHECK(std::count(bars.begin(), bars.end(), 13) == 6);  // two labels, ten values: head, rule, four blocks
  CHECK(bars.size() == 46);
}

TEST_CASE("Markdown escapes markup and leaves words alone", "[report]") {
  CHECK(markdown_escaped("SVM_G and ψ_L") == "SVM_G and ψ_L");
  CHECK(markdown_escaped("_x_ *y* `z` a|b <i>") == R"(\_x\_ \*y\* \`z\` a\|b \<i>)");
  CHECK(markdown_escaped("[3/4]") == R"(\[3/4])");
  CHECK(markdown_escaped("0.5 [3/4]") == "0.5 [3/4]");
  CHECK(markdown_escaped("see [this](there)") == R"(see [this\](there))");
}

TEST_CASE("text for a file has no escape sequences, text for a terminal only colours", "[report]") {
  CHECK(render(handmade::table(), Format::text).find('\x1b') == std::string::npos);
  CHECK(render(handmade::hostile(), Format::text).find('\x1b') == std::string::npos);
  const std::string coloured = render(handmade::table(), Format::text, {.colour = Colour::always});
  CHECK(occurrences(coloured, "\x1b[1;31moff") == 2);
  std::string plain;
  for (std::size_t i = 0; i < coloured.size(); ++i) {
    if (coloured[i] != '\x1b')
      plain += coloured[i];
    else
      i = coloured.find('m', i);
  }
  CHECK(occurrences(plain, "\x1b") == 0);
  CHECK(occurrences(plain, " off") == occurrences(render(handmade::table(), Format::text), " off"));
}

TEST_CASE("CSV fields are quoted only where they must be", "[report]") {
  CHECK(csv_field("plain") == "plain");
  CHECK(csv_field("a,b") == "\"a,b\"");
  CHECK(csv_field("a\"b") == "\"a\"\"b\"");
  CHECK(csv_field("a\nb") == "\"a\nb\"");
}
