#include <sys/wait.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "results/format/rows.hpp"
#include "results/record/record.hpp"
#include "tests/results/report/handmade.hpp"
#include "tests/results/store/journal/scratch_directory.hpp"
#include "tests/support/catch.hpp"

using namespace results;

// The lines by which docs/stored-results.md reads the rows in Python and R, run as they stand there.

namespace {

std::string text_of_file(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// The line of the page that begins so.
std::string line_of_page(const std::string& beginning) {
  std::istringstream page(text_of_file(MARGINLAB_SOURCE_DIR "/docs/stored-results.md"));
  std::string line;
  while (std::getline(page, line))
    if (line.starts_with(beginning)) return line;
  FAIL("no line of the page begins with " << beginning);
  return "";
}

bool runs(const std::string& command) {
  return std::system((command + " >/dev/null 2>&1").c_str()) == 0;
}

/// The table of the tests with numbers of all digits, and one of each that are none.
Results with_hard_numbers() {
  Results all = handmade::table();
  std::vector<double>& gkl = all.rows.values.at("gkl");
  double value = 0.1;
  for (std::size_t i = 0; i < gkl.size(); ++i) {
    value = std::fmod(value * 997.0 + 1.0 / 3, 1.0);
    if (std::isfinite(gkl[i])) gkl[i] = value * std::pow(10.0, static_cast<double>(i % 9) - 6);
  }
  return all;
}

/// The metric gkl of the rows, in their order, as a reader's program prints it: a number a line.
std::vector<double> read_by(const std::string& command, const ScratchDirectory& scratch) {
  REQUIRE(std::system(("cd '" + scratch.path().string() + "' && " + command + " >said").c_str()) == 0);
  std::istringstream said(text_of_file(scratch / "said"));
  std::vector<double> out;
  for (std::string word; said >> word;) out.push_back(std::strtod(word.c_str(), nullptr));
  return out;
}

std::vector<double> expected_of(const Results& all) {
  std::vector<double> out;
  for (const Point& point : all.card.points)
    for (std::size_t row = 0; row < all.rows.size(); ++row)
      if (all.rows.setting[row] == point.setting) out.push_back(all.rows.values.at("gkl")[row]);
  return out;
}

} // namespace

TEST_CASE("pandas reads every row by the line of the page, bit for bit", "[report][rows][oracle]") {
  std::string python;
  for (const char* interpreter : {"python3", "/usr/bin/python3"})
    if (python.empty() && runs(std::string(interpreter) + " -c 'import pandas'")) python = interpreter;
  if (python.empty()) {
    WARN("SKIPPED: no python3 with pandas");
    return;
  }
  const ScratchDirectory scratch;
  const Results all = with_hard_numbers();
  std::ofstream(scratch / "rows.csv") << rows_of(all);
  std::ofstream(scratch / "read.py") << "import pandas as pd\n"
                                     << line_of_page("rows = pd.read_csv(")
                                     << "\nprint(*[repr(float(x)) for x in rows['gkl']])\n";
  const std::vector<double> read = read_by(python + " read.py", scratch), expected = expected_of(all);
  REQUIRE(read.size() == expected.size());
  for (std::size_t i = 0; i < read.size(); ++i) CHECK(same_bits(read[i], expected[i]));
}

TEST_CASE("R reads every row by the line of the page, to one unit in the last place",
          "[report][rows][oracle]") {
  if (!runs("Rscript -e 1")) {
    WARN("SKIPPED: no Rscript");
    return;
  }
  const ScratchDirectory scratch;
  const Results all = with_hard_numbers();
  std::ofstream(scratch / "rows.csv") << rows_of(all);
  std::ofstream(scratch / "read.R") << line_of_page("rows <- read.csv(")
                                    << "\ncat(ifelse(is.na(rows$gkl), 'nan', sprintf('%.17g', rows$gkl)))\n";
  const std::vector<double> read = read_by("Rscript read.R", scratch), expected = expected_of(all);
  REQUIRE(read.size() == expected.size());
  for (std::size_t i = 0; i < read.size(); ++i) {
    CAPTURE(i, read[i], expected[i]);
    if (std::isfinite(expected[i]))
      CHECK(std::abs(read[i] - expected[i]) <=
            std::nextafter(std::abs(expected[i]), 1e300) - std::abs(expected[i]));
    else if (std::isnan(expected[i]))
      CHECK(std::isnan(read[i]));
    else
      CHECK(read[i] == expected[i]);
  }
}
