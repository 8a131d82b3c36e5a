#include <hdf5.h>

#include <algorithm>
#include <array>
#include <functional>
#include <limits>

#include "core/contract.hpp"
#include "results/record/card_json.hpp"
#include "results/record/soundness.hpp"
#include "results/store/hdf5/dataset.hpp"
#include "results/store/hdf5/file.hpp"
#include "results/store/hdf5/inspect.hpp"
#include "results/store/hdf5/model_file.hpp"
#include "results/store/hdf5/results_file.hpp"
#include "results/store/journal_line.hpp"
#include "tests/results/store/hdf5/example_study.hpp"
#include "tests/results/store/journal/cells.hpp"
#include "tests/results/store/journal/scratch_directory.hpp"
#include "tests/support/catch.hpp"

using namespace results;
using Catch::Contains;
using hdf5::Handle;

namespace fs = std::filesystem;

// Files whose checksums are right and whose content somebody chose to do harm.
namespace {

Model small_model() {
  Model model;
  model.setting = "{}";
  model.columns = {{"width", true, {}}, {"height", true, {}}};
  model.label = "outcome";
  model.label_place = 2;
  model.positive = {"yes"};
  model.negative = {"no"};
  model.inputs = {"width", "height"};
  model.centre = core::Vector::Zero(2);
  model.scale = core::Vector::Ones(2);
  model.x = core::Matrix{{1, 2}, {3, 4}, {5, 6}};
  model.training = {{1, 2, 3}, core::Vector{{1, -1, 1}}, core::Vector{{0.5, 0.25, 1}}};
  model.held_out = {{}, core::Vector(0), core::Vector(0)};
  model.lambda = 1;
  return model;
}

/// Changes a stored file by the C interface of HDF5, and seals it again.
void rewrite(const fs::path& path, const std::function<void(hid_t)>& change) {
  std::string bytes = bytes_of(path);
  bytes.resize(bytes.rfind("marginlab crc32 "));
  put_bytes(path, bytes);
  {
    const Handle file(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose, "opening");
    change(file);
  }
  bytes = bytes_of(path);
  put_bytes(path, bytes + seal_of(bytes));
}

template <class Read>
std::string refusal(const Read& read) {
  const hdf5::QuietErrors quiet;
  try {
    read();
    return "";
  } catch (const core::UserError& problem) {
    return problem.what();
  }
}

/// What each reader says of a model that was changed so.
void check_refused(const std::function<void(hid_t)>& change, const std::string& words) {
  const ScratchDirectory scratch;
  const fs::path path = scratch / "m.h5";
  write_model(path, small_model());
  rewrite(path, change);
  CHECK_THAT(refusal([&] { read_model(path); }), Contains("m.h5") && Contains(words));
}

void put_numbers(hid_t object, const char* name, hid_t type, std::size_t count) {
  const std::vector<double> numbers(count, 0x1p40);
  const hsize_t length = count;
  H5Adelete(object, name);
  const Handle space(count == 0 ? H5Screate(H5S_NULL) : H5Screate_simple(1, &length, nullptr), H5Sclose, "");
  const Handle attribute(H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose, "");
  if (count > 0 && H5Tget_class(type) == H5T_FLOAT) H5Awrite(attribute, H5T_NATIVE_DOUBLE, numbers.data());
}

void put_reals(hid_t file, const char* name, const std::vector<double>& values) {
  const Handle dataset(H5Dopen2(file, name, H5P_DEFAULT), H5Dclose, "");
  REQUIRE(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0);
}

Handle line_of(hsize_t length) {
  return {H5Screate_simple(1, &length, nullptr), H5Sclose, ""};
}

Handle creation_list() {
  return {H5Pcreate(H5P_DATASET_CREATE), H5Pclose, ""};
}

void add_dataset(hid_t file, hid_t space, hid_t creation) {
  const Handle made(H5Dcreate2(file, "more", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, creation, H5P_DEFAULT),
                    H5Dclose, "");
}

/// The ways in which a file can ask HDF5 to read another one.
const std::vector<std::pair<std::string, std::function<void(hid_t)>>> ways_out{
    {"leads elsewhere",
     [](hid_t file) { H5Lcreate_external("secret.h5", "/", file, "more", H5P_DEFAULT, H5P_DEFAULT); }},
    {"leads elsewhere", [](hid_t file) { H5Lcreate_soft("/more", file, "more", H5P_DEFAULT, H5P_DEFAULT); }},
    {"has its values in another file",
     [](hid_t file) {
       const Handle list = creation_list();
       H5Pset_external(list, "secret.txt", 0, 16);
       add_dataset(file, line_of(2), list);
     }},
    {"is put together from other datasets",
     [](hid_t file) {
       const Handle list = creation_list(), space = line_of(2);
       H5Pset_virtual(list, space, "secret.h5", "/x", space);
       add_dataset(file, space, list);
     }},
    {"is packed by a filter that is not known",
     [](hid_t file) {
       const Handle list = creation_list();
       const hsize_t chunk = 2;
       H5Pset_chunk(list, 1, &chunk);
       H5Pset_nbit(list);
       add_dataset(file, line_of(2), list);
     }},
};

} // namespace

