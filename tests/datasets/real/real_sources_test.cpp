#include <algorithm>
#include <set>

#include "core/random/sha256.hpp"
#include "datasets/catalog.hpp"
#include "datasets/real/data_folders.hpp"
#include "datasets/real/observations.hpp"
#include "datasets/real/published.hpp"
#include "datasets/real/real_source.hpp"
#include "tests/datasets/real/skipped.hpp"
#include "tests/datasets/refusal.hpp"
#include "tests/datasets/temporary_folder.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gzip.hpp"

using namespace datasets::real;
using core::StreamAxes;
using datasets::protocol::Sampling;
using datasets::real::Description;
using datasets::real::descriptions;
using datasets::real::Observations;
using datasets::real::Protocol;
using datasets::real::RealSource;
using tests::EnvironmentVariable;
using tests::TemporaryFolder;

namespace {

/// 40 rows in 3 columns: the number of the row, a constant, a column that is constant but for row 39.
std::shared_ptr<const Observations> made() {
  auto data = std::make_shared<Observations>();
  data->inputs.x = core::Matrix::Constant(40, 3, 0.3);
  data->inputs.x.col(0) = core::Vector::LinSpaced(40, 0, 39);
  data->inputs.x(39, 2) = 5;
  data->y = core::Labels::Constant(40, -1);
  data->y.head(15).setOnes();
  for (std::int64_t i = 0; i < 40; ++i) data->rows.push_back(100 + i);
  data->training.assign(40, 0);
  std::fill_n(data->training.begin(), 25, 1);
  return data;
}

RealSource source(const Protocol& protocol) {
  return {made(), protocol};
}

std::set<double> first_column(const core::Sample& sample) {
  return {sample.x.col(0).begin(), sample.x.col(0).end()};
}

} // namespace

TEST_CASE("inputs and labels stay together, and there is no true p", "[datasets]") {
  const auto draw =
      source({.sizes = {20, 5, 0}, .standardise = Protocol::Standardise::none}).draw({1, "data", 0});
  CHECK(draw.train.size() == 20);
  CHECK(draw.tune.size() == 5);
  CHECK(draw.test.size() == 15);
  CHECK(draw.test.truth.size() == 0);
  CHECK(draw.test_rows.empty());
  for (const auto* part : {&draw.train, &draw.tune, &draw.test})
    for (Eigen::Index i = 0; i < part->size(); ++i) CHECK(part->y(i) == (part->x(i, 0) < 15 ? 1 : -1));
}

TEST_CASE("by the training part: its columns have mean 0 and sd 1, and no test value has a say",
          "[datasets]") {
  const Protocol protocol{.sizes = {20, 0, 0}, .standardise = Protocol::Standardise::train};
  const auto draw = source(protocol).draw({1, "data", 0});
  CHECK(draw.train.x.col(0).mean() == Approx(0).margin(1e-14));
  CHECK(draw.train.x.col(0).squaredNorm() / 19 == Approx(1));
  CHECK(draw.train.x.col(1).isZero(0));
  CHECK(draw.test.x.col(1).isZero(0));

  const auto tested =
      source({.sizes = {20, 0, 0}, .standardise = Protocol::Standardise::none}).draw({1, "data", 0}).test;
  auto changed = std::make_shared<Observations>(*made());
  for (const double row : tested.x.col(0)) changed->inputs.x.row(static_cast<Eigen::Index>(row)) *= 1000;
  CHECK(RealSource(changed, protocol).draw({1, "data", 0}).train.x == draw.train.x);
  Protocol by_all = protocol;
  by_all.standardise = Protocol::Standardise::all;
  CHECK(RealSource(changed, by_all).draw({1, "data", 0}).train.x !=
        source(by_all).draw({1, "data", 0}).train.x);
}

TEST_CASE("by all rows: training and test part together have mean 0 and sd 1", "[datasets]") {
  const auto draw =
      source({.sizes = {20, 0, 0}, .standardise = Protocol::Standardise::all}).draw({1, "data", 0});
  core::Vector all(40);
  all << draw.train.x.col(0), draw.test.x.col(0);
  CHECK(all.mean() == Approx(0).margin(1e-14));
  CHECK(all.squaredNorm() / 39 == Approx(1));
}

