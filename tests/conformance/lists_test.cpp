#include "core/metric/metric.hpp"
#include "results/report/panels/compose.hpp"
#include "tests/conformance/relations.hpp"
#include "tests/conformance/settings.hpp"
#include "tests/support/catch.hpp"

// What goes over a list is green where the list is empty: so the lists themselves are looked at here. That each of
// their entries is met, every_setting_test.cpp says.

TEST_CASE("the lists that conformance goes over are as long as they were, or longer", "[conformance]") {
  const auto& all = experiments::catalogue();
  CHECK(all.data.size() >= 26);
  CHECK(all.classifiers.size() >= 4);
  CHECK(all.methods.size() >= 46);
  CHECK(all.criteria.size() >= 7);
  CHECK(core::metrics().size() >= 32);
  CHECK(results::panels().size() >= 17);
}

TEST_CASE("relations between settings have settings to look at", "[conformance]") {
  for (const char* id :
       {"wang2008/example1", "ruping2004/two_normals", "wu2010/example1", "wu2010/example4"}) {
    CAPTURE(id);
    CHECK(conformance::simulated(id).id == id);
    CHECK(conformance::fixed_settings_on(conformance::simulated(id), 30).size() >= 10);
  }
}