TEST_CASE("an attribute that is not one number is never read into one", "[hdf5][model][hostile]") {
  for (const char* name : {"lambda", "criterion", "worst_relative_gap", "fits", "label_place"})
    for (const std::size_t count : {0, 2, 3, 4000}) {
      CAPTURE(name, count);
      check_refused([&](hid_t file) { put_numbers(file, name, H5T_NATIVE_DOUBLE, count); },
                    "it is not one number");
    }
  check_refused([](hid_t file) { put_numbers(file, "lambda", H5T_NATIVE_DOUBLE, 5000); }, "5000 numbers");
  check_refused([](hid_t file) { put_numbers(file, "fits", H5T_C_S1, 3); }, "it is no number");
}

TEST_CASE("a column that is missing is never taken for an empty one", "[hdf5][model][hostile]") {
  const auto without = [](const char* path) {
    return [path](hid_t file) { H5Ldelete(file, path, H5P_DEFAULT); };
  };
  check_refused(without("training/probability"), "a row has no probability");
  check_refused(without("training/y"), "opening 'y'");
  check_refused(without("training/x"), "do not fit the training sample");
  check_refused(without("inputs/centre"), "centre");
}

TEST_CASE("columns of another type or shape are refused before they are read", "[hdf5][model][hostile]") {
  const auto replaced = [](const char* path, hid_t type, std::vector<hsize_t> shape) {
    return [path, type, shape](hid_t file) {
      H5Ldelete(file, path, H5P_DEFAULT);
      const Handle space(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr), H5Sclose,
                         "");
      const Handle made(H5Dcreate2(file, path, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Dclose,
                        "");
    };
  };
  check_refused(replaced("inputs/name", H5T_NATIVE_DOUBLE, {2}), "of another type");
  check_refused(replaced("inputs/centre", H5T_C_S1, {2}), "of another type");
  check_refused(replaced("training/row", H5T_NATIVE_DOUBLE, {3}), "of another type");
  check_refused(replaced("inputs/centre", H5T_NATIVE_DOUBLE, {2, 1}), "too many dimensions");
  check_refused(replaced("training/x", H5T_NATIVE_DOUBLE, {3}), "no matrix");
  check_refused(replaced("training/x", H5T_NATIVE_DOUBLE, {3, 1, 2}), "too many dimensions");
}

TEST_CASE("a stored file that leads out of itself is read by nobody", "[hdf5][hostile]") {
  for (const auto& [words, way] : ways_out) {
    CAPTURE(words);
    check_refused(way, words);
    const ScratchDirectory scratch;
    const fs::path path = scratch / "results.h5";
    write_results(path, example_results(2));
    put_bytes(scratch / "secret.txt", "this text is no part");
    rewrite(path, way);
    CHECK_THAT(refusal([&] { read_results(path); }), Contains(words));
    CHECK_THAT(refusal([&] { describe(path); }), Contains(words));
  }
}

TEST_CASE("a model whose numbers cannot be those of a fit is refused", "[hdf5][model][hostile]") {
  constexpr double inf = std::numeric_limits<double>::infinity(),
                   nan = std::numeric_limits<double>::quiet_NaN();
  for (const double number : {1e308, inf, -inf, nan})
    check_refused([&](hid_t file) { put_reals(file, "training/x", {1, 2, 3, 4, number, 6}); },
                  "beyond 1e100");
  for (const double scale : {0.0, -1.0, inf, nan})
    check_refused([&](hid_t file) { put_reals(file, "inputs/scale", {1, scale}); }, "not positive");
  for (const double label : {0.0, 2.0, nan})
    check_refused([&](hid_t file) { put_reals(file, "training/y", {1, -1, label}); }, "a label is none");
  for (const double p : {-0.1, 1.5, nan})
    check_refused([&](hid_t file) { put_reals(file, "training/probability", {0, 1, p}); },
                  "a probability is none");
  const ScratchDirectory scratch;
  const auto refused = [&](auto change) {
    Model model = small_model();
    change(model);
    write_model(scratch / "m.h5", model);
    return refusal([&] { read_model(scratch / "m.h5"); });
  };
  CHECK(refused([](Model&) {}).empty());
  for (const double lambda : {0.0, -1.0, inf})
    CHECK_THAT(refused([&](Model& model) { model.lambda = lambda; }), Contains("its lambda is not positive"));
  CHECK_THAT(refused([](Model& model) {
               model.x.resize(0, 2);
               model.training = {{}, core::Vector(0), core::Vector(0)};
             }),
             Contains("no training sample"));
  CHECK_THAT(refused([](Model& model) { model.negative.clear(); }), Contains("one class"));
  CHECK_THAT(refused([](Model& model) { model.negative = {"yes"}; }), Contains("two or more"));
}

