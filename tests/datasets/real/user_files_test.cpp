#include "core/random/sha256.hpp"
#include "datasets/catalog.hpp"
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
  CHECK(tests::refusal([&] { table({{"path", path}, {"positive", "x"}}); }) ==
        path +
            ":3: column 1 ('a') is missing. A method needs every number. Say if_missing=omit, median or "
            "indicator, or mend the file.");
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

TEST_CASE("the same rows have one content, however they are written and wherever their label stands",
          "[datasets]") {
  const TemporaryFolder folder;
  const auto content = [&](const std::string& name, const std::string& bytes, const Given& more = {}) {
    Given given{{"path", folder.write(name, bytes).string()}, {"positive", "1"}};
    given.insert(given.end(), more.begin(), more.end());
    return parameters(given).text("content");
  };
  const std::string csv = content("t.csv", "a,b,c\n1,2.5,1\n3,0,-1\n5,0,1\n");
  CHECK(content("t.csv", "a,b,c\r\n1,2.5,1\r\n3,0,-1\r\n5,0,1\r\n") == csv);
  CHECK(content("u.csv", "x,y,z\n1.0,2.50,+1\n3,-0,-1.0\n5e0,0,1") == csv);
  CHECK(content("t.svm", "+1 1:1 2:2.5\n-1 1:3\n+1 1:5\n") == csv);
  CHECK(content("z.svm", "+1 0:1 1:2.5\n-1 0:3\n+1 0:5\n") == csv);
  CHECK(content("e.csv", "a;b;c\n1;2,5;1\n3;0;-1\n5;0;1\n") == csv);
  CHECK(content("l.csv", "c,a,b\n1,1,2.5\n-1,3,0\n1,5,0\n", {{"target", "c"}}) == csv);
  CHECK(content("i.csv", ",a,b,c\n1,1,2.5,1\n2,3,0,-1\n3,5,0,1\n") == csv);
  CHECK(content("o.csv", "a,b,c\n1,2.5,1\n3,1,-1\n5,0,1\n") != csv);
  CHECK(content("s.csv", "b,a,c\n2.5,1,1\n0,3,-1\n0,5,1\n") != csv);
}

TEST_CASE("a content of bytes, as older programs stored it, is still that of the file", "[datasets]") {
  const TemporaryFolder folder;
  const std::string bytes = "a,c\n1,x\n2,y\n3,x\n";
  const auto path = folder.write("c.csv", bytes).string();
  const auto named =
      parameters({{"path", path}, {"positive", "x"}, {"content", core::sha256_hex(bytes, 16)}});
  CHECK(named.text("content") == parameters({{"path", path}, {"positive", "x"}}).text("content"));
}

TEST_CASE("a setting of revision 2 reads as it did: no byte is looked at, no column left out", "[datasets]") {
  const TemporaryFolder folder;
  const std::string bytes = ",a,c\n1,7,x\n2,,y\n3,9,x\n4,8,y\n";
  core::Parameters told;
  told.set("content", core::sha256_hex(bytes, 16));
  told.set("positive", std::string("x"));
  told.set("format", std::string("csv"));
  told.set("if_missing", std::string("omit"));
  told.set("standardise", std::string("none"));
  told.set("n_train", std::int64_t{2});
  auto p = core::with_defaults(told, *row().entry.parameters_at(2));
  p.set("path", folder.write("c.txt", bytes).string());
  CHECK(draw(p).train.x.cols() == 2);
  CHECK(row().entry.parameters_at(1) == nullptr);
}

TEST_CASE("rows that are omitted are counted by column and by class, and lost classes named", "[datasets]") {
  const TemporaryFolder folder;
  const auto path = folder.write("m.csv", "a,b,c\n1,1,x\nNA,1,x\n3,NA,y\n4,1,y\n,1,z\n5,2,nan\n").string();
  core::Parameters p;
  for (const auto& spec : row().entry.parameters)
    if (spec.fallback) p.set(spec.key, *spec.fallback);
  p.set("path", path);
  p.set("positive", std::string("x"));
  p.set("if_missing", std::string("omit"));
  const std::vector<std::string> at{"if_missing"};
  CHECK(row().notes(p) ==
        std::vector<core::Objection>{
            {at, path + ": 4 of 6 rows have a missing value and are left out: 2 in 'a', 1 in 'b', 1 in 'c'."},
            {at, path + ": of the classes these rows are left out: 1 of 2 of class 'x', 1 of 2 of class 'y', "
                        "1 of 1 of class 'z'."},
            {at, path + ": no row is left of class 'z'."}});
}