TEST_CASE("a column that is constant in the training part stays finite in the test part", "[datasets]") {
  const auto draw = source({.split = Protocol::Split::given}).draw({1, "data", 0});
  CHECK(draw.train.x.col(2).isZero(0));
  CHECK(draw.test.x(14, 2) == Approx(4.7));
  CHECK(draw.test.x.allFinite());
}

TEST_CASE("a given split is the same in every replicate and for every seed", "[datasets]") {
  const auto one = source({.split = Protocol::Split::given}).draw({1, "data", 0});
  const auto other = source({.split = Protocol::Split::given}).draw({2, "data", 7});
  CHECK(one.train.x == other.train.x);
  CHECK(one.train.size() == 25);
  CHECK(one.test.size() == 15);
}

TEST_CASE("a given split knows the rows it tests, too", "[datasets]") {
  const auto draw = source({.split = Protocol::Split::given, .standardise = Protocol::Standardise::none})
                        .draw({1, "data", 0});
  REQUIRE(draw.test_rows.size() == 15);
  for (std::size_t i = 0; i < 15; ++i)
    CHECK(static_cast<double>(draw.test_rows[i] - 100) == draw.test.x(static_cast<Eigen::Index>(i), 0));
  CHECK(draw.whole == nullptr);
}

TEST_CASE("replicate r is fold r mod k of repetition r / k, and knows the rows it tests", "[datasets]") {
  const auto folds =
      source({.split = Protocol::Split::folds, .folds = 8, .standardise = Protocol::Standardise::none});
  std::vector<std::vector<std::int64_t>> repetitions;
  for (std::int32_t repetition = 0; repetition < 2; ++repetition) {
    auto& order = repetitions.emplace_back();
    std::set<std::int64_t> tested;
    for (std::int32_t fold = 0; fold < 8; ++fold) {
      const auto draw = folds.draw({1, "data", 8 * repetition + fold});
      REQUIRE(draw.test_rows.size() == 5);
      for (std::size_t i = 0; i < 5; ++i)
        CHECK(static_cast<double>(draw.test_rows[i] - 100) == draw.test.x(static_cast<Eigen::Index>(i), 0));
      tested.insert(draw.test_rows.begin(), draw.test_rows.end());
      order.insert(order.end(), draw.test_rows.begin(), draw.test_rows.end());
    }
    CHECK(tested.size() == 40);
  }
  CHECK(repetitions[0] != repetitions[1]);
}

TEST_CASE("the rows a study works with are the same in every replicate, and others for another seed",
          "[datasets]") {
  const auto sampled = source({.split = Protocol::Split::folds,
                               .folds = 2,
                               .sample_size = 20,
                               .standardise = Protocol::Standardise::none});
  const auto rows_of = [&](const StreamAxes& axes) {
    const auto draw = sampled.draw(axes);
    auto rows = first_column(draw.train);
    rows.merge(first_column(draw.test));
    return rows;
  };
  CHECK(rows_of({1, "data", 0}).size() == 20);
  CHECK(rows_of({1, "data", 0}) == rows_of({1, "data", 5}));
  CHECK(rows_of({1, "data", 0}) != rows_of({2, "data", 0}));
}

TEST_CASE("a given split that the data set does not have, or of a part of it, is refused", "[datasets]") {
  auto none = std::make_shared<Observations>(*made());
  none->training.clear();
  CHECK(tests::refusal([&] {
          RealSource(none, {.split = Protocol::Split::given}).draw({1, "data", 0});
        }).starts_with("The publisher of this data set gives no split"));
  CHECK(tests::refusal([&] {
          source({.split = Protocol::Split::given, .sample_size = 10}).draw({1, "data", 0});
        }).starts_with("split: given divides all rows"));
}

