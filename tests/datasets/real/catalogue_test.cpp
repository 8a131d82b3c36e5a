#include <set>

#include "datasets/catalog.hpp"
#include "datasets/real/published.hpp"
#include "tests/datasets/real/skipped.hpp"
#include "tests/support/catch.hpp"

// Every published data set that is on this machine; a missing one is said to be skipped.

using datasets::real::Description;
using datasets::real::descriptions;

namespace {

core::Parameters defaults(const std::string& id) {
  core::Parameters parameters;
  for (const auto& spec : datasets::find(id).entry.parameters) parameters.set(spec.key, *spec.fallback);
  return parameters;
}

Eigen::Index width(const std::string& id, const std::string& key, const std::string& word) {
  auto parameters = defaults(id);
  parameters.set(key, word);
  return datasets::find(id).build(parameters)->draw({1, id, 0}).train.x.cols();
}

} // namespace

TEST_CASE("every data set says where it comes from, under what licence, and what must come out",
          "[datasets]") {
  for (const Description& row : descriptions()) {
    CAPTURE(row.id);
    for (const std::string* text : {&row.label, &row.meaning, &row.citation, &row.licence, &row.home})
      CHECK_FALSE(text->empty());
    for (const auto& file : row.files) {
      CHECK(file.sha256.size() == 64);
      CHECK((file.url.empty() || file.url.starts_with("https://")));
    }
    std::int64_t rows = 0;
    for (const auto& [name, count] : row.classes) rows += count;
    CHECK(rows == row.rows);
  }
}

TEST_CASE("every data set has the bytes, the rows, the classes and the inputs its row says",
          "[datasets][conformance]") {
  std::vector<std::string> missing;
  for (const Description& row : descriptions()) {
    CAPTURE(row.id);
    if (!is_present(row))
      missing.push_back(row.id);
    else
      REQUIRE_NOTHROW(read_asserted(row));
  }
  tests::say_skipped(missing);
}

TEST_CASE("every data set is drawn under every protocol it offers", "[datasets][conformance]") {
  std::vector<std::string> missing;
  for (const Description& row : descriptions()) {
    CAPTURE(row.id);
    if (!is_present(row)) {
      missing.push_back(row.id);
      continue;
    }
    for (const auto& spec : datasets::find(row.id).entry.parameters) {
      if (spec.key != "split") continue;
      for (const std::string& split : spec.words) {
        CAPTURE(split);
        auto parameters = defaults(row.id);
        parameters.set("split", split);
        parameters.set("n_train", std::int64_t{30});
        const auto draw = datasets::find(row.id).build(parameters)->draw({1, row.id, 0});
        REQUIRE(draw.train.x.cols() == row.inputs);
        REQUIRE(draw.test.size() > 0);
        REQUIRE(draw.train.x.allFinite());
        REQUIRE(draw.test.x.allFinite());
        REQUIRE((draw.train.y.array().abs() == 1).all());
      }
    }
  }
  tests::say_skipped(missing);
}

TEST_CASE("mushroom has 126 declared and 117 occurring values, the ? of stalk-root one of them",
          "[datasets]") {
  if (tests::skipped_without("mushroom")) return;
  REQUIRE(width("mushroom", "encoding", "declared") == 126);
  REQUIRE(width("mushroom", "encoding", "occurring") == 117);
}

TEST_CASE("the filter of Dudoit et al. keeps the 3571 genes of the literature", "[datasets][oracle]") {
  if (tests::skipped_without("leukaemia")) return;
  REQUIRE(width("leukaemia", "preparation", "none") == 7129);
  REQUIRE(width("leukaemia", "preparation", "filtered") == 3571);
}

TEST_CASE("leukaemia: test points are called by the numbers of the published patients, in the files' order",
          "[datasets]") {
  if (tests::skipped_without("leukaemia")) return;
  const auto source = datasets::find("leukaemia").build(defaults("leukaemia"));
  const auto names = source->observation_names();
  const auto rows = source->draw({1, "leukaemia", 0}).test_rows;
  REQUIRE(names.size() == 72);
  REQUIRE(rows.size() == 34);
  CHECK(names[static_cast<std::size_t>(rows[0])] == "patient 39");
  CHECK(names[static_cast<std::size_t>(rows[3])] == "patient 47");
  CHECK(std::set<std::string>(names.begin(), names.end()).size() == 72);
}

TEST_CASE("leukaemia: 27 ALL and 11 AML for training, 20 and 14 for testing", "[datasets]") {
  if (tests::skipped_without("leukaemia")) return;
  const auto draw = datasets::find("leukaemia").build(defaults("leukaemia"))->draw({1, "leukaemia", 0});
  REQUIRE(draw.train.size() == 38);
  REQUIRE(draw.test.size() == 34);
  REQUIRE((draw.train.y.array() > 0).count() == 11);
  REQUIRE((draw.test.y.array() > 0).count() == 14);
}

TEST_CASE("digits are two of ten, covertype two of seven, and other classes are left out", "[datasets]") {
  if (tests::skipped_without("optdigits") || tests::skipped_without("covtype_sample")) return;
  const auto digits = datasets::find("optdigits").build(defaults("optdigits"))->draw({1, "d", 0});
  REQUIRE(digits.train.size() + digits.test.size() == 776);
  auto parameters = defaults("covtype_sample");
  parameters.set("positive", std::string("7"));
  parameters.set("negative", std::string("1"));
  const auto cover = datasets::find("covtype_sample").build(parameters)->draw({1, "c", 0});
  REQUIRE(cover.train.size() + cover.test.size() == 42198);
}

TEST_CASE("the key of a result of a published data set holds the SHA-256 of its bytes", "[datasets]") {
  for (const Description& row : descriptions()) {
    const auto parameters = defaults(row.id);
    CHECK(parameters.text("content") == content_of(row));
    Description other = row;
    other.files.back().sha256[0] = other.files.back().sha256[0] == '0' ? '1' : '0';
    CHECK(content_of(other) != content_of(row));
  }
}

TEST_CASE("the list knows how many bytes a file has, and takes it without its last line end", "[datasets]") {
  for (const Description& row : descriptions())
    for (const auto& file : row.files) {
      CAPTURE(file.path);
      CHECK(file.bytes > 0);
      const auto found = datasets::real::find_file(file);
      if (!found || file.packed) continue;
      std::string bytes = datasets::readers::read_file(*found).bytes;
      CHECK(bytes.size() == file.bytes);
      CHECK(are_bytes_of(file, bytes));
      const bool ends_line = bytes.back() == '\n';
      bytes.pop_back();
      CHECK(are_bytes_of(file, bytes) == ends_line);
    }
}
