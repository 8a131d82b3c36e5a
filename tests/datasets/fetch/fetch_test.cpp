#include "datasets/fetch/fetch.hpp"

#include "core/random/sha256.hpp"
#include "datasets/readers/text_file.hpp"
#include "tests/datasets/fetch/local_server.hpp"
#include "tests/datasets/refusal.hpp"
#include "tests/datasets/temporary_folder.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gzip.hpp"

using datasets::fetch::Delivery;
using datasets::fetch::fetch;
using datasets::real::DataFile;
using namespace tests;

namespace {

const std::string text = "1,a\n2,b\n";

/// A folder, and a server's answers to requests for the file of it.
class Delivered {
 public:
  explicit Delivered(LocalServer::Handler handler) : server(std::move(handler)) {
    delivery.folder = folder.path();
    delivery.patience = {.tries = 3, .first_wait = 0.01, .silence = 1};
    delivery.say = [this](const std::string& sentence) { said.push_back(sentence); };
  }

  DataFile file(const std::string& sha256 = core::sha256_hex(text)) const {
    return {"made/made.csv", server.url("/made.csv"), sha256, 16};
  }
  std::string refused() const {
    return refusal([&] { fetch(file(), delivery); });
  }
  std::string fetched() const { return datasets::readers::read_file(fetch(file(), delivery)).bytes; }
  bool left_nothing() const {
    return !std::filesystem::exists(folder.path() / "made/made.csv") &&
           !std::filesystem::exists(folder.path() / "made/made.csv.gz");
  }

  EnvironmentVariable no_proxy{"no_proxy", "127.0.0.1"};
  TemporaryFolder folder;
  LocalServer server;
  Delivery delivery;
  std::vector<std::string> said;
};

/// What a server that knows ranges answers.
Reply ranged(const std::string& request, const std::string& body) {
  const auto at = request.find("Range: bytes=");
  if (at == std::string::npos) return ok(body);
  const auto from = std::stoul(request.substr(at + 13));
  if (from >= body.size()) return status("416 Range Not Satisfiable");
  const std::string rest = body.substr(from);
  return {"HTTP/1.1 206 Partial Content\r\nContent-Range: bytes " + std::to_string(from) + "-" +
          std::to_string(body.size() - 1) + "/" + std::to_string(body.size()) +
          "\r\nContent-Length: " + std::to_string(rest.size()) + "\r\nConnection: close\r\n\r\n" + rest};
}

/// A reply whose body ends before its announced length.
Reply cut_off(const std::string& body, std::size_t length) {
  Reply whole = ok(body);
  whole.bytes.resize(whole.bytes.size() - (body.size() - length));
  return whole;
}

} // namespace

TEST_CASE("fetch: the right bytes come to lie under their name", "[datasets][fetch]") {
  Delivered delivered([](const std::string&, std::size_t) { return ok(text); });
  CHECK(delivered.fetched() == text);
  CHECK(std::filesystem::exists(delivered.folder.path() / "made/made.csv"));
  CHECK_FALSE(std::filesystem::exists(delivered.folder.path() / "made/made.csv.part"));
  CHECK(delivered.said.empty());
}

TEST_CASE("fetch: other bytes are refused and nothing is left of them", "[datasets][fetch]") {
  Delivered delivered([](const std::string&, std::size_t) { return ok("<html>not found</html>"); });
  CHECK(delivered.refused() == delivered.server.url("/made.csv") +
                                   ": this is not the data set. It has 22 bytes with SHA-256 " +
                                   core::sha256_hex("<html>not found</html>").substr(0, 16) + ", expected " +
                                   core::sha256_hex(text).substr(0, 16) +
                                   ". Its publisher has changed it, or something in between answers. Fetch "
                                   "again later, or look for the file elsewhere.");
  CHECK(delivered.left_nothing());
  CHECK_FALSE(std::filesystem::exists(delivered.folder.path() / "made/made.csv.part"));
}

TEST_CASE("fetch: a server that sends more than the data set has is not waited for, and nothing is left",
          "[datasets][fetch]") {
  for (const bool packed : {false, true}) {
    CAPTURE(packed);
    const std::string endless(std::size_t{1} << (packed ? 16 : 22), '1');
    Delivered delivered(
        [&](const std::string&, std::size_t) { return ok(packed ? gzip(endless) : endless); });
    CHECK_THAT(delivered.refused(),
               Catch::Contains(packed ? "more than 16 bytes unpacked"
                                      : "the server sends more than 1040 bytes, but the data set has 16."));
    CHECK(delivered.left_nothing());
    CHECK_FALSE(std::filesystem::exists(delivered.folder.path() / "made/made.csv.part"));
    CHECK(delivered.server.requests().size() == 1);
  }
}

TEST_CASE("fetch: a connection that breaks off is gone on with from where it stopped", "[datasets][fetch]") {
  Delivered delivered([](const std::string& request, std::size_t number) {
    return number == 0 ? cut_off(text, 3) : ranged(request, text);
  });
  CHECK(delivered.fetched() == text);
  const auto requests = delivered.server.requests();
  REQUIRE(requests.size() == 2);
  CHECK(requests[0].find("Range:") == std::string::npos);
  CHECK(requests[1].find("Range: bytes=3-") != std::string::npos);
}

TEST_CASE("fetch: what an earlier call left is gone on with", "[datasets][fetch]") {
  Delivered delivered([](const std::string& request, std::size_t) { return ranged(request, text); });
  delivered.folder.write("made/made.csv.part", text.substr(0, 5));
  CHECK(delivered.fetched() == text);
  CHECK(delivered.server.requests().at(0).find("Range: bytes=5-") != std::string::npos);
}

