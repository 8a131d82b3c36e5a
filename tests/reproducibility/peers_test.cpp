#include <algorithm>
#include <cstdlib>

#include "tests/reproducibility/program.hpp"
#include "tests/reproducibility/study_files.hpp"
#include "tests/support/catch.hpp"

using namespace reproducibility;

// configs/peers: methods of R, scikit-learn and PyPI in the tables of papers.
namespace {

/// The names of the methods that were left out.
std::vector<std::string> left_out(const std::string& said) {
  const std::string before = "Left out: '";
  std::vector<std::string> out;
  for (auto at = said.find(before); at != std::string::npos; at = said.find(before, at)) {
    at += before.size();
    out.push_back(said.substr(at, said.find('\'', at) - at));
  }
  return out;
}

} // namespace

TEST_CASE(
    "ten replications of the committed study with programs of others run, rows without their packages left "
    "out "
    "by name",
    "[reproducibility][workers][slow]") {
  const Scratch scratch;
  const std::string path = std::getenv("PATH") == nullptr ? "" : std::getenv("PATH");
  setenv("PATH", ("/usr/bin:" + path).c_str(), 1); // a Python in front of Debian's has none of its packages
  const auto config = std::filesystem::path(MARGINLAB_SOURCE_DIR) / "configs/peers/table1.yaml";
  const Answer run = answer_to(run_of(config, scratch / "run", {"replications=10"}));
  setenv("PATH", path.c_str(), 1);
  CAPTURE(run.said);
  REQUIRE(run.code == 0);
  for (const std::string& name : left_out(run.said))
    WARN("SKIPPED: the program of '" << name << "' does not begin");
  const results::Results all = stored(scratch / "run");
  std::vector<std::string> methods;
  for (const results::Axis& axis : all.card.axes)
    for (const results::AxisValue& value : axis.values)
      if (axis.name == "method") methods.push_back(value.name);
  CHECK(methods.size() + left_out(run.said).size() == 11);
  CHECK(all.rows.size() == 20 * methods.size());
  CHECK(all.failures.empty());
  for (const double error : all.rows.values.at("test_error")) CHECK((error >= 0 && error < 0.5));
}
