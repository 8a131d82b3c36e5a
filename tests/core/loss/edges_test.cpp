#include <cmath>

#include "core/loss/coherence.hpp"
#include "tests/support/catch.hpp"

using core::Coherence;
using core::coherent_decision;

TEST_CASE("coherence: a probability of a half is decided at 0, however sharp the corner",
          "[loss][degenerate]") {
  for (const double rho : {1e-3, 1e-2, 0.1, 1.0}) {
    CAPTURE(rho);
    const Coherence loss{rho, 1};
    CHECK(coherent_decision(loss, 0) == Approx(0).margin(1e-14));
    // The least log-odds on either side keep their side, and are finite.
    for (const double tiny : {1e-300, 1e-17, 1e-10}) {
      CHECK(coherent_decision(loss, tiny) >= 0);
      CHECK(coherent_decision(loss, tiny) < 1);
      CHECK(coherent_decision(loss, -tiny) == -coherent_decision(loss, tiny));
    }
  }
}
