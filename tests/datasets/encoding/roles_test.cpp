#include "datasets/encoding/roles.hpp"

#include "datasets/readers/csv.hpp"
#include "tests/datasets/refusal.hpp"
#include "tests/support/catch.hpp"

using namespace datasets::encoding;
using datasets::readers::Header;
using datasets::readers::RawTable;
using datasets::readers::read_csv;

namespace {

RawTable table_of(const std::string& text, Header header = Header::first_line) {
  return read_csv({"t.csv", text}, {.header = header, .missing = {"NA"}});
}

/// The role of the first column of two; the second has the classes.
Role role(const std::string& name, const std::vector<std::string>& fields) {
  std::string text = name + ",x,y\n";
  for (const std::string& field : fields) text += field + ",1.5,0\n";
  return roles_of(table_of(text), 2, {}).of.front();
}

std::string refused(const std::vector<std::string>& fields) {
  std::string text = "town,x,y\n";
  for (const std::string& field : fields) text += field + ",1.5,0\n";
  const RawTable table = table_of(text);
  return tests::refusal([&] { require_few_words(table, roles_of(table, 2, {})); });
}

std::vector<std::string> numbered(const std::string& before, int count) {
  std::vector<std::string> out;
  for (int i = 0; i < count; ++i) out.push_back(before + std::to_string(i));
  return out;
}

} // namespace

TEST_CASE("a column without a name that numbers the rows is left out, and said", "[datasets]") {
  CHECK(role("", {"1", "2", "3"}) == Role::row_number);
  CHECK(role("", {"0", "1", "2"}) == Role::row_number);
  CHECK(role("", {"7", "3", "12"}) == Role::row_number);
  CHECK(role("Unnamed: 0", {"4", "9", "2"}) == Role::row_number);
  CHECK(role("", {"Mazda", "Datsun", "Hornet", "Valiant", "Duster"}) == Role::row_number);
  CHECK(role("", {"1", "2", "2"}) == Role::numbers);
  CHECK(role("", {"1.5", "2.5", "3"}) == Role::numbers);
  CHECK(role("", {"1", "NA", "3"}) == Role::numbers);
  CHECK(role("", {"", "", ""}) == Role::empty);
  const RawTable table = table_of(",x,y\n1,5,0\n2,6,1\n");
  const Roles roles = roles_of(table, 2, {});
  CHECK(roles.inputs == std::vector<std::size_t>{1});
  CHECK(roles.left_out(table) == std::vector<std::string>{"1"});
  CHECK(roles.notes == std::vector<std::string>{
                           "t.csv: column 1 has no name and numbers the rows, so it is left out; ignore=none "
                           "keeps it."});
  CHECK(roles_of(table, 2, {}, false).inputs == std::vector<std::size_t>{0, 1});
}

TEST_CASE("a named column that seems to number the rows stays an input, and is warned of", "[datasets]") {
  for (const char* text :
       {"id,x,y\n3,1,0\n1,2,1\n2,3,1\n9,3,1\n5,3,1\n", "n,x,y\n1,1,0\n2,2,1\n3,3,1\n4,3,1\n5,1,0\n"}) {
    CAPTURE(text);
    const Roles roles = roles_of(table_of(text), 2, {});
    CHECK(roles.inputs == std::vector<std::size_t>{0, 1});
    REQUIRE(roles.notes.size() == 1);
    CHECK_THAT(roles.notes.front(),
               Catch::Contains("another whole number in every row") && Catch::Contains("--ignore "));
  }
  CHECK(roles_of(table_of("age,x,y\n31,1,0\n45,2,1\n22,3,1\n"), 2, {}).notes.empty());
}

TEST_CASE("without any name only a first column that counts is left out, and never the only input",
          "[datasets]") {
  const std::string text = "1,5,a\n2,6,b\n3,5,a\n4,6,b\n5,7,a\n";
  CHECK(roles_of(table_of(text, Header::none), 2, {}).inputs == std::vector<std::size_t>{1});
  CHECK(roles_of(table_of("5,1,a\n6,2,b\n5,3,a\n6,4,b\n7,5,a\n", Header::none), 2, {}).inputs.size() == 2);
  CHECK(roles_of(table_of("1,a\n2,b\n3,a\n4,b\n5,a\n", Header::none), 1, {}).inputs.size() == 1);
  CHECK(roles_of(table_of(",y\n1,a\n2,b\n"), 1, {}).inputs.size() == 1);
}

TEST_CASE("dates are known in the ways that people write them", "[datasets]") {
  for (const char* date : {"2020-01-31", "31.12.2020", "12/31/2020", "1/2/99", "2020/1/2",
                           "2020-01-31 12:30:00", "2020-01-31T12:30"})
    CHECK(role("when", {date, date, date}) == Role::dates);
  for (const char* word : {"2020-13-41", "1.2.3", "a-b-c", "12:30", "2020-01", "1-2-3-4", "10.0.0.1"})
    CHECK(role("when", {word, word, word}) != Role::dates);
}

TEST_CASE("a column in which nearly every word is different is refused by name, with --ignore",
          "[datasets]") {
  CHECK(
      refused(numbered("Mr ", 30)) ==
      "t.csv: column 'town' has 30 different words in 30 rows, such as 'Mr 0'. Each would become an input of "
      "its own. Leave it out with --ignore town.");
  CHECK(refused(numbered("w", 5)).starts_with("t.csv: column 'town' has 5 different words"));
  std::vector<std::string> mostly = numbered("ticket ", 40);
  for (int i = 0; i < 20; ++i) mostly.push_back("ticket 0");
  CHECK_THAT(refused(mostly), Catch::Contains("40 different words in 60 rows"));
  std::vector<std::string> dates;
  for (int i = 0; i < 20; ++i) dates.push_back("2020-01-" + std::to_string(10 + i));
  CHECK_THAT(refused(dates),
             Catch::Contains("has dates, such as '2020-01-10'") && Catch::Contains("--ignore town"));
  CHECK(refused({"red", "blue", "red", "blue", "green", "red"}) == "accepted");
  CHECK(refused({"2020-01-01", "2020-01-01", "2020-02-01"}) == "accepted");
}

TEST_CASE("numbers among which a few words stand never become 0/1 columns", "[datasets]") {
  CHECK(refused({"1.5", "2.5", "-", "3.5"})
            .starts_with("t.csv:4: column 1 ('town') is '-', which is no number."));
  std::vector<std::string> many = numbered("", 30);
  many.push_back("abc");
  CHECK_THAT(refused(many),
             Catch::Contains("is 'abc', which is no number") && Catch::Contains("missing=abc"));
  CHECK(refused({"1", "2", "A", "1", "2", "A", "3"}) == "accepted"); // codes
}

TEST_CASE("columns to ignore are named or numbered, and one that is not there is refused", "[datasets]") {
  const RawTable table = table_of("\"a,b\",c,y\n1,2,0\n1,2,1\n");
  CHECK(columns_in_list(table, "a,b") == std::vector<std::size_t>{0});
  CHECK(columns_in_list(table, "\"a,b\",2") == std::vector<std::size_t>{0, 1});
  CHECK(roles_of(table, 2, {1}).inputs == std::vector<std::size_t>{0});
  CHECK_THAT(tests::refusal([&] { columns_in_list(table, "d"); }), Catch::Contains("no column 'd'"));
}
