#include "tests/experiments/config/support/config_folder.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;

namespace {

const std::string picture =
    "      - title: a\n"
    "        lines:\n"
    "          - {function: hinge, label: H}\n"
    "          - {function: c_loss, rho: {grid: [0.1, 2]}}\n";

/// A study of nothing but drawn functions.
std::string drawn(const std::string& pictures = picture, const std::string& further = "") {
  return "title: losses\nlayout:\n  functions:\n    from: -2\n    to: 3\n    pictures:\n" + pictures +
         further;
}

} // namespace

TEST_CASE("functions: a study that only draws them needs no data, methods, metrics or table", "[spec]") {
  const Study study = study_of(drawn());
  CHECK(study.axes.empty());
  CHECK(study.metrics.empty());
  CHECK(study.layout.metrics.empty());
  REQUIRE(study.layout.panels.size() == 1);
  const auto& asked = study.layout.panels[0];
  CHECK(asked.list("title") == std::vector<std::string>{"a", "a", "a"});
  CHECK(asked.list("function") ==
        std::vector<std::string>{"hinge corner=1", "c_loss rho=0.1 u=1", "c_loss rho=2 u=1"});
  CHECK(asked.list("label") == std::vector<std::string>{"H", "C, rho = 0.1", "C, rho = 2"});
  CHECK(asked.number("from") == -2);
}

TEST_CASE("functions: beside them a study that has cells says all that it has to", "[spec]") {
  using Catch::Contains;
  CHECK_THAT(report_of(drawn(picture, "metrics: [gkl]\n")),
             Contains("missing key 'data'") && Contains("missing key 'rows'"));
  CHECK_THAT(report_of("title: nothing\nlayout: {decimals: 3}\n"), Contains("missing key 'data'"));
}

TEST_CASE(
    "functions: unknown names and keys, values out of range and two titles are answered with their place",
    "[spec]") {
  using Catch::Contains;
  const auto with_line = [](const std::string& line) {
    return report_of(drawn("      - {title: a, lines: [" + line + "]}\n"));
  };
  CHECK_THAT(with_line("{function: hing}"),
             Contains("unknown function 'hing'") && Contains("Did you mean 'hinge'?"));
  CHECK_THAT(with_line("{function: hinge, rho: 1}"), Contains("unknown key 'rho'") && Contains("corner"));
  CHECK_THAT(with_line("{function: c_loss, u: 0}"), Contains("'u' must lie in"));
  CHECK_THAT(with_line("{function: truncated_hinge, classes: 1}"), Contains("'classes' must lie in"));
  CHECK_THAT(with_line("{label: H}"), Contains("missing key 'function'"));
  CHECK_THAT(report_of(drawn(picture + picture)), Contains("a second picture with the title 'a'"));
  CHECK_THAT(report_of(drawn("      - {title: a}\n")), Contains("missing key 'lines'"));
  CHECK_THAT(report_of(replaced(drawn(), "to: 3", "to: -3")), Contains("'to' must be above 'from'"));
}