TEST_CASE("a study fills missing values by the training part of each replicate", "[datasets]") {
  const TemporaryFolder folder;
  const auto path = folder.write("m.csv", "a,c\n1,x\nNA,y\n3,y\n10,x\n20,y\n2,x\n").string();
  const auto p = parameters({{"path", path}, {"positive", "x"}, {"if_missing", "median"}});
  for (const std::int32_t fold : {0, 1}) {
    const core::Draw one = row().build(p)->draw({1, "file", fold});
    for (const core::Sample* part : {&one.train, &one.test}) CHECK(part->x.allFinite());
    for (std::size_t i = 0; i < one.test_rows.size(); ++i)
      if (one.test_rows[i] == 1) {
        core::Vector sorted = one.train.x.col(0);
        std::sort(sorted.begin(), sorted.end());
        CHECK(one.test.x(static_cast<Eigen::Index>(i), 0) == sorted(sorted.size() / 2));
      }
  }
}

TEST_CASE("the class column is target; label is read as it where an older config has no target",
          "[datasets]") {
  const TemporaryFolder folder;
  const auto path = folder.write("c.csv", "c,a\nx,1\ny,2\nx,3\n").string();
  const Given old{{"path", path}, {"positive", "x"}, {"label", "c"}},
      now{{"path", path}, {"positive", "x"}, {"target", "c"}};
  CHECK(table(old) == table(now));
  CHECK(parameters(old).text("content") == parameters(now).text("content"));
  const core::Objection note = row().notes(parameters(old)).front();
  CHECK(note.keys == std::vector<std::string>{"label"});
  CHECK_THAT(note.sentence, Catch::Contains("Write target: c"));
  CHECK(row().notes(parameters(now)).empty());
}

TEST_CASE("another content is another setting, and a stored one refuses an edited file", "[datasets]") {
  const TemporaryFolder folder;
  const auto path = folder.write("c.csv", "a,c\n1,x\n2,y\n3,x\n").string();
  const auto before = parameters({{"path", path}, {"positive", "x"}});
  folder.write("c.csv", "a,c\n1,x\n2,y\n4,x\n");
  const auto after = parameters({{"path", path}, {"positive", "x"}});
  CHECK(before.text("content") != after.text("content"));
  CHECK(tests::refusal([&] { draw(before); }) ==
        path + ": its content is " + after.text("content") + ", but this study is about " +
            before.text("content") + ". The file has changed. Restore it, or leave 'content' out.");
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
        "Nothing says where the file with the content " + name("c.csv").text("content") +
            " lies. Its name is no part of what is stored. Give its path.");
}

TEST_CASE("a relative path is looked for in the data folders as well", "[datasets]") {
  const TemporaryFolder folder;
  folder.write("mine/own.csv", "a,c\n1,x\n2,y\n");
  const EnvironmentVariable variable("MARGINLAB_DATA", folder.path().string());
  CHECK(table({{"path", "mine/own.csv"}, {"positive", "x"}}).rows() == 2);
  CHECK(tests::refusal([] { parameters({{"path", "mine/none.csv"}, {"positive", "x"}}); }) ==
        "mine/none.csv: there is no such file. Paths begin at the working directory. Correct the path.");
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

const std::string made_text = "1,a\n2,b\n";

} // namespace

TEST_CASE("the folder of MARGINLAB_DATA is looked into first, and fetched files go there", "[datasets]") {
  const TemporaryFolder folder;
  const EnvironmentVariable variable("MARGINLAB_DATA", folder.path().string());
  CHECK(data_folders().front() == folder.path());
  CHECK(fetched_folder() == folder.path());
  CHECK_FALSE(is_present(made(made_text)));
  folder.write("made_up/made.csv", made_text);
  CHECK(find_file(made(made_text).files[0]) == folder.path() / "made_up/made.csv");
  CHECK(read_asserted(made(made_text)).table.rows() == 2);
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
  CHECK(tests::refusal([] { read_files(made(made_text)); }) ==
        "The data set made is not on this machine. None of the data folders has made_up/made.csv. Get it: "
        "marginlab data fetch made.");
  Description unoffered = made(made_text);
  unoffered.files[0].url.clear();
  CHECK(how_to_get(unoffered) ==
        "its publisher offers no such file under one address: put made_up/made.csv below " +
            folder.path().string() + ", see its page");
}

TEST_CASE("other bytes, rows, classes or inputs than described are refused", "[datasets]") {
  const TemporaryFolder folder;
  const EnvironmentVariable variable("MARGINLAB_DATA", folder.path().string());
  const auto path = folder.write("made_up/made.csv", made_text).string();
  const auto refused = [](const Description& description) {
    return tests::refusal([&] { read_asserted(description); });
  };
  CHECK(refused(made(made_text + "3,c\n")).starts_with(path + ": its SHA-256 is "));
  Description other = made(made_text);
  other.rows = 3;
  CHECK(refused(other) == path + ": it has 2 rows, but made has 3. Get the file again.");
  other = made(made_text);
  other.classes = {{"a", 2}};
  CHECK(refused(other) == path + ": its classes are a: 1, b: 1, but made has a: 2. Get the file again.");
  other = made(made_text);
  other.inputs = 2;
  CHECK(refused(other) == path + ": it has 1 inputs, but made has 2. Get the file again.");
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
