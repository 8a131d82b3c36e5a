#include <array>
#include <set>

#include "experiments/config/read_study.hpp"
#include "experiments/verify/replay.hpp"
#include "tests/conformance/relations.hpp"
#include "tests/support/catch.hpp"

using core::Matrix;
using experiments::Setting;

// Eigen cuts large products by the sizes of the processor's caches, and a sum that is cut elsewhere has other
// last bits. What is computed must not follow them, whatever somebody in the process has told Eigen.
namespace {

struct Caches {
  std::ptrdiff_t first, second, third; ///< bytes
};

/// Of processors of four kinds, none of them that of the house.
constexpr std::array processors{Caches{32768, 1048576, 33554432}, Caches{49152, 2097152, 33554432},
                                Caches{16384, 262144, 2097152}, Caches{65536, 524288, 8388608}};

/// Eigen is told of a processor's caches while it lives.
class ToldOf {
 public:
  explicit ToldOf(const Caches& caches) {
    Eigen::setCpuCacheSizes(caches.first, caches.second, caches.third);
  }
  ~ToldOf() {
    Eigen::setCpuCacheSizes(EIGEN_DEFAULT_L1_CACHE_SIZE, EIGEN_DEFAULT_L2_CACHE_SIZE,
                            EIGEN_DEFAULT_L3_CACHE_SIZE);
  }
  ToldOf(const ToldOf&) = delete;
  ToldOf& operator=(const ToldOf&) = delete;
};

/// More rows than Eigen sums up in one piece, 504 with the caches of the house.
constexpr std::int64_t cut = 520;

void check_on_every_processor(const Setting& setting) {
  CAPTURE(canonical(setting));
  const core::Draw draw = build_source(setting)->draw(stream_axes(setting, 0));
  const Matrix own = conformance::said(conformance::estimate_on(setting, draw));
  for (const Caches& caches : processors) {
    const ToldOf told(caches);
    CAPTURE(caches.first);
    CHECK(conformance::said(conformance::estimate_on(setting, draw)) == own);
  }
}

std::string data_hash_of(const std::string& name) {
  const auto file =
      std::filesystem::path(MARGINLAB_SOURCE_DIR) / "tests/reproducibility/pinned/studies" / (name + ".yaml");
  return certify(experiments::read_study(file.string(), {}), 12, {1}).runs.front().data_hash;
}

} // namespace

TEST_CASE("a product of the test is cut by the caches that Eigen is told of", "[conformance][determinism]") {
  core::Stream stream("a product that is cut");
  Matrix x(cut, 60);
  for (double& value : x.reshaped()) value = stream.normal();
  const Matrix own = x.transpose() * x;
  const ToldOf told(processors[2]);
  CHECK(Matrix(x.transpose() * x) != own);
}

TEST_CASE("the sizes of the processor's caches change no bit of any method's probabilities",
          "[conformance][determinism][slow]") {
  std::set<std::string> seen;
  for (const char* data : {"wang2008/example1", "ruping2004/two_normals"})
    for (Setting& setting : conformance::fixed_settings_on(conformance::simulated(data), cut)) {
      if (setting.method.id == "c_learning_descent") // minutes under the sanitizers at gamma 0.01
        setting.method.parameters.set("lambda", 0.1);
      const bool is_psi = setting.method.id == "platt" && setting.classifier.id == "weighted_psi";
      if (seen.insert(setting.method.id).second || is_psi) check_on_every_processor(setting);
    }
  for (const core::Entry& method : experiments::catalogue().methods) {
    CAPTURE(method.id);
    CHECK(seen.contains(method.id) != conformance::is_of_studies(method));
  }
}

TEST_CASE("nor those of a linear machine on so many rows that no kernel matrix is formed",
          "[conformance][determinism][slow]") {
  for (Setting& setting : conformance::fixed_settings_on(conformance::simulated("wang2008/example1"), 2100)) {
    if (setting.method.id != "platt" || setting.classifier.id != "weighted_svm") continue;
    setting.classifier.parameters.set("kernel", std::string("linear"));
    check_on_every_processor(setting);
  }
}

TEST_CASE("the data_hash of eight studies is the same with the caches of four processors",
          "[conformance][determinism][slow]") {
  for (const char* study : {"many_rows", "many_rows_of_classes", "classifiers", "competitors", "decisions",
                            "elastic_nets", "methods", "scalings"}) {
    CAPTURE(study);
    const std::string own = data_hash_of(study);
    for (const Caches& caches : processors) {
      const ToldOf told(caches);
      CAPTURE(caches.first);
      CHECK(data_hash_of(study) == own);
    }
  }
}