TEST_CASE("fetch: leftovers of another file, or more than there is, are thrown away", "[datasets][fetch]") {
  for (const char* leftover : {"xyz", "1,a\n2,b\n", "more than the whole file"}) {
    CAPTURE(leftover);
    Delivered delivered([](const std::string& request, std::size_t) { return ranged(request, text); });
    delivered.folder.write("made/made.csv.part", leftover);
    CHECK(delivered.fetched() == text);
  }
}

TEST_CASE("fetch: a server without ranges sends the whole file again", "[datasets][fetch]") {
  Delivered delivered(
      [](const std::string&, std::size_t number) { return number == 0 ? cut_off(text, 3) : ok(text); });
  CHECK(delivered.fetched() == text);
}

TEST_CASE("fetch: a file that is gone is not asked for twice", "[datasets][fetch]") {
  Delivered delivered([](const std::string&, std::size_t) { return status("404 Not Found"); });
  CHECK(delivered.refused() ==
        delivered.server.url("/made.csv") + ": the server answers 404. Another try would get the same. Get " +
            delivered.server.url("/made.csv") + " on a machine that can, and put it at " +
            (delivered.folder.path() / "made/made.csv").string() + ".");
  CHECK(delivered.server.requests().size() == 1);
  CHECK(delivered.left_nothing());
}

TEST_CASE("fetch: a server that is busy is asked again, but not for ever", "[datasets][fetch]") {
  Delivered busy([](const std::string&, std::size_t number) {
    return number < 2 ? status("503 Service Unavailable") : ok(text);
  });
  CHECK(busy.fetched() == text);
  CHECK(busy.said.size() == 2);
  Delivered down([](const std::string&, std::size_t) { return status("503 Service Unavailable"); });
  CHECK(down.refused().find("the server answers 503. It was tried 3 times. Is there a network?") !=
        std::string::npos);
  CHECK(down.server.requests().size() == 3);
}

TEST_CASE("fetch: redirects are followed, but not for ever and not to files", "[datasets][fetch]") {
  Delivered moved([](const std::string& request, std::size_t) {
    return request.starts_with("GET /made.csv") ? status("302 Found", "Location: /elsewhere.csv\r\n")
                                                : ok(text);
  });
  CHECK(moved.fetched() == text);
  Delivered round(
      [](const std::string&, std::size_t) { return status("302 Found", "Location: /made.csv\r\n"); });
  CHECK(round.refused().find("Another try would get the same.") != std::string::npos);
  Delivered inwards([](const std::string&, std::size_t) {
    return status("302 Found", "Location: file:///etc/hostname\r\n");
  });
  CHECK(inwards.refused().find("Another try would get the same.") != std::string::npos);
}

TEST_CASE("fetch: a server that falls silent is given up, and asked again", "[datasets][fetch]") {
  Delivered slow([](const std::string& request, std::size_t number) {
    Reply reply = number == 0 ? cut_off(text, 4) : ranged(request, text);
    reply.after = number == 0 ? Reply::After::silence : Reply::After::close;
    return reply;
  });
  CHECK(slow.fetched() == text);
  CHECK(slow.server.requests().size() == 2);
}

TEST_CASE("fetch: without a network the message says what to do", "[datasets][fetch]") {
  Delivered delivered([](const std::string&, std::size_t) { return ok(text); });
  DataFile nowhere = delivered.file();
  nowhere.url = "http://127.0.0.1:1/made.csv"; // nothing listens there
  const auto said = refusal([&] { fetch(nowhere, delivered.delivery); });
  CHECK(said.starts_with("http://127.0.0.1:1/made.csv: Failed to connect to 127.0.0.1 port 1"));
  CHECK(
      said.find("Fetch again later. Get http://127.0.0.1:1/made.csv on a machine that can, and put it at ") !=
      std::string::npos);
}

TEST_CASE("fetch: a packed file is checked unpacked, and kept packed", "[datasets][fetch]") {
  // printf 'hello, gzip\n' | gzip -9n
  const std::string packed{
      "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xcb\x48\xcd\xc9\xc9\xd7\x51\x48\xaf\xca\x2c\xe0\x02"
      "\x00\x86\x1f\x82\xa4\x0c\x00\x00\x00",
      32};
  Delivered delivered([&](const std::string&, std::size_t) { return ok(packed); });
  const auto path = fetch(delivered.file(core::sha256_hex("hello, gzip\n")), delivered.delivery);
  CHECK(path.filename() == "made.csv.gz");
  CHECK(datasets::readers::read_file(path).bytes == "hello, gzip\n");
  Delivered damaged([&](const std::string&, std::size_t) { return ok(packed.substr(0, 20)); });
  CHECK(damaged.refused().find("the compressed data end too early") != std::string::npos);
  CHECK(damaged.left_nothing());
}

TEST_CASE("fetch: a file that is public packed is checked packed", "[datasets][fetch]") {
  const std::string packed = gzip(text);
  Delivered there([&](const std::string&, std::size_t) { return ok(packed); });
  DataFile file = there.file(core::sha256_hex(packed));
  file.packed = true;
  CHECK(datasets::readers::read_file(fetch(file, there.delivery)).bytes == text);
  Delivered unpacked([](const std::string&, std::size_t) { return ok(text); });
  file = unpacked.file(core::sha256_hex(packed));
  file.packed = true;
  CHECK_THAT(refusal([&] { fetch(file, unpacked.delivery); }), Catch::Contains("not the data set"));
  CHECK(unpacked.left_nothing());
}

TEST_CASE("fetch: a folder that cannot be made is named", "[datasets][fetch]") {
  Delivered delivered([](const std::string&, std::size_t) { return ok(text); });
  delivered.delivery.folder = delivered.folder.write("a_file", "") / "below";
  CHECK(delivered.refused().find("Set MARGINLAB_DATA to a folder of your own.") != std::string::npos);
}
