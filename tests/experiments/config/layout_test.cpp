#include "tests/experiments/config/support/config_folder.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;

TEST_CASE("layout: averages are over all replicates unless it says nondegenerate", "[spec]") {
  CHECK(study_of(small_study).layout.average == results::Average::all);
  CHECK(study_of(small_study, {"layout.average=all"}).layout.average == results::Average::all);
  CHECK(study_of(small_study, {"layout.average=nondegenerate"}).layout.average ==
        results::Average::nondegenerate);
}
