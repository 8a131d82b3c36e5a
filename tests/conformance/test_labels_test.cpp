#include "core/probability/draw_cache.hpp"
#include "tests/conformance/settings.hpp"
#include "tests/support/catch.hpp"

TEST_CASE("nothing is learnt or tuned from the test part: other test labels, the same estimates",
          "[conformance][slow]") {
  for (const auto& setting : conformance::every_setting()) {
    CAPTURE(canonical(setting));
    const auto axes = stream_axes(setting, 0);
    core::Draw other = build_source(setting)->draw(axes);
    other.test.y *= -1;
    core::DrawCache changed(other, axes);
    const auto& a = conformance::estimate_alone(setting);
    const auto b = build_estimator(setting)->estimate(changed);
    CHECK(a.probability.matrix() == b.probability.matrix());
    CHECK(a.score == b.score);
    CHECK(a.facts == b.facts);
  }
}
