#include "datasets/readers/gene_expression.hpp"

#include "tests/datasets/refusal.hpp"
#include "tests/support/catch.hpp"

using datasets::readers::read_gene_expression;
using datasets::readers::read_matrix;

namespace {

const std::string header = "Gene Description\tGene Accession Number\t1\tcall\t34\tcall\t2\tcall\t37\n";

std::string gene_expression_refused(const std::string& text) {
  return tests::refusal([&] { read_gene_expression({"t.txt", text}); });
}

} // namespace

TEST_CASE(
    "gene files: patients come from the header, quotes are letters, a spare last field belongs to nobody",
    "[datasets]") {
  const auto read = read_gene_expression(
      {"t.txt",
       header +
           "\"one, \"a\" quote\tA_at\t-214\tA\t15\tP\t3\tM\t\nplain\tB/2_s_at\t1\tA\t2\tA\t71369\tP\t\n"});
  CHECK(read.patients == std::vector<int>{1, 34, 2});
  CHECK(read.genes == std::vector<std::string>{"A_at", "B/2_s_at"});
  CHECK(read.values == (core::Matrix(3, 2) << -214, 1, 15, 2, 3, 71369).finished());
}

TEST_CASE("gene files: a broken file is gene_expression_refused with line and text", "[datasets]") {
  CHECK(gene_expression_refused(header + "d\tA_at\t1\tA\t2\n") ==
        "t.txt:2: 5 fields, beginning with 'd' (the header has 3 patients with "
        "two each) is the file cut off?");
  CHECK(gene_expression_refused(header + "d\tA_at\t1\tA\tP\tA\t3\tA\n") ==
        "t.txt:2: field 5 is 'P' (expected a number) is the file damaged?");
  CHECK(gene_expression_refused("<html>\n") ==
        "t.txt:1: begins with '<html>' (expected Gene Description, Gene Accession Number, a "
        "patient, call) is this the file?");
  CHECK(gene_expression_refused("") ==
        "t.txt: empty (expected a header and a line a gene) get the file again");
}

TEST_CASE("numbers between blanks are a matrix, blank lines and CRLF left aside", "[datasets]") {
  CHECK(read_matrix({"t", "1 2.5e+003\r\n\r\n 3\t-4 \r\n"}) ==
        (core::Matrix(2, 2) << 1, 2500, 3, -4).finished());
  CHECK(tests::refusal([] {
          read_matrix({"t", "1 2\n\n3\n"});
        }) == "t:3: 1 numbers (the first line has 2) is the file cut off?");
  CHECK(tests::refusal([] {
          read_matrix({"t", "1 x\n"});
        }) == "t:1: field 2 is 'x' (expected a number) is the file damaged?");
}
