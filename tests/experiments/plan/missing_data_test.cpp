#include "datasets/catalog.hpp"
#include "datasets/real/data_folders.hpp"
#include "experiments/plan/plan.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;

TEST_CASE("a plan names each data set that is not on the machine once, with the way to have it", "[plan]") {
  Plan plan;
  std::vector<std::string> expected;
  for (const char* id : {"colon", "wang2008/example1", "wine", "colon", "g241c"}) {
    plan.settings.push_back({.data = {.id = id, .name = id, .label = id, .parameters = {}}});
    const auto* const described = datasets::real::described(id);
    if (described != nullptr && plan.settings.size() != 4 && !is_present(*described))
      expected.push_back("the data set " + std::string(id) + " is not on this machine; " +
                         how_to_get(*described));
  }
  CHECK(missing_data(plan) == expected);
  CHECK_THAT(how_to_get(*datasets::real::described("colon")),
             Catch::StartsWith("its publisher offers no such file under one address: put colon/I2000.txt and "
                               "colon/tissue.txt below ") &&
                 Catch::Contains(", see http"));
  CHECK(how_to_get(*datasets::real::described("pima")) == "get it: marginlab data fetch pima");
}
