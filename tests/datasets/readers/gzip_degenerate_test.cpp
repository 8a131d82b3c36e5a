#include "datasets/readers/gzip.hpp"
#include "tests/datasets/refusal.hpp"
#include "tests/support/catch.hpp"

using datasets::readers::gunzip;

namespace {

/// printf 'hello, gzip\n' | gzip -9n
const std::string packed{
    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xcb\x48\xcd\xc9\xc9\xd7\x51\x48\xaf\xca\x2c\xe0\x02"
    "\x00\x86\x1f\x82\xa4\x0c\x00\x00\x00",
    32};

std::string gzip_refused(const std::string& bytes) {
  return tests::refusal([&] { gunzip(bytes, "t.gz"); });
}

} // namespace

TEST_CASE("gzip: what the program of that name packs is unpacked, members one after the other",
          "[datasets][oracle]") {
  CHECK(gunzip(packed, "t.gz") == "hello, gzip\n");
  CHECK(gunzip(packed + packed, "t.gz") == "hello, gzip\nhello, gzip\n");
}

TEST_CASE("gzip: no byte can be cut off or changed unseen", "[datasets]") {
  for (std::size_t length = 2; length < packed.size(); ++length) {
    CAPTURE(length);
    CHECK(gzip_refused(packed.substr(0, length)).starts_with("t.gz: the compressed data end too early"));
  }
  for (std::size_t at = 10; at < packed.size(); ++at) {
    std::string damaged = packed;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    CAPTURE(at);
    std::string unpacked = "hello, gzip\n"; // unused bits of the last byte may be anything
    const auto said = tests::refusal([&] { unpacked = gunzip(damaged, "t.gz"); });
    CHECK(unpacked == "hello, gzip\n");
    CHECK((said != "accepted" || at == 23));
  }
  CHECK(gzip_refused(packed + "rest") ==
        "t.gz: 4 bytes behind the compressed data (they are no gzip) get the file again");
}
