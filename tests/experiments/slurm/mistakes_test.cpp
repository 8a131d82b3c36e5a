#include "experiments/slurm/submit.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;

namespace {

SubmitRequest fine() {
  SubmitRequest request;
  request.shards = 40;
  request.time = "2h";
  return request;
}

} // namespace

TEST_CASE("a submission that Slurm would refuse is told what is wrong, all at once", "[degenerate]") {
  SubmitRequest request = fine();
  request.shards = GENERATE(0, -1, 1001);
  request.time = GENERATE("2", "2:30", "soon", "");
  request.resources.memory = GENERATE("2GB", "G", "two", "-1G");
  request.resources.options = {"qos=long"};
  const std::vector<std::string> all = mistakes(request);
  REQUIRE(all.size() == 4);
  CHECK(all[0].find("--shards " + std::to_string(request.shards) +
                    " (a Slurm array has at most 1000 tasks)") == 0);
  CHECK(all[1].find("--time '" + request.time + "' is no duration") == 0);
  CHECK(all[2].find("--memory '" + request.resources.memory + "' is no size") == 0);
  CHECK(all[3].find("--sbatch 'qos=long'") == 0);
}

TEST_CASE("a task needs more time than Slurm's warning comes early", "[degenerate]") {
  SubmitRequest request = fine();
  request.time = "179s";
  CHECK(mistakes(request).size() == 1);
  request.time = "3m";
  CHECK(mistakes(request).empty());
}

TEST_CASE("a submission that Slurm takes has no mistakes", "[manufactured]") {
  SubmitRequest request = fine();
  request.shards = GENERATE(1, 40, 1000);
  request.resources.memory = GENERATE("", "500", "2G", "800M");
  request.resources.options = {"--qos=long", "--exclusive"};
  CHECK(mistakes(request).empty());
}
