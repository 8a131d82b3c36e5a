#include "core/random/sha256.hpp"
#include "datasets/readers/csv.hpp"
#include "datasets/real/data_folders.hpp"
#include "datasets/real/observations.hpp"
#include "datasets/real/table_columns.hpp"
#include "datasets/real/user_file.hpp"
#include "tests/datasets/refusal.hpp"
#include "tests/datasets/temporary_folder.hpp"
#include "tests/support/catch.hpp"

using namespace datasets::real;
using tests::EnvironmentVariable;
using tests::TemporaryFolder;

namespace {

const datasets::CatalogRow& row() {
  return datasets::find("file");
}

using Given = std::vector<std::pair<std::string, std::string>>;

/// The parameters of a config that says this much, completed as a plan completes them.
core::Parameters parameters(const Given& given) {
  core::Parameters out;
  for (const auto& spec : row().entry.parameters)
    if (spec.fallback) out.set(spec.key, *spec.fallback);
  for (const auto& [key, value] : given) out.set(key, value);
  out.set("standardise", std::string("none"));
  out.set("split", std::string("folds"));
  out.set("folds", std::int64_t{2});
  row().complete(out);
  return out;
}

core::Draw draw(const core::Parameters& p) {
  return row().build(p)->draw({1, "file", 0});
}

/// x and y of both folds in the order of the file.
core::Matrix table(const Given& given) {
  const auto p = parameters(given);
  const auto one = draw(p), other = row().build(p)->draw({1, "file", 1});
  core::Matrix out(one.test.size() + other.test.size(), one.test.x.cols() + 1);
  for (const auto* fold : {&one, &other})
    for (std::size_t i = 0; i < fold->test_rows.size(); ++i)
      out.row(fold->test_rows[i]) << fold->test.x.row(static_cast<Eigen::Index>(i)),
          fold->test.y(static_cast<Eigen::Index>(i));
  return out;
}

const core::Matrix expected = (core::Matrix(4, 3) << 1, 2, 1, 3, 4, -1, 5, 0, 1, 0, 8, -1).finished();

} // namespace

TEST_CASE("a file of one's own gives the same table as CSV, LIBSVM and ARFF", "[datasets]") {
  const TemporaryFolder folder;
  const auto csv = folder.write("t.csv", "a,outcome,b\n1,yes,2\n3,no,4\n5,yes,0\n0,no,8\n").string();
  const auto semicolons = folder.write("t.txt", "1;2;1\n3;4;-1\n5;0;1\n0;8;-1\n").string();
  const auto libsvm = folder.write("t.svm", "+1 1:1 2:2\n-1 1:3 2:4\n+1 1:5\n-1 2:8\n").string();
  const auto arff =
      folder
          .write("t.arff",
                 "@relation r\n@attribute a real\n@attribute b real\n@attribute c {n,y}\n@data\n"
                 "1,2,y\n3,4,n\n5,0,y\n0,8,n\n")
          .string();
  CHECK(table({{"path", csv}, {"label", "outcome"}, {"positive", "yes"}}) == expected);
  CHECK(table({{"path", csv}, {"label", "2"}, {"positive", "yes"}, {"negative", "no"}}) == expected);
  CHECK(table({{"path", semicolons}, {"header", "none"}, {"delimiter", "semicolon"}, {"positive", "1"}}) ==
        expected);
  CHECK(table({{"path", libsvm}, {"positive", "1"}}) == expected);
  CHECK(table({{"path", arff}, {"positive", "y"}}) == expected);
}

TEST_CASE("rows with missing values are refused with their place, or omitted", "[datasets]") {
  const TemporaryFolder folder;
  const auto path = folder.write("m.csv", "a,c\n1,x\nNA,x\n3,y\n4,y\n").string();
  CHECK(tests::refusal([&] {
          table({{"path", path}, {"positive", "x"}});
        }) == path +
                  ":3: column 1 ('a') is missing (a method needs every number) say if_missing: omit, or mend "
                  "the file");
  CHECK(table({{"path", path}, {"positive", "x"}, {"if_missing", "omit"}}) ==
        (core::Matrix(3, 2) << 1, 1, 3, -1, 4, -1).finished());
}

TEST_CASE("words among the inputs are refused with their place, or become indicators", "[datasets]") {
  const TemporaryFolder folder;
  const auto path = folder.write("w.csv", "a,c\nred,x\nblue,x\nred,y\n").string();
  CHECK(tests::refusal([&] {
          table({{"path", path}, {"positive", "x"}});
        }).starts_with(path + ":2: column 1 ('a') is 'red'"));
  CHECK(table({{"path", path}, {"positive", "x"}, {"encoding", "occurring"}}) ==
        (core::Matrix(3, 3) << 0, 1, 1, 1, 0, 1, 0, 1, -1).finished());
}

TEST_CASE("another content is another setting, and a stored one refuses an edited file", "[datasets]") {
  const TemporaryFolder folder;
  const auto path = folder.write("c.csv", "a,c\n1,x\n2,y\n3,x\n").string();
  const auto before = parameters({{"path", path}, {"positive", "x"}});
  folder.write("c.csv", "a,c\n1,x\n2,y\n4,x\n");
  const auto after = parameters({{"path", path}, {"positive", "x"}});
  CHECK(before.text("content") != after.text("content"));
  CHECK(tests::refusal([&] { draw(before); }) ==
        path + ": its content is " + after.text("content") + " (this study is about " +
            before.text("content") + "; the file has changed) restore it, or leave 'content' out");
  CHECK(tests::refusal([&] { draw(after); }) == "accepted");
}

