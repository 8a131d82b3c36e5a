#include "datasets/readers/libsvm.hpp"

#include "tests/datasets/refusal.hpp"
#include "tests/support/catch.hpp"

using datasets::readers::read_libsvm;
using Numbers = std::vector<double>;

namespace {

std::string libsvm_refused(const std::string& text) {
  return tests::refusal([&] { read_libsvm({"t.svm", text}); });
}

} // namespace

TEST_CASE("LIBSVM: what is not written is 0, and the label comes first", "[datasets]") {
  const auto table = read_libsvm({"t.svm", "# a comment\n+1 1:0.5 4:-2e0 \n\n-1\t2:3 # more\r\n-1\n"});
  REQUIRE(table.columns.size() == 5);
  CHECK(table.columns[0].name == "label");
  CHECK(table.columns[0].numbers == Numbers{1, -1, -1});
  CHECK(table.columns[1].numbers == Numbers{0.5, 0, 0});
  CHECK(table.columns[2].numbers == Numbers{0, 3, 0});
  CHECK(table.columns[3].numbers == Numbers{0, 0, 0});
  CHECK(table.columns[4].numbers == Numbers{-2, 0, 0});
  CHECK(table.lines == std::vector<std::size_t>{2, 4, 5});
}

TEST_CASE("LIBSVM: a broken file is libsvm_refused with its line and the offending text", "[datasets]") {
  CHECK(libsvm_refused("1 1:2\n1 0:3\n") ==
        "t.svm:2: '0:3' has no index from 1 (indices are whole numbers, the first is 1) correct it");
  CHECK(libsvm_refused("1 qid:3 1:2\n").starts_with("t.svm:1: 'qid:3' has no index from 1"));
  CHECK(libsvm_refused("1 2:1 2:3\n") ==
        "t.svm:1: index 2 behind 2 (indices rise within a line) sort the line, or remove the repetition");
  CHECK(libsvm_refused("1 3:1 2:3\n").starts_with("t.svm:1: index 2 behind 3"));
  CHECK(libsvm_refused("1 1:x\n") ==
        "t.svm:1: '1:x' has no number behind its colon (values are decimals) correct it");
  CHECK(libsvm_refused("1 1:\n").starts_with("t.svm:1: '1:' has no number"));
  CHECK(libsvm_refused("1:2 2:3\n") ==
        "t.svm:1: the line begins with '1:2' (a label comes first) is the label missing?");
  CHECK(libsvm_refused("1,2,3\n1 2\n") ==
        "t.svm:2: '2' is no index:value (every field behind the label is one) is this another format?");
  CHECK(libsvm_refused("\n# only a comment\n") ==
        "t.svm: no rows (the file has no data) give a file with data");
}

TEST_CASE("LIBSVM: a short file that asks for a vast table is libsvm_refused before it is made",
          "[datasets][degenerate]") {
  const std::string sentence =
      "t.svm: too large once what its rows leave out is written out (the table would take more than 2 GiB, "
      "than 2048 times the file, or than half of the memory that is left) use fewer rows or columns";
  CHECK(libsvm_refused("1 18446744073709551615:1\n") == sentence);
  CHECK(libsvm_refused("1 268435456:1\n") == sentence);
  std::string rows;
  for (int i = 0; i < 4096; ++i) rows += "1\n";
  CHECK(libsvm_refused(rows + "0 65536:1\n") == sentence);
}

TEST_CASE("LIBSVM: a wide table of which one number of a thousand is not zero is read", "[datasets]") {
  std::string rows;
  for (int i = 0; i < 1000; ++i)
    for (int k = 0; k < 10; ++k)
      rows += (k ? " " : "1 ") + std::to_string(1000 * k + i + 1) + ":1" + (k < 9 ? "" : "\n");
  const auto table = read_libsvm({"t.svm", rows});
  CHECK(table.columns.size() == 10001);
  CHECK(table.columns[10000].numbers[999] == 1);
}
