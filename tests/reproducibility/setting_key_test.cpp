#include <catch2/catch.hpp>

#include "core/contract.hpp"
#include "tests/conformance/settings.hpp"

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

TEST_CASE("the key of a known setting has not moved", "[reproducibility][golden]") {
  const core::Choice data{"wang2008/example1", "a", "A", 1, {}}, classifier{"weighted_svm", "b", "B", 1, {}};
  core::Choice method{"bracket", "c", "C", 1, {}}, tuning{"fixed", "d", "D", 1, {}};
  method.parameters.set("intervals", std::int64_t{20});
  tuning.parameters.set("lambda", 0.1);
  const Setting setting{data, classifier, method, tuning, 1};
  CHECK(canonical(setting) ==
        R"({"classifier":{"id":"weighted_svm","parameters":{},"revision":1},)"
        R"("data":{"id":"wang2008/example1","parameters":{},"revision":1},)"
        R"("method":{"id":"bracket","parameters":{"intervals":20},"revision":1},"seed":1,)"
        R"("tuning":{"id":"fixed","parameters":{"lambda":0.1},"revision":1}})");
}

TEST_CASE("a stored setting of another revision or another program is refused with a sentence",
          "[reproducibility]") {
  std::string text = canonical(some_setting());
  CHECK_THROWS_AS(experiments::parse_setting("{}"), core::UserError);
  CHECK_THROWS_AS(experiments::parse_setting("not json"), core::UserError);
  text.replace(text.find("\"revision\":1"), 12, "\"revision\":9");
  CHECK_THROWS_WITH(experiments::parse_setting(text), Catch::Contains("revision 9"));
}
