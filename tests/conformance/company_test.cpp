#include <set>

#include "core/random/stream.hpp"
#include "tests/conformance/relations.hpp"
#include "tests/support/catch.hpp"

using conformance::range;
using conformance::Rows;
using conformance::rows_of;
using conformance::said;
using core::Matrix;
using Eigen::Index;
using experiments::Setting;

// What a method says of a row is a function of the row. A sum whose order follows the number of rows breaks
// that in the last bit, and then a prediction depends on the file that the row stands in.
namespace {

/// So many rows are predicted together: odd, and more than a processor's widest registers hold.
constexpr Index together = 9;

Matrix noise(const std::string& name, Index rows, Index columns) {
  core::Stream stream(name);
  Matrix out(rows, columns);
  for (double& value : out.reshaped()) value = 0.1 * stream.normal();
  return out;
}

void append(core::Sample& sample, const Matrix& columns) {
  Matrix wide(sample.x.rows(), sample.x.cols() + columns.cols());
  wide << sample.x, columns;
  sample.x = wide;
}

/// The first draw of a setting's data set with `together` test points and so many inputs more, which are
/// noise.
core::Draw small_test(const Setting& setting, Index more_inputs) {
  core::Draw draw = build_source(setting)->draw(stream_axes(setting, 0));
  draw.test = rows_of(draw.test, range(0, together));
  draw.test_rows.clear();
  if (more_inputs > 0) {
    append(draw.train, noise("inputs of training", draw.train.x.rows(), more_inputs));
    append(draw.tune, noise("inputs of tuning", draw.tune.x.rows(), more_inputs));
    append(draw.test, noise("inputs of testing", draw.test.x.rows(), more_inputs));
  }
  return draw;
}

void check_in_any_company(const Setting& setting, const core::Draw& draw) {
  CAPTURE(canonical(setting), draw.train.x.rows(), draw.train.x.cols());
  const Matrix all = said(conformance::estimate_on(setting, draw));
  REQUIRE(all.rows() == together);
  for (const auto& [first, count] : {std::pair<Index, Index>{0, 1}, {5, 1}, {8, 1}, {0, 2}, {3, 2}, {7, 2}}) {
    core::Draw part = draw;
    part.test = rows_of(draw.test, range(first, count));
    CAPTURE(first, count);
    CHECK(said(conformance::estimate_on(setting, part)) == all.middleRows(first, count));
  }
  core::Draw backwards = draw;
  const Rows falling = {8, 7, 6, 5, 4, 3, 2, 1, 0};
  backwards.test = rows_of(draw.test, falling);
  CHECK(said(conformance::estimate_on(setting, backwards)) == all(falling, Eigen::all));
}

} // namespace

TEST_CASE("a row is given the same bits alone, in pairs and among all, by every method", "[conformance]") {
  std::set<std::string> seen;
  for (const char* data :
       {"wang2008/example1", "ruping2004/two_normals", "wu2010/example1", "wu2010/example4"})
    for (const Setting& setting : conformance::fixed_settings_on(conformance::simulated(data), 30)) {
      seen.insert(setting.method.id);
      check_in_any_company(setting, small_test(setting, 0));
    }
  for (const core::Entry& method : experiments::catalogue().methods)
    CHECK(seen.contains(method.id) != conformance::is_of_studies(method));
}

// From 128 terms on Eigen cuts sums, and how depends on the number of rows.
TEST_CASE("so it is where there are more inputs than rows", "[conformance][slow]") {
  for (const char* data : {"wang2008/example1", "wu2010/example4"})
    for (const Setting& setting : conformance::fixed_settings_on(conformance::simulated(data), 30))
      check_in_any_company(setting, small_test(setting, 140));
}

TEST_CASE("so it is by a sample of so many rows that sums over them are cut", "[conformance][slow]") {
  for (const Setting& setting :
       conformance::fixed_settings_on(conformance::simulated("wang2008/example1"), 150))
    check_in_any_company(setting, small_test(setting, 0));
}
