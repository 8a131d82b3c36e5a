#include "datasets/readers/libsvm.hpp"

#include <catch2/catch.hpp>

#include "tests/datasets/refusal.hpp"

using datasets::readers::read_libsvm;
using Numbers = std::vector<double>;

namespace {

std::string refused(const std::string& text) {
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

TEST_CASE("LIBSVM: a broken file is refused with its line and the offending text", "[datasets]") {
  CHECK(refused("1 1:2\n1 0:3\n") ==
        "t.svm:2: '0:3' has no index from 1 (indices are whole numbers, the first is 1) correct it");
  CHECK(refused("1 qid:3 1:2\n").starts_with("t.svm:1: 'qid:3' has no index from 1"));
  CHECK(refused("1 2:1 2:3\n") ==
        "t.svm:1: index 2 behind 2 (indices rise within a line) sort the line, or remove the repetition");
  CHECK(refused("1 3:1 2:3\n").starts_with("t.svm:1: index 2 behind 3"));
  CHECK(refused("1 1:x\n") ==
        "t.svm:1: '1:x' has no number behind its colon (values are decimals) correct it");
  CHECK(refused("1 1:\n").starts_with("t.svm:1: '1:' has no number"));
  CHECK(refused("1:2 2:3\n") ==
        "t.svm:1: the line begins with '1:2' (a label comes first) is the label missing?");
  CHECK(refused("1,2,3\n1 2\n") ==
        "t.svm:2: '2' is no index:value (every field behind the label is one) is this another format?");
  CHECK(refused("\n# only a comment\n") == "t.svm: no rows (the file has no data) give a file with data");
  CHECK(refused("1 999999999999:1\n") ==
        "t.svm: 1 x 999999999999 numbers (too many once zeros are written out) use fewer rows or columns");
}
