#include "core/contract.hpp"
#include "tests/conformance/settings.hpp"
#include "tests/support/catch.hpp"

using experiments::Setting;

namespace {

Setting some_setting() {
  return conformance::every_setting().front();
}

} // namespace

TEST_CASE("names and labels are no part of a key; parameters, revisions and the seed are",
          "[reproducibility]") {
  const Setting base = some_setting();
  Setting renamed = base;
  renamed.method.name = "other", renamed.data.label = "Another label";
  CHECK(key_of(renamed) == key_of(base));
  Setting seeded = base, revised = base, larger = base;
  ++seeded.seed;
  ++revised.method.revision;
  larger.data.parameters.set("n_train", std::int64_t{31});
  for (const Setting& other : {seeded, revised, larger}) CHECK(key_of(other) != key_of(base));
}

TEST_CASE("a stored setting of another revision or another program is refused with a sentence",
          "[reproducibility]") {
  std::string text = canonical(some_setting());
  CHECK_THROWS_AS(experiments::parse_setting("{}"), core::UserError);
  CHECK_THROWS_AS(experiments::parse_setting("not json"), core::UserError);
  text.replace(text.find("\"revision\":1"), 12, "\"revision\":9");
  CHECK_THROWS_WITH(experiments::parse_setting(text), Catch::Contains("revision 9"));
}
