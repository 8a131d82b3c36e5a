#include "experiments/config/find_config.hpp"

#include "core/contract.hpp"
#include "tests/experiments/config/support/config_folder.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;

TEST_CASE("find_config: a path is taken as it is, a name is found below the first root that has it",
          "[spec]") {
  const ConfigFolder folder;
  const auto first = folder.write("a/wang2008/table1.yaml", "x");
  folder.write("b/wang2008/table1.yaml", "x");
  const auto second = folder.write("b/wu2010/table2.yml", "x");
  const std::vector<std::filesystem::path> roots{folder.path() / "a", folder.path() / "b",
                                                 folder.path() / "none"};
  CHECK(find_config(first.string(), roots) == first);
  CHECK(find_config("wang2008/table1", roots) == first);
  CHECK(find_config("wu2010/table2", roots) == second);
  CHECK(find_config("wu2010/table2.yml", roots) == second);
}

TEST_CASE("find_config: an unknown name is answered by what there is and what was probably meant", "[spec]") {
  const ConfigFolder folder;
  folder.write("wang2008/table1.yaml", "x");
  folder.write("sweeps/lambda.yaml", "x");
  folder.write("wang2008/published/table1.csv", "x");
  const std::string root = folder.path().generic_string();
  const std::string there_are =
      "' (neither a file nor a study below " + root + "; there are: sweeps/lambda, wang2008/table1)";
  const auto message = [&](const std::string& name) {
    return Catch::Equals("no config '" + name + there_are + ". Did you mean 'wang2008/table1'?");
  };
  for (const char* name :
       {"wang2008/tabel1", "wang208/table1", "table1", "configs/wang2008/tabel1.yaml", "Wang2008/Table1"}) {
    CAPTURE(name);
    try {
      find_config(name, {folder.path()});
      FAIL("found");
    } catch (const core::UserError& error) {
      CHECK_THAT(error.what(), message(name));
    }
  }
  CHECK_THROWS_WITH(find_config("zzz", {folder.path()}), "no config 'zzz" + there_are);
}

TEST_CASE("find_config: a folder is no config, and an empty root is said to be empty", "[spec]") {
  const ConfigFolder folder;
  CHECK_THROWS_WITH(find_config(folder.path().string(), {folder.path()}),
                    Catch::Contains("where there is none"));
}

TEST_CASE("study names: the path below the innermost configs folder, else the file name", "[spec]") {
  CHECK(study_name("/x/configs/wang2008/table1.yaml") == "wang2008/table1");
  CHECK(study_name("/configs/old/configs/a.yml") == "a");
  CHECK(study_name("/x/../configs/./b/c.yaml") == "b/c");
  CHECK(study_name("/data/mine.yaml") == "mine");
}
