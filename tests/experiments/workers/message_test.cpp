#include "experiments/workers/message.hpp"

#include "tests/support/catch.hpp"

using namespace experiments::workers;

namespace {

void append(MessageReader& reader, const std::string& bytes) {
  reader.append(bytes.data(), bytes.size());
}

/// A frame around this header, whatever is in it.
std::string framed(const std::string& header) {
  const std::string digits = std::to_string(header.size());
  return "MLAB1 " + std::string(9 - digits.size(), '0') + digits + "\n" + header;
}

std::string refusal(const std::string& bytes) {
  MessageReader reader;
  append(reader, bytes);
  try {
    reader.next();
  } catch (const FramingError& error) {
    return error.what();
  }
  return "";
}

Message small_message() {
  core::Matrix x(2, 3);
  x << 1, 2, 3, 4, 5, 6;
  return {R"({"id":7})", {array("x", x), array("y", core::Vector(core::Vector::Ones(2)))}};
}

} // namespace

TEST_CASE("a message begins with 16 bytes, its header, and doubles column by column", "[workers]") {
  const std::string bytes = encoded(small_message());
  const std::string header = R"({"arrays":[{"name":"x","shape":[2,3]},{"name":"y","shape":[2]}],"id":7})";
  REQUIRE(bytes.substr(0, 16 + header.size()) == framed(header));
  std::vector<double> values(8);
  REQUIRE(bytes.size() == 16 + header.size() + 8 * values.size());
  std::copy_n(bytes.data() + 16 + header.size(), 8 * values.size(), reinterpret_cast<char*>(values.data()));
  CHECK(values == std::vector<double>{1, 4, 2, 5, 3, 6, 1, 1});
}

TEST_CASE("a message is read back wherever its bytes are parted", "[workers]") {
  const std::string bytes = encoded(small_message()) + encoded({R"({"id":8})"});
  for (std::size_t first = 1; first < bytes.size(); ++first) {
    MessageReader reader;
    append(reader, bytes.substr(0, first));
    auto one = reader.next();
    append(reader, bytes.substr(first));
    if (!one) one = reader.next();
    const auto other = reader.next();
    REQUIRE(one);
    REQUIRE(other);
    CHECK(one->header == R"({"id":7})");
    REQUIRE(one->find("x") != nullptr);
    CHECK(one->find("x")->shape == std::vector<std::int64_t>{2, 3});
    CHECK(one->find("x")->values == std::vector<double>{1, 4, 2, 5, 3, 6});
    CHECK(one->find("z") == nullptr);
    CHECK(other->header == R"({"id":8})");
    CHECK(reader.empty());
  }
}

TEST_CASE("bytes that are no message are refused with what is wrong", "[workers][hostile]") {
  CHECK_THAT(refusal("hello from printf, which is no message"),
             Catch::Contains("are no message: 'hello from"));
  CHECK_THAT(refusal("MLAB1 00000001x\n{}"), Catch::Contains("are no message"));
  CHECK_THAT(refusal("MLAB1 -00000001\n{}"), Catch::Contains("are no message"));
  CHECK_THAT(refusal("MLAB2 000000002\n{}"), Catch::Contains("are no message"));
  CHECK_THAT(refusal("MLAB1 002097152\n"),
             Catch::Contains("a header of 2097152 bytes; 1048576 are the most"));
  CHECK_THAT(refusal(framed("{\"id\": oh")), Catch::Contains("cannot be read"));
  CHECK_THAT(refusal(framed("[1, 2]")), Catch::Contains("no JSON object"));
  CHECK_THAT(refusal(framed("\xff\xfe{}")), Catch::Contains("cannot be read"));
  CHECK_THAT(refusal(framed(R"({"arrays":[["x",[2]]]})")), Catch::Contains("cannot be read"));
}

TEST_CASE("a message announces no more than it may hold", "[workers][hostile]") {
  const auto arrays = [](const std::string& shape) {
    return framed(R"({"arrays":[{"name":"probability","shape":)" + shape + "}]}");
  };
  CHECK_THAT(refusal(arrays("[-1]")), Catch::Contains("has a side of -1"));
  CHECK_THAT(refusal(arrays("[1.5]")), Catch::Contains("no list of whole numbers"));
  CHECK_THAT(refusal(arrays("[1,1,1,1,1]")), Catch::Contains("no list of up to 4 numbers"));
  CHECK_THAT(refusal(arrays("[100000,100000]")), Catch::Contains("more than"));
  CHECK_THAT(refusal(arrays("[9223372036854775807]")), Catch::Contains("has a side of"));
  std::string many = R"({"arrays":[)";
  for (int i = 0; i < 65; ++i) many += std::string(i > 0 ? "," : "") + R"({"name":"x","shape":[1]})";
  CHECK_THAT(refusal(framed(many + "]}")), Catch::Contains("more than 64"));
}

TEST_CASE("a message holds arrays of four sides and sixty-four of them, and no more", "[workers][limits]") {
  Message message{R"({"id":1})", {{"a", {1, 1, 2, 1}, {1, 2}}}};
  CHECK(refusal(encoded(message)) == "");
  message.arrays[0].shape.push_back(1);
  CHECK_THAT(refusal(encoded(message)), Catch::Contains("no list of up to 4 numbers"));
  message.arrays.assign(64, {"a", {1}, {1}});
  CHECK(refusal(encoded(message)) == "");
  message.arrays.push_back({"a", {1}, {1}});
  CHECK_THAT(refusal(encoded(message)), Catch::Contains("more than 64"));
}

TEST_CASE("a message whose arrays are too large together is refused before their values come",
          "[workers][limits]") {
  const std::string most = std::to_string(MessageReader::most_values);
  const std::string one = R"({"name":"x","shape":[)" + most + "]}";
  CHECK(refusal(framed(R"({"arrays":[)" + one + "]}")) == "");
  CHECK_THAT(refusal(framed(R"({"arrays":[)" + one + R"(,{"name":"y","shape":[1]}]})")),
             Catch::Contains("its arrays are too large"));
}
