#include <algorithm>

#include "datasets/readers/gene_expression.hpp"
#include "datasets/readers/gzip.hpp"
#include "datasets/readers/mat5.hpp"
#include "tests/datasets/refusal.hpp"
#include "tests/support/catch.hpp"

using datasets::readers::gunzip;
using datasets::readers::read_file;
using datasets::readers::read_gene_expression;
using datasets::readers::read_mat5;
using datasets::readers::read_matrix;
using datasets::readers::TextFile;

// The fixtures are what scipy.io.savemat writes of the variables below, plain and compressed.

namespace {

TextFile fixture(const std::string& name) {
  return {name, read_file(std::string(MARGINLAB_SOURCE_DIR) + "/tests/datasets/fixtures/" + name).bytes};
}

std::string mat5_refused(const std::string& bytes) {
  return tests::refusal([&] { read_mat5({"t.mat", bytes}); });
}

void append(std::string& bytes, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 0xff);
}

/// A 1 x 2 matrix A = [1, 258], of doubles stored as uint16, in the byte order of the big end.
std::string big_endian() {
  std::string bytes = "MATLAB 5.0 MAT-file";
  bytes.resize(124, ' ');
  bytes += std::string("\x01\x00MI", 4);
  append(bytes, 14), append(bytes, 56);                                   // a matrix of 56 bytes
  append(bytes, 6), append(bytes, 8), append(bytes, 6), append(bytes, 0); // flags: class double
  append(bytes, 5), append(bytes, 8), append(bytes, 1), append(bytes, 2); // 1 x 2
  append(bytes, 0x00010001), bytes += std::string("A\0\0\0", 4);          // its name, a small element
  append(bytes, 4), append(bytes, 4), append(bytes, 0x00010102), append(bytes, 0); // two uint16 and padding
  return bytes;
}

} // namespace

TEST_CASE("MAT: numeric matrices come back as another program wrote them, all else is left out",
          "[datasets][oracle]") {
  for (const char* name : {"plain.mat", "compressed.mat"}) {
    CAPTURE(name);
    const auto read = read_mat5(fixture(name));
    REQUIRE(read.size() == 4);
    CHECK(read.at("X") == (core::Matrix(2, 3) << 1.5, -2, 3, 4, 5e-3, 6).finished());
    CHECK(read.at("y") == core::Vector((core::Vector(2) << 1, -1).finished()));
    CHECK(read.at("small")(0, 0) == 7);
    CHECK(read.at("s") == (core::Matrix(1, 2) << 0.5, 0.25).finished());
  }
}

TEST_CASE("MAT: the byte order and the narrow types of other machines are understood", "[datasets]") {
  CHECK(read_mat5({"t.mat", big_endian()}).at("A") == (core::Matrix(1, 2) << 1, 258).finished());
}

TEST_CASE("MAT: a file that is cut off anywhere inside its variables is mat5_refused or has fewer",
          "[datasets]") {
  const std::string whole = fixture("plain.mat").bytes;
  const std::size_t variables = read_mat5({"t.mat", whole}).size();
  for (std::size_t length = 128; length < whole.size(); ++length) {
    CAPTURE(length);
    try {
      const std::size_t read = read_mat5({"t.mat", whole.substr(0, length)}).size();
      CHECK(read <= variables);
    } catch (const core::UserError& error) {
      CHECK(std::string(error.what()).starts_with("t.mat: "));
    }
  }
}

TEST_CASE("MAT: damage is an error of the file or another number, never a crash", "[datasets]") {
  const std::string whole = fixture("plain.mat").bytes;
  for (std::size_t at = 128; at < whole.size(); ++at)
    for (const char mask : {'\x01', '\x40', '\x7f'}) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ mask);
      try {
        read_mat5({"t.mat", damaged});
      } catch (const core::UserError& error) {
        CHECK(std::string(error.what()).starts_with("t.mat: "));
      }
    }
}

TEST_CASE("MAT: another level is mat5_refused by name", "[datasets]") {
  CHECK(mat5_refused("MATLAB 7.3 MAT-file" + std::string(200, ' ')) ==
        "t.mat: it does not begin with 'MATLAB 5.0', as a MATLAB file of level 5 does. Level 7.3 is HDF5. "
        "Save it with -v7.");
  CHECK(mat5_refused("").starts_with("t.mat: it does not begin with 'MATLAB 5.0'"));
  CHECK(mat5_refused("MATLAB 5.0" + std::string(200, ' '))
            .starts_with("t.mat: there is no byte order in its header."));
}

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
        "t.txt:2: the line has 5 fields, beginning with 'd', but the header has 3 patients with two each. Is "
        "the file cut off?");
  CHECK(gene_expression_refused(header + "d\tA_at\t1\tA\tP\tA\t3\tA\n") ==
        "t.txt:2: field 5 is 'P', which is no number. Is the file damaged?");
  CHECK(gene_expression_refused("<html>\n") ==
        "t.txt:1: the line begins with '<html>'. Gene Description, Gene Accession Number, a patient and call "
        "are expected. Is this the file?");
  CHECK(gene_expression_refused("") ==
        "t.txt: the file is empty. It has a header and a line for each gene. Get it again.");
}

TEST_CASE("numbers between blanks are a matrix, blank lines and CRLF left aside", "[datasets]") {
  CHECK(read_matrix({"t", "1 2.5e+003\r\n\r\n 3\t-4 \r\n"}) ==
        (core::Matrix(2, 2) << 1, 2500, 3, -4).finished());
  CHECK(tests::refusal([] { read_matrix({"t", "1 2\n\n3\n"}); }) ==
        "t:3: the line has 1 numbers, but the first has 2. Is the file cut off?");
  CHECK(tests::refusal([] { read_matrix({"t", "1 x\n"}); }) ==
        "t:1: field 2 is 'x', which is no number. Is the file damaged?");
}

namespace {

/// printf 'hello, gzip\n' | gzip -9n
const std::string packed{
    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xcb\x48\xcd\xc9\xc9\xd7\x51\x48\xaf\xca\x2c\xe0\x02"
    "\x00\x86\x1f\x82\xa4\x0c\x00\x00\x00",
    32};

std::string gzip_refused(const std::string& bytes) {
  return tests::refusal([&] { gunzip(bytes, "t.gz"); });
}

} // namespace

TEST_CASE("gzip: what the program of that name packs is unpacked, members one after the other",
          "[datasets][oracle]") {
  CHECK(gunzip(packed, "t.gz") == "hello, gzip\n");
  CHECK(gunzip(packed + packed, "t.gz") == "hello, gzip\nhello, gzip\n");
}

TEST_CASE("gzip: no byte can be cut off or changed unseen", "[datasets]") {
  for (std::size_t length = 2; length < packed.size(); ++length) {
    CAPTURE(length);
    CHECK(gzip_refused(packed.substr(0, length)).starts_with("t.gz: the compressed data end too early"));
  }
  for (std::size_t at = 10; at < packed.size(); ++at) {
    std::string damaged = packed;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    CAPTURE(at);
    std::string unpacked = "hello, gzip\n"; // unused bits of the last byte may be anything
    const auto said = tests::refusal([&] { unpacked = gunzip(damaged, "t.gz"); });
    CHECK(unpacked == "hello, gzip\n");
    CHECK((said != "accepted" || at == 23));
  }
  CHECK(gzip_refused(packed + "rest") ==
        "t.gz: 4 bytes stand behind the compressed data and are no gzip. Get the file again.");
}
