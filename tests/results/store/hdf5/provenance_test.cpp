#include "results/store/hdf5/provenance.hpp"

#include <unistd.h>

#include "results/store/file.hpp"
#include "tests/support/catch.hpp"

using namespace results;

TEST_CASE("provenance says who made a file, with what, where and when", "[provenance]") {
  const Provenance facts = gather_provenance(
      {4, "2024-05-31T12:00:00Z", "2024-05-31T13:00:00Z", "marginlab run x.yaml", "a: 1\n", "{}"});
  for (const char* name :
       {"program", "version", "commit",   "dirty",   "compiler",     "flags",        "hdf5",
        "eigen",   "zlib",    "openssl",  "cpu",     "vector level", "host",         "system",
        "threads", "started", "finished", "command", "config_yaml",  "resolved_json"}) {
    CAPTURE(name);
    REQUIRE(facts.contains(name));
    CHECK_FALSE(facts.at(name).empty());
  }
  CHECK(facts.size() == 20);
  CHECK(facts.at("threads") == "4");
  CHECK(facts.at("started") == "2024-05-31T12:00:00Z");
  CHECK(facts.at("finished") == "2024-05-31T13:00:00Z");
  CHECK(facts.at("command") == "marginlab run x.yaml");
  CHECK(facts.at("config_yaml") == "a: 1\n");
  CHECK(facts.at("resolved_json") == "{}");
  CHECK_THAT(facts.at("hdf5"), Catch::Matches("[0-9]+\\.[0-9]+\\.[0-9]+"));
  CHECK_THAT(facts.at("eigen"), Catch::Matches("[0-9]+\\.[0-9]+\\.[0-9]+"));
  char host[256] = {};
  REQUIRE(gethostname(host, sizeof host - 1) == 0);
  CHECK(facts.at("host") == host);
}

TEST_CASE("the time is UTC to the second in ISO 8601", "[provenance]") {
  CHECK_THAT(utc_now(), Catch::Matches("20[0-9]{2}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-6][0-9]Z"));
}
