#include <catch2/catch.hpp>
#include <filesystem>

#include "experiments/methods.hpp"
#include "experiments/plan.hpp"
#include "experiments/spec/read_study.hpp"

namespace fs = std::filesystem;

TEST_CASE("every shipped config is a study with something to compute", "[conformance]") {
  int studies = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(MARGINLAB_SOURCE_DIR "/configs")) {
    if (entry.path().extension() != ".yaml") continue;
    CAPTURE(entry.path());
    const experiments::Study study = experiments::read_study(entry.path(), {}, experiments::catalogue());
    CHECK(experiments::expand(study).cells() > 0);
    ++studies;
  }
  CHECK(studies >= 6);
}
