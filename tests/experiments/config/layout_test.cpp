#include "tests/experiments/config/support/config_folder.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;

TEST_CASE("layout: averages are over all replicates unless it says which to leave out", "[spec]") {
  CHECK(study_of(small_study).layout.average == results::Average::all);
  CHECK(study_of(small_study, {"layout.average=all"}).layout.average == results::Average::all);
  CHECK(study_of(small_study, {"layout.average=nondegenerate"}).layout.average ==
        results::Average::nondegenerate);
  CHECK(study_of(small_study, {"layout.average=unrounded"}).layout.average == results::Average::unrounded);
}
