#include "datasets/real/data_folders.hpp"

#include "core/random/sha256.hpp"
#include "datasets/readers/csv.hpp"
#include "datasets/real/observations.hpp"
#include "datasets/real/table_columns.hpp"
#include "tests/datasets/refusal.hpp"
#include "tests/datasets/temporary_folder.hpp"
#include "tests/support/catch.hpp"

using namespace datasets::real;
using tests::EnvironmentVariable;
using tests::TemporaryFolder;

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
