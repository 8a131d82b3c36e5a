#include "results/format/render.hpp"
#include "results/record/number.hpp"
#include "results/report/tabulate.hpp"
#include "tests/results/report/handmade.hpp"
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
    check_equal(read_back::from_text(render(results, Format::text)), wanted);
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
  page.replace(page.find("<td>0.581"), 9, "<td>0.580");
  CHECK(read_back::from_html(page) != expected(results));
  std::string text = render(results, Format::text);
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