TEST_CASE("equal axes draw equal bits, another replicate another split", "[datasets][reproducibility]") {
  const auto random = source({.sizes = {20, 0, 0}});
  CHECK(random.draw({1, "data", 3}).train.x == random.draw({1, "data", 3}).train.x);
  CHECK(random.draw({1, "data", 3}).train.x != random.draw({1, "data", 4}).train.x);
}

TEST_CASE("one fold: replicates learn from the folds of a cross-validation and are tested on all the others",
          "[datasets]") {
  const Protocol folds{.split = Protocol::Split::folds,
                       .folds = 5,
                       .sampling = Sampling::stratified,
                       .standardise = Protocol::Standardise::none};
  Protocol one_fold = folds;
  one_fold.split = Protocol::Split::one_fold;
  for (std::int32_t r = 0; r < 10; ++r) {
    const auto there = source(folds).draw({1, "data", r}), back = source(one_fold).draw({1, "data", r});
    CHECK(back.train.x == there.test.x);
    CHECK(back.test.x == there.train.x);
    CHECK((back.train.y.array() > 0).count() == 3);
    CHECK(back.test_rows.empty());
    CHECK(back.whole == nullptr);
  }
}

TEST_CASE("one fold: fewer rows of a class than folds are refused", "[datasets]") {
  const auto message = tests::refusal([&] {
    source({.split = Protocol::Split::one_fold, .folds = 16, .sampling = Sampling::stratified})
        .draw({1, "data", 0});
  });
  CHECK_THAT(message,
             Catch::StartsWith("There are 16 folds with split: one_fold, but 15 rows of a class. A fold"));
}

// Every published data set that is on this machine; a missing one is said to be skipped.

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

namespace {

/// 70 rows in the layout of covertype: 10 integers, 44 indicators, the class 1 to 7.
std::string forest() {
  std::string text;
  for (int i = 0; i < 70; ++i) {
    for (int k = 0; k < 10; ++k) text += std::to_string(2000 + 17 * i - 3 * k * i) + ",";
    for (int k = 0; k < 44; ++k) text += (k == i % 4 || k == 4 + i % 40) ? "1," : "0,";
    text += std::to_string(1 + i % 7) + "\n";
  }
  return text;
}

/// The data set of all rows, as if these were all.
Description forest_of(const std::string& packed) {
  Description out = *described("covtype");
  out.files[0].sha256 = core::sha256_hex(packed);
  out.rows = 70;
  for (auto& [name, count] : out.classes) count = 10;
  return out;
}

} // namespace

TEST_CASE("a file that is public packed is known by its packed bytes, and read", "[datasets][packed]") {
  const TemporaryFolder folder;
  const EnvironmentVariable variable("MARGINLAB_DATA", folder.path().string());
  const std::string packed = tests::gzip(forest());
  const Description description = forest_of(packed);
  folder.write("covtype/covtype.data.gz", packed);
  const Reading reading = read_asserted(description);
  const Observations data =
      observations_of(reading, {.classes = {{description.positive}, {description.negative}}});
  CHECK(data.y.size() == 20);
  CHECK(data.inputs.x.cols() == 54);
  CHECK((data.y.array() > 0).count() == 10);
}

TEST_CASE("a packed file of another hash, and the unpacked one, are refused", "[datasets][packed]") {
  const TemporaryFolder folder;
  const EnvironmentVariable variable("MARGINLAB_DATA", folder.path().string());
  const std::string packed = tests::gzip(forest());
  folder.write("covtype/covtype.data.gz", packed);
  const auto other = tests::refusal([&] { read_files(*described("covtype")); });
  CHECK_THAT(other, Catch::Contains("covtype.data.gz: its SHA-256 is ") &&
                        Catch::Contains("614360d0257557dd... as it is published, packed") &&
                        Catch::Contains("marginlab data fetch covtype"));
  folder.write("covtype/covtype.data", forest());
  CHECK_THAT(tests::refusal([&] { read_files(forest_of(packed)); }), Catch::Contains("its SHA-256 is "));
}
