#include "experiments/terminal/durations.hpp"

#include "tests/support/catch.hpp"

using experiments::seconds_of;
using experiments::slurm_time;

TEST_CASE("what is no duration has no seconds", "[degenerate]") {
  const auto text =
      GENERATE(as<std::string>{}, "", " ", "h", "2", "90", "2 h", "2x", "h2", "-2h", "+2h", "2h ", "0s",
               "0h0m", "00:00:00", "1e3s", "infs", "nans", "1.2.3s", "30m2h", "2h2h", "2:30", "1:2:3:4",
               "1:60:00", "1:00:60", ":30:00", "1:00:", "1-24", "1-", "-12", "1-2-3", "1.5:00:00", "0x10s",
               "1-12h", "999999999999999999999999999999999999999999d999h9x");
  CAPTURE(text);
  CHECK_FALSE(seconds_of(text).has_value());
}

TEST_CASE("a duration is worth the seconds one counts by hand", "[manufactured]") {
  CHECK(seconds_of("90s") == 90.0);
  CHECK(seconds_of("55m") == 3300.0);
  CHECK(seconds_of("2h") == 7200.0);
  CHECK(seconds_of("1d") == 86400.0);
  CHECK(seconds_of("1.5h") == 5400.0);
  CHECK(seconds_of("0.5s") == 0.5);
  CHECK(seconds_of("1d12h") == 129600.0);
  CHECK(seconds_of("1h30m15s") == 5415.0);
  CHECK(seconds_of("02:00:00") == 7200.0);
  CHECK(seconds_of("0:01:30") == 90.0);
  CHECK(seconds_of("100:00:01") == 360001.0);
  CHECK(seconds_of("1-12") == 129600.0);
  CHECK(seconds_of("1-12:30") == 131400.0);
  CHECK(seconds_of("1-12:30:05") == 131405.0);
}

TEST_CASE("Slurm is told at least as long as was asked for, in its own words", "[manufactured]") {
  CHECK(slurm_time(7200) == "02:00:00");
  CHECK(slurm_time(0.2) == "00:00:01");
  CHECK(slurm_time(59.5) == "00:01:00");
  CHECK(slurm_time(129600) == "1-12:00:00");
  for (const double seconds : {1.0, 61.0, 86399.0, 86400.0, 1e6})
    CHECK(seconds_of(slurm_time(seconds)) == seconds);
}
