#include <algorithm>
#include <cmath>
#include <sstream>

#include "core/contract.hpp"
#include "core/settings/parameters.hpp"
#include "results/format/csv.hpp"
#include "results/format/latex.hpp"
#include "results/format/markdown.hpp"
#include "results/record/text.hpp"
#include "results/render/render.hpp"
#include "results/report/table/tabulate.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/results/report/occurrences.hpp"
#include "tests/results/report/table_readers.hpp"
#include "tests/support/catch.hpp"

using namespace results;
using read_back::Numbers;

namespace {

std::string or_nothing(const std::string& text) {
  return text == "--" ? "" : text;
}

/// What every format has to say, taken from the table and not from a document.
std::vector<Numbers> expected(const Results& results) {
  std::vector<Numbers> out;
  const Table table = tabulate(results);
  for_each_cell(table, [&](const TableRow&, const TableColumn& column, const TableCell& cell) {
    out.push_back({cell.published.value, cell.published.se,
                   or_nothing(decimal(cell.ours.mean, column.decimals)),
                   or_nothing(decimal(cell.ours.se, column.decimals + 1)), std::to_string(cell.ours.used),
                   std::to_string(cell.planned), or_nothing(decimal(cell.agreement.z, 2)),
                   is_improvement(table, column) && !cell.published.value.empty()
                       ? "not counted"
                       : std::string(word(cell.agreement.verdict))});
  });
  return out;
}

void check_equal(const std::vector<Numbers>& read, const std::vector<Numbers>& wanted) {
  REQUIRE(read.size() == wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    CAPTURE(i);
    CHECK(read[i].published == wanted[i].published);
    CHECK(read[i].published_se == wanted[i].published_se);
    CHECK(read[i].ours == wanted[i].ours);
    CHECK(read[i].mcse == wanted[i].mcse);
    CHECK(read[i].n_ok == wanted[i].n_ok);
    CHECK(read[i].n == wanted[i].n);
    CHECK(read[i].z == wanted[i].z);
    CHECK(read[i].verdict == wanted[i].verdict);
  }
}

} // namespace

TEST_CASE("all formats print the same numbers, cell by cell", "[report]") {
  const Results results = handmade::table();
  const std::vector<Numbers> wanted = expected(results);
  REQUIRE(wanted.size() == 32); // 4 rows x (3 methods x 2 metrics + 2 improvements)
  SECTION("text") {
    check_equal(read_back::from_text(render(results, Format::text, {.width = 200})), wanted);
  }
  SECTION("markdown") {
    check_equal(read_back::from_markdown(render(results, Format::markdown)), wanted);
  }
  SECTION("latex") {
    check_equal(read_back::from_latex(render(results, Format::latex)), wanted);
  }
  SECTION("csv") {
    check_equal(read_back::from_csv(render(results, Format::csv)), wanted);
  }
  SECTION("html") {
    check_equal(read_back::from_html(render(results, Format::html)), wanted);
  }
}

TEST_CASE("the readers notice a single changed digit", "[report]") {
  const Results results = handmade::table();
  std::string page = render(results, Format::html);
  page.replace(page.find(">0.581 <"), 7, ">0.580 ");
  CHECK(read_back::from_html(page) != expected(results));
  std::string text = render(results, Format::text, {.width = 200});
  text.replace(text.rfind("0.581"), 5, "0.580");
  CHECK(read_back::from_text(text) != expected(results));
}

TEST_CASE("the readers refuse what their formats do not allow", "[report]") {
  CHECK_THROWS(read_back::csv_records("a,b\n"));
  CHECK_THROWS(read_back::csv_records("a\"b\r\n"));
  CHECK_THROWS(read_back::csv_records("\"a\r\n"));
  CHECK(read_back::csv_records("\"a,\"\"b\"\"\r\nc\",d\r\n") ==
        std::vector<std::vector<std::string>>{{"a,\"b\"\r\nc", "d"}});
}

TEST_CASE("rendering twice gives the same bytes in every format", "[report]") {
  for (const Format format :
       {Format::text, Format::markdown, Format::latex, Format::csv, Format::html, Format::svg})
    CHECK(render(handmade::sweep(), format) == render(handmade::sweep(), format));
}