TEST_CASE("the path is no part of the name, and without it the file is asked for in a sentence",
          "[datasets]") {
  const TemporaryFolder folder;
  const std::string bytes = "a,c\n1,x\n2,y\n3,x\n";
  const auto name = [&](const std::string& file) {
    return core::without_defaults(
        parameters({{"path", folder.write(file, bytes).string()}, {"positive", "x"}}),
        row().entry.parameters);
  };
  CHECK(name("c.csv").values() == name("d.txt").values());
  CHECK_FALSE(name("c.csv").has("path"));
  CHECK(name("c.csv").text("format") == "csv");
  CHECK(tests::refusal([&] { draw(name("c.csv")); }) ==
        "the file with the content " + name("c.csv").text("content") +
            " (nothing says where it lies; its name is no part of what is stored) give its path");
}

TEST_CASE("a relative path is looked for in the data folders as well", "[datasets]") {
  const TemporaryFolder folder;
  folder.write("mine/own.csv", "a,c\n1,x\n2,y\n");
  const EnvironmentVariable variable("MARGINLAB_DATA", folder.path().string());
  CHECK(table({{"path", "mine/own.csv"}, {"positive", "x"}}).rows() == 2);
  CHECK(tests::refusal([] {
          parameters({{"path", "mine/none.csv"}, {"positive", "x"}});
        }) == "mine/none.csv: no such file (looked for from the working directory) correct the path");
}

namespace {

Reading read_made(const std::vector<datasets::readers::TextFile>& files) {
  return labelled(datasets::readers::read_csv(files[0], {}), Label::last);
}

/// A data set of two rows that exists in no folder unless a test puts it there.
Description made(const std::string& text) {
  return {
      .id = "made",
      .label = "Made",
      .meaning = "m",
      .citation = "c",
      .licence = "l",
      .home = "its page",
      .files = {{"made_up/made.csv", "https://example.org/made.csv", core::sha256_hex(text), text.size()}},
      .read = read_made,
      .rows = 2,
      .inputs = 1,
      .classes = {{"a", 1}, {"b", 1}},
      .positive = "a"};
}

const std::string text = "1,a\n2,b\n";

} // namespace

TEST_CASE("the folder of MARGINLAB_DATA is looked into first, and fetched files go there", "[datasets]") {
  const TemporaryFolder folder;
  const EnvironmentVariable variable("MARGINLAB_DATA", folder.path().string());
  CHECK(data_folders().front() == folder.path());
  CHECK(fetched_folder() == folder.path());
  CHECK_FALSE(is_present(made(text)));
  folder.write("made_up/made.csv", text);
  CHECK(find_file(made(text).files[0]) == folder.path() / "made_up/made.csv");
  CHECK(read_asserted(made(text)).table.rows() == 2);
}

TEST_CASE("without MARGINLAB_DATA the cache lies below XDG_CACHE_HOME", "[datasets]") {
  const EnvironmentVariable data("MARGINLAB_DATA", "");
  const EnvironmentVariable cache("XDG_CACHE_HOME", "somewhere");
  CHECK(fetched_folder() == std::filesystem::path("somewhere") / "marginlab");
  CHECK(data_folders().back() == fetched_folder());
}

TEST_CASE("a missing data set is refused with the command that gets it, or where to look", "[datasets]") {
  const TemporaryFolder folder;
  const EnvironmentVariable variable("MARGINLAB_DATA", folder.path().string());
  CHECK(tests::refusal([] { read_files(made(text)); }) ==
        "the data set made is not on this machine (made_up/made.csv is in none of the data folders) get it: "
        "marginlab "
        "data fetch made");
  Description unoffered = made(text);
  unoffered.files[0].url.clear();
  CHECK(how_to_get(unoffered) ==
        "its publisher offers no such file under one address: put made_up/made.csv below " +
            folder.path().string() + ", see its page");
}

TEST_CASE("other bytes, rows, classes or inputs than described are refused", "[datasets]") {
  const TemporaryFolder folder;
  const EnvironmentVariable variable("MARGINLAB_DATA", folder.path().string());
  const auto path = folder.write("made_up/made.csv", text).string();
  const auto refused = [](const Description& description) {
    return tests::refusal([&] { read_asserted(description); });
  };
  CHECK(refused(made(text + "3,c\n"))
            .starts_with(path + ": other bytes than those of the data set made (SHA-256 "));
  Description other = made(text);
  other.rows = 3;
  CHECK(refused(other) == path + ": 2 rows (made has 3) get the file again");
  other = made(text);
  other.classes = {{"a", 2}};
  CHECK(refused(other) == path + ": classes a: 1, b: 1 (made has a: 2) get the file again");
  other = made(text);
  other.inputs = 2;
  CHECK(refused(other) == path + ": 1 inputs (made has 2) get the file again");
}

TEST_CASE("observations are made once, and again after a failure", "[datasets]") {
  int made_times = 0;
  const auto make = [&]() -> Observations {
    core::require(++made_times > 1, "not yet");
    return {};
  };
  CHECK(tests::refusal([&] { shared_observations("once", make); }) == "not yet");
  const auto first = shared_observations("once", make), second = shared_observations("once", make);
  CHECK(first == second);
  CHECK(made_times == 2);
}
