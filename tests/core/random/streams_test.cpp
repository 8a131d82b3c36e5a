#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>

#include "core/random/stream.hpp"
#include "tests/support/catch.hpp"

using core::Stream;
using core::StreamAxes;

// Which random numbers are shared, and with whom: two things that are to be independent must not read one stream, and
// what is to be drawn alike must not read two.
namespace {

std::string read_source(const std::filesystem::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The purposes that the sources of a layer name, each with the files that do.
void collect_purposes(const std::string& layer, std::map<std::string, std::set<std::string>>& found) {
  const std::regex call("stream\\([^\"()]*\"([^\"]+)\"");
  const std::filesystem::path root = MARGINLAB_SOURCE_DIR;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root / layer)) {
    if (entry.path().extension() != ".cpp") continue;
    const std::string text = read_source(entry.path());
    for (std::sregex_iterator it(text.begin(), text.end(), call), end; it != end; ++it)
      found[(*it)[1]].insert(entry.path().lexically_relative(root).replace_extension().string());
  }
}

} // namespace

TEST_CASE("a stream is another one for another seed, data set, replicate or purpose", "[random]") {
  const StreamAxes axes{1, "data", 2};
  std::set<std::uint64_t> first;
  for (const StreamAxes& one :
       {axes, StreamAxes{3, "data", 2}, StreamAxes{1, "other data", 2}, StreamAxes{1, "data", 4}})
    for (const char* purpose : {"split", "sample"}) first.insert(one.stream(purpose).bits());
  CHECK(first.size() == 8);
  CHECK(StreamAxes{axes}.stream("split").bits() == axes.stream("split").bits());
}

TEST_CASE("two parts of the program read one stream only where they are to draw alike",
          "[random][architecture]") {
  std::map<std::string, std::set<std::string>> found;
  for (const char* layer : {"core", "datasets"}) collect_purposes(layer, found);
  const std::string tuning = "core/tuning/", probability = "core/probability/",
                    simulated = "datasets/simulated/";
  const std::map<std::string, std::set<std::string>> meant{
      // Two criteria with as many folds have the same folds, and so have two scalings.
      {"folds=", {tuning + "cross_validation", tuning + "cost_validation"}},
      {"held out=", {probability + "margin_learner", probability + "scaling/given_scores"}},
      {"held out classes=", {"core/multiclass/scaling/calibrated_classes"}},
      {"pruning folds=", {"core/multiclass/methods/tree_estimators"}},
      {"prior step", {tuning + "prior_step"}},
      {"perturbation", {tuning + "perturbation_criterion"}},
      {" bag", {"core/multiclass/tree/forest"}},
      {" nodes", {"core/multiclass/tree/forest"}},
      {"pairs of the sampled median distance", {"core/kernel/kernel"}},
      // Of one data set each.
      {"sample", {simulated + "wang2008", simulated + "ruping2004", simulated + "wu2010"}},
      {"tune", {simulated + "wang2008", simulated + "ruping2004", simulated + "wu2010"}},
      {"test", {simulated + "ruping2004", simulated + "wu2010"}},
      {"pool ", {simulated + "wang2008"}},
      {"split", {simulated + "wang2008", "datasets/real/real_source"}},
      {"subsample", {"datasets/real/real_source"}},
      {"cross-validation", {"datasets/real/real_source"}}};
  CHECK(found == meant);
}

TEST_CASE(
    "integers below three quarters of the range are unbiased, because numbers that would favour some are "
    "drawn anew",
    "[random][degenerate]") {
  // floor(3/4 x) meets the multiples of three twice as often as all others.
  const std::uint64_t bound = std::uint64_t{3} << 62;
  Stream stream("three quarters");
  std::array<int, 3> count{};
  constexpr int draws = 30'000;
  for (int i = 0; i < draws; ++i) ++count[stream.below(bound) % 3];
  for (const int c : count) CHECK(std::abs(c - draws / 3) < 5 * 82); // five standard errors
}

TEST_CASE("a permutation of two keeps them as often as it swaps them", "[random]") {
  Stream stream("two");
  int kept = 0;
  for (int i = 0; i < 1000; ++i) kept += stream.permutation(2).front() == 0 ? 1 : 0;
  CHECK(std::abs(kept - 500) < 5 * 16); // five standard errors
}