TEST_CASE("the XML reader refuses what is not well-formed", "[report]") {
  for (const char* text : {"<a>", "<a><b></a></b>", "<a b=c/>", "<a b=\"1\" b=\"2\"/>", "<a>&</a>",
                           "<a>&nbsp;</a>", "<a/>x", "<a b=\"<\"/>", "text"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(xml::read(text), std::runtime_error);
  }
  CHECK(xml::read("<a><b c=\"d\">e &lt; f</b></a>\n").all("b").front()->own_text == "e < f");
}

TEST_CASE("the page is well-formed, whatever the labels say", "[report]") {
  for (const Results& results : {handmade::table(), handmade::sweep(), handmade::hostile()}) {
    const xml::Element page = xml::read(render(results, Format::html));
    CHECK(page.all("h1").size() == 1);
    CHECK(page.all("script").size() == 2); // its data and its own
    CHECK(page.all("img").empty());
    for (const xml::Element* link : page.all("a")) CHECK(link->attributes.at("href").starts_with("#"));
    for (const xml::Element* link : page.all("link")) CHECK(link->attributes.at("href") == "data:,");
  }
}

TEST_CASE("the page asks nothing of the network", "[report]") {
  std::string page = render(handmade::sweep(), Format::html);
  CHECK(occurrences(page, "src=") == 0);
  CHECK(occurrences(page, "url(") == 0);
  CHECK(occurrences(page, "@import") == 0);
  CHECK(occurrences(page, "http-equiv=\"Content-Security-Policy\"") == 1);
  CHECK(occurrences(page, "http") == 1 + occurrences(page, "xmlns=\"http://www.w3.org/2000/svg\""));
}

TEST_CASE("every table of the page has a caption, scoped heads and as many columns in each row", "[report]") {
  const xml::Element page = xml::read(render(handmade::table(), Format::html));
  const auto tables = page.all("table");
  REQUIRE(tables.size() == 3);
  for (const xml::Element* table : tables) {
    CHECK(table->all("caption").size() == 1);
    for (const xml::Element* head : table->all("th")) CHECK(head->attributes.contains("scope"));
    std::size_t labels = 0, rows = 0, cells = 0;
    for (const xml::Element* row : table->all("tbody").front()->all("tr")) {
      for (const xml::Element* head : row->all("th")) {
        const auto span = head->attributes.find("rowspan");
        labels += span == head->attributes.end() ? 1 : std::stoul(span->second);
      }
      cells += row->all("td").size();
      ++rows;
    }
    CHECK(labels == rows * table->all("thead").front()->all("th", "label").size());
    CHECK(cells == rows * (table == tables[0] ? 6 : table == tables[1] ? 8 : 10));
  }
}

TEST_CASE("the SVG is well-formed and holds every value of every map", "[report]") {
  const xml::Element svg = xml::read(render(handmade::sweep(), Format::svg));
  CHECK(svg.name == "svg");
  std::vector<std::string> values;
  for (const xml::Element* value : svg.all("text", "value")) values.push_back(value->own_text);
  CHECK(values == std::vector<std::string>{"0.596", "0.557", "0.558", "0.599", "0.624", "0.585", "0.585",
                                           "0.626", "0.594", "0.555", "0.555", "0.596", "0.624", "0.585",
                                           "0.585", "inf"});
}

TEST_CASE("a study without a heat map has no SVG, and says what to do", "[report]") {
  CHECK_THROWS_WITH(render(handmade::table(), Format::svg), Catch::Contains("layout.panels"));
  CHECK_THROWS_AS(render(handmade::table(), Format::svg), core::UserError);
}

TEST_CASE("a study of one number is a table without labels in every format", "[report][degenerate]") {
  Results results = handmade::table();
  results.card.points.resize(1);
  results.card.layout.metrics = {"gkl"};
  const xml::Element page = xml::read(render(results, Format::html));
  REQUIRE(page.all("table").size() == 3);
  CHECK(page.all("table", "paper").front()->all("td").size() == 1);
  CHECK(page.all("table", "paper").front()->all("td").front()->own_text.starts_with("0.580"));
  CHECK(occurrences(render(results, Format::text), "0.580 (0.0015)") == 2);
  CHECK(occurrences(render(results, Format::markdown), "| 0.580 (0.0015) |\n") == 1);
  CHECK(occurrences(render(results, Format::latex), "\n0.580 (0.0015) \\\\\n") == 1);
}

TEST_CASE("a study of which nothing has been run is a table of gaps in every format",
          "[report][degenerate]") {
  for (Results results : {handmade::table(), handmade::sweep()}) {
    results.rows = {};
    results.failures = {};
    const xml::Element page = xml::read(render(results, Format::html));
    for (const xml::Element* value : page.all("table", "paper").front()->all("td"))
      CHECK(value->text().starts_with("--"));
    for (const Format format : {Format::text, Format::markdown, Format::latex})
      CHECK(occurrences(render(results, format), "cells have not been run.") == 1);
    CHECK(occurrences(render(results, Format::csv), "match") == 0);
  }
}

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

// The whole way from results to verdicts, with wrong published numbers put in one by one.

namespace {

/// The handmade table with our own means as what the paper prints, so that every cell agrees.
Results agreeing() {
  Results results = handmade::table();
  results.card.published.clear();
  for_each_cell(tabulate(results), [&](const TableRow&, const TableColumn&, const TableCell& cell) {
    if (std::isfinite(cell.ours.mean))
      results.card.published.push_back(
          {cell.at, cell.metric, core::shortest(cell.ours.mean), core::shortest(cell.ours.se)});
  });
  return results;
}

/// Places with this verdict.
std::vector<std::pair<Coordinates, std::string>> cells_with(const Results& results, Verdict verdict) {
  std::vector<std::pair<Coordinates, std::string>> out;
  for_each_cell(tabulate(results), [&](const TableRow&, const TableColumn&, const TableCell& cell) {
    if (cell.agreement.verdict == verdict) out.emplace_back(cell.at, cell.metric);
  });
  return out;
}

/// Moves one published number by this many combined standard errors, sqrt(2) times ours as theirs is the
/// same.
void shift(Published& number, double standard_errors) {
  const double combined = std::sqrt(2.0) * std::stod(number.se);
  number.value = core::shortest(std::stod(number.value) + standard_errors * combined);
}

} // namespace

TEST_CASE("a published value far away makes exactly that cell off", "[verdict]") {
  const Results clean = agreeing();
  REQUIRE(clean.card.published.size() ==
          29); // 32 cells less an infinite mean and the two improvements over it
  REQUIRE(cells_with(clean, Verdict::match).size() == 29);
  REQUIRE(cells_with(clean, Verdict::off).empty());
  for (std::size_t i = 0; i < clean.card.published.size(); ++i) {
    CAPTURE(i);
    for (const double distance : {30.0, -30.0}) { // t of three replicates and more
      Results wrong = clean;
      shift(wrong.card.published[i], distance);
      const auto off = cells_with(wrong, Verdict::off);
      REQUIRE(off.size() == 1);
      CHECK(off.front() == std::pair(clean.card.published[i].at, clean.card.published[i].metric));
      CHECK(cells_with(wrong, Verdict::match).size() == 28);
    }
  }
}

TEST_CASE("a published value half a standard error away still matches everywhere", "[verdict]") {
  Results results = agreeing();
  for (Published& number : results.card.published) shift(number, 0.5);
  CHECK(cells_with(results, Verdict::match).size() == 29);
}

TEST_CASE("where our error is huge beside the published one the cell cannot tell", "[verdict]") {
  Results results = agreeing();
  for (Published& number : results.card.published) number.se = core::shortest(std::stod(number.se) / 10);
  CHECK(cells_with(results, Verdict::cannot_tell).size() == 29);
  CHECK(cells_with(results, Verdict::match).empty());
}

TEST_CASE("the counts are those of the cells", "[verdict]") {
  Results results = agreeing();
  shift(results.card.published[0], 12);
  shift(results.card.published[6], 5); // z 2.4
  const VerdictCounts counts = verdict_counts(tabulate(results));
  // Of 24 cells of GKL and CRE; improvements are not counted.
  CHECK(sentence(counts) == "21 match, 1 off, 1 cannot tell, 1 not published");
  CHECK(counts.published() == 23);
}
