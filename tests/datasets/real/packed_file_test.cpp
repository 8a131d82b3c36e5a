#include "core/random/sha256.hpp"
#include "datasets/real/data_folders.hpp"
#include "datasets/real/observations.hpp"
#include "tests/datasets/refusal.hpp"
#include "tests/datasets/temporary_folder.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gzip.hpp"

using namespace datasets::real;
using tests::EnvironmentVariable;
using tests::TemporaryFolder;

namespace {

/// 70 rows in the layout of covertype: 10 integers, 44 indicators, the class 1 to 7.
std::string forest() {
  std::string text;
  for (int i = 0; i < 70; ++i) {
    for (int k = 0; k < 10; ++k) text += std::to_string(2000 + 17 * i - 3 * k * i) + ",";
    for (int k = 0; k < 44; ++k) text += (k == i % 4 || k == 4 + i % 40) ? "1," : "0,";
    text += std::to_string(1 + i % 7) + "\n";
  }
  return text;
}

/// The data set of all rows, as if these were all.
Description forest_of(const std::string& packed) {
  Description out = *described("covtype");
  out.files[0].sha256 = core::sha256_hex(packed);
  out.rows = 70;
  for (auto& [name, count] : out.classes) count = 10;
  return out;
}

} // namespace

TEST_CASE("a file that is public packed is known by its packed bytes, and read", "[datasets][packed]") {
  const TemporaryFolder folder;
  const EnvironmentVariable variable("MARGINLAB_DATA", folder.path().string());
  const std::string packed = tests::gzip(forest());
  const Description description = forest_of(packed);
  folder.write("covtype/covtype.data.gz", packed);
  const Reading reading = read_asserted(description);
  const Observations data =
      observations_of(reading, {.classes = {{description.positive}, {description.negative}}});
  CHECK(data.y.size() == 20);
  CHECK(data.inputs.x.cols() == 54);
  CHECK((data.y.array() > 0).count() == 10);
}

TEST_CASE("a packed file of another hash, and the unpacked one, are refused", "[datasets][packed]") {
  const TemporaryFolder folder;
  const EnvironmentVariable variable("MARGINLAB_DATA", folder.path().string());
  const std::string packed = tests::gzip(forest());
  folder.write("covtype/covtype.data.gz", packed);
  const auto other = tests::refusal([&] { read_files(*described("covtype")); });
  CHECK_THAT(other,
             Catch::Contains("covtype.data.gz: other bytes than those of the data set covtype") &&
                 Catch::Contains("expected 614360d0257557dd... of the file as it is published, packed") &&
                 Catch::Contains("marginlab data fetch covtype"));
  folder.write("covtype/covtype.data", forest());
  CHECK_THAT(tests::refusal([&] { read_files(forest_of(packed)); }), Catch::Contains("other bytes"));
}