TEST_CASE("a card whose numbers or names cannot be those of a study is refused", "[card][hostile]") {
  using Change = std::function<void(StudyCard&)>;
  const std::vector<std::pair<std::string, Change>> changes{
      {"replications", [](StudyCard& card) { card.replications = -1; }},
      {"replications", [](StudyCard& card) { card.replications = 1'000'000'000; }},
      {"replications", [](StudyCard& card) { card.published_replications = -5; }},
      {"more than 4096 bytes", [](StudyCard& card) { card.axes[0].values[0].label.assign(5000, 'x'); }},
      {"more than 4096 bytes", [](StudyCard& card) { card.metrics[1].label.assign(5000, 'x'); }},
      {"more than 4096 bytes", [](StudyCard& card) { card.title.assign(5000, 'x'); }},
      {"cells", [](StudyCard& card) { card.replications = most_replications; }},
      {"settings without points", [](StudyCard& card) { card.points.clear(); }},
      {"a point has a setting", [](StudyCard& card) { card.points[1].setting = 1000; }},
      {"a point has a setting", [](StudyCard& card) { card.points[1].setting = -1; }},
      {"which is not there", [](StudyCard& card) { card.points[1].at["data"] = "example9"; }},
      {"which is not there", [](StudyCard& card) { card.points[1].at["colour"] = "red"; }},
      {"a setting has no key", [](StudyCard& card) { card.settings[1].key = card.settings[0].key; }},
      {"has no value", [](StudyCard& card) { card.axes[0].values.clear(); }},
      {"no name of its own", [](StudyCard& card) { card.axes[1].name = card.axes[0].name; }},
      {"no name of its own", [](StudyCard& card) { card.axes[0].values[1].name = "example1"; }},
      {"is no number", [](StudyCard& card) { card.axes[3].values[1].name = "one"; }},
      {"a metric has no name", [](StudyCard& card) { card.metrics[1].name = "gkl"; }},
      {"more than 64 metrics",
       [](StudyCard& card) {
         for (int k = 0; k < 64; ++k) card.metrics.push_back({"m" + std::to_string(k), "M", "", true});
       }},
      {"decimals", [](StudyCard& card) { card.layout.decimals = 1'000'000; }},
      {"decimals", [](StudyCard& card) { card.layout.decimals = -1; }},
      {"its layout has axis", [](StudyCard& card) { card.layout.rows.emplace_back("colour"); }},
      {"its layout has axis", [](StudyCard& card) { card.layout.mean_over = "colour"; }},
      {"its layout shows", [](StudyCard& card) { card.layout.metrics.emplace_back("colour"); }},
      {"its improvement has no name", [](StudyCard& card) { card.layout.improvement->name = "gkl"; }},
      {"its improvement has no name", [](StudyCard& card) { card.layout.improvement->name = ""; }},
      {"its improvement is of", [](StudyCard& card) { card.layout.improvement->of = "colour"; }},
      {"its improvement is of",
       [](StudyCard& card) { card.layout.improvement->of = card.layout.improvement->name; }},
      {"its improvement is over", [](StudyCard& card) { card.layout.improvement->over = "red"; }},
      {"its improvement is over", [](StudyCard& card) { card.layout.improvement->axis = "colour"; }},
      {"its ranks have axis",
       [](StudyCard& card) { card.layout.rank_over = RankLayout{"colour", "kernel"}; }},
      {"its ranks have axis", [](StudyCard& card) { card.layout.rank_over = RankLayout{"data", "colour"}; }},
      {"its ranks are over", [](StudyCard& card) { card.layout.rank_over = RankLayout{"data", "data"}; }},
      {"its ranks have 'red'",
       [](StudyCard& card) { card.layout.rank_over = RankLayout{"data", "kernel", {"red"}}; }},
      {"its ranks are by",
       [](StudyCard& card) { card.layout.rank_over = RankLayout{"data", "kernel", {}, {"rank_gkl"}}; }},
  };
  REQUIRE_NOTHROW(study_card(to_json(example_card(7)), "here"));
  for (const auto& [words, change] : changes) {
    StudyCard card = example_card(7);
    change(card);
    CAPTURE(words);
    CHECK_THAT(refusal([&] { study_card(to_json(card), "here"); }), Contains("here") && Contains(words));
  }
}

TEST_CASE("a journal line whose replicate is none is a damaged line", "[journal][hostile]") {
  const auto is_read = [](std::int32_t replicate) {
    Record record = ok_cell('a', 0);
    record.key.replicate = replicate;
    const std::string line = journal_line(record);
    return read_head(checked_json(std::string_view(line).substr(0, line.size() - 1)).value()).has_value();
  };
  for (const std::int32_t replicate : {-1, std::numeric_limits<std::int32_t>::min()})
    CHECK_FALSE(is_read(replicate));
  for (const std::int32_t replicate : {0, std::numeric_limits<std::int32_t>::max()})
    CHECK(is_read(replicate));
}

TEST_CASE("groups in groups are followed to a depth of 32, and a file with deeper ones is refused",
          "[hdf5][hostile]") {
  const auto nested = [](int levels) {
    return [levels](hid_t file) {
      const Handle list(H5Pcreate(H5P_LINK_CREATE), H5Pclose, "");
      H5Pset_create_intermediate_group(list, 1);
      std::string path = "g";
      for (int level = 1; level < levels; ++level) path += "/g";
      const Handle made(H5Gcreate2(file, path.c_str(), list, H5P_DEFAULT, H5P_DEFAULT), H5Gclose, "");
    };
  };
  for (const int levels : {33, 500}) {
    CAPTURE(levels);
    check_refused(nested(levels), "more than 32 deep");
    const ScratchDirectory scratch;
    write_results(scratch / "results.h5", example_results(2));
    rewrite(scratch / "results.h5", nested(levels));
    CHECK_THAT(refusal([&] { read_results(scratch / "results.h5"); }), Contains("more than 32 deep"));
    CHECK_THAT(refusal([&] { describe(scratch / "results.h5"); }), Contains("more than 32 deep"));
  }
  const ScratchDirectory scratch;
  write_results(scratch / "results.h5", example_results(2));
  rewrite(scratch / "results.h5", nested(31));
  CHECK_NOTHROW(describe(scratch / "results.h5"));
}

TEST_CASE("a text that is several is counted by inspect and refused by readers", "[hdf5][hostile]") {
  const ScratchDirectory scratch;
  const fs::path path = scratch / "results.h5";
  const std::array<const char*, 2> two{"one", "two"};
  const Handle type = hdf5::text_type(), pair = line_of(2);
  write_results(path, example_results(2));
  rewrite(path, [&](hid_t file) {
    const Handle made(H5Acreate2(file, "notes", type, pair, H5P_DEFAULT, H5P_DEFAULT), H5Aclose, "");
    REQUIRE(H5Awrite(made, type, two.data()) >= 0);
  });
  CHECK_THAT(describe(path), Contains("notes = 2 values"));
  REQUIRE_NOTHROW(read_results(path));
  rewrite(path, [&](hid_t file) {
    H5Ldelete(file, "study/card_json", H5P_DEFAULT);
    const Handle made(H5Dcreate2(file, "study/card_json", type, pair, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                      H5Dclose, "");
    REQUIRE(H5Dwrite(made, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, two.data()) >= 0);
  });
  CHECK_THAT(refusal([&] { read_results(path); }), Contains("it is not one text"));
}

TEST_CASE("the name of a file steers no terminal through inspect", "[hdf5][hostile]") {
  const ScratchDirectory scratch;
  const fs::path path = scratch / "a\x1b[31m\n\\input{x}.h5";
  write_results(path, example_results(2));
  const std::string text = describe(path), first = text.substr(0, text.find('\n'));
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK_THAT(first, Contains("\\input{x}.h5"));
}

TEST_CASE("a file of very many groups is refused, and of very many attributes a few are shown",
          "[hdf5][hostile]") {
  const ScratchDirectory scratch;
  const fs::path path = scratch / "results.h5";
  const auto with_groups = [](int count) {
    return [count](hid_t file) {
      for (int i = 0; i < count; ++i) hdf5::create_group(file, "g" + std::to_string(i));
    };
  };
  check_refused(with_groups(10'001), "more than 10000 groups and datasets");
  write_results(path, example_results(2));
  rewrite(path, with_groups(200));
  REQUIRE_NOTHROW(read_results(path));
  rewrite(path, [](hid_t file) {
    for (int i = 0; i < 300; ++i) hdf5::put_attribute(file, "more" + std::to_string(i), 1.0);
    H5Tcommit2(file, "a_type", Handle(H5Tcopy(H5T_NATIVE_INT), H5Tclose, ""), H5P_DEFAULT, H5P_DEFAULT,
               H5P_DEFAULT);
  });
  const std::string text = describe(path);
  CHECK_THAT(text, Contains("... and 20") && Contains(" attributes") && Contains("a_type  a type"));
  CHECK_THAT(text, !Contains("more299"));
}
