#include <catch2/catch.hpp>
#include <cstdlib>

#include "results/format/gnuplot.hpp"
#include "tests/results/report/figure/small_path.hpp"
#include "tests/results/store/journal/scratch_directory.hpp"

// The script byte for byte: regression only; MARGINLAB_WRITE_GOLDEN=1 accepts a change, as in
// report_golden_test.cpp. Then gnuplot itself, which ./test installs, on the same script.
using namespace results;

namespace {

const std::filesystem::path golden =
    std::filesystem::path(MARGINLAB_SOURCE_DIR) / "tests/results/report/figure/golden/small_path.gp";

std::string script() {
  return gnuplot_script(charts(handmade::small_path()).front(), "small_path");
}

/// gnuplot's exit code on a script in a folder.
int drawn(const std::string& text, const ScratchDirectory& folder) {
  put_bytes(folder / "small_path.gp", text);
  const std::string command = "cd '" + folder.path().string() + "' && gnuplot -d small_path.gp 2>messages";
  return std::system(command.c_str());
}

} // namespace

TEST_CASE("the script of a small path is what it was", "[figure][golden]") {
  if (std::getenv("MARGINLAB_WRITE_GOLDEN") != nullptr) {
    put_bytes(golden, script());
    FAIL("golden file written; read it, then run without MARGINLAB_WRITE_GOLDEN");
  }
  CHECK(script() == bytes_of(golden));
}

TEST_CASE("gnuplot refuses a script with a mistake", "[figure]") {
  const ScratchDirectory folder;
  CHECK(drawn("plot $nothing using 1:2\n", folder) != 0);
}

TEST_CASE("gnuplot draws the script without a word: an SVG with every label, and a PDF", "[figure]") {
  const ScratchDirectory folder;
  CHECK(drawn(script(), folder) == 0);
  CHECK(bytes_of(folder / "messages").empty());
  const std::string svg = bytes_of(folder / "small_path.svg");
  for (const char* label : {"β₀(π)", "Bob's &lt;w> &amp; 1", "flat_until", "wang2008/small: replicate 1"}) {
    CAPTURE(label);
    CHECK(svg.find(label) != std::string::npos);
  }
  CHECK(bytes_of(folder / "small_path.pdf").starts_with("%PDF-"));
}

TEST_CASE("the script carries every number with all its digits", "[figure]") {
  CHECK(script().find("\n0.5 0.125 0.3333333333333333\n0.5 -0.125 NaN\n") != std::string::npos);
}
