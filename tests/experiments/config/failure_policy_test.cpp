#include "experiments/config/read_study.hpp"
#include "tests/experiments/config/support/config_folder.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;
using results::FailurePolicy;

TEST_CASE("failures: replicates that failed are dropped unless the study says otherwise", "[spec]") {
  const auto policy = [](const std::vector<std::string>& overrides) {
    return study_of(small_study, overrides).layout.failures;
  };
  CHECK(policy({}) == FailurePolicy::drop);
  CHECK(policy({"failures=drop"}) == FailurePolicy::drop);
  CHECK(policy({"failures=worst"}) == FailurePolicy::worst);
  CHECK(policy({"failures=error"}) == FailurePolicy::error);
  CHECK(study_of(small_study + "failures: worst\n").layout.failures == FailurePolicy::worst);
}

TEST_CASE("failures: the resolved study says which policy it has", "[spec]") {
  CHECK_THAT(resolved_json(study_of(small_study)), Catch::Contains("\"failures\": \"drop\""));
  CHECK_THAT(resolved_json(study_of(small_study, {"failures=error"})),
             Catch::Contains("\"failures\": \"error\""));
}
