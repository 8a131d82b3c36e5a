#include <nlohmann/json.hpp>
#include <random>

#include "experiments/config/text.hpp"
#include "tests/experiments/config/support/config_folder.hpp"
#include "tests/experiments/config/support/small_catalogue.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;

namespace {

/// The JSON library checks UTF-8 with a decoder of its own.
bool json_accepts(const std::string& bytes) {
  try {
    nlohmann::json(bytes).dump();
    return true;
  } catch (const nlohmann::json::type_error&) {
    return false;
  }
}

} // namespace

TEST_CASE("UTF-8: all texts of up to two bytes are judged like the JSON library does", "[spec]") {
  std::size_t wrong = 0;
  for (int a = 0; a < 256; ++a)
    for (int b = -1; b < 256; ++b) {
      std::string bytes(1, static_cast<char>(a));
      if (b >= 0) bytes += static_cast<char>(b);
      wrong += (first_invalid_utf8(bytes) == std::string::npos) == json_accepts(bytes) ? 0 : 1;
    }
  CHECK(wrong == 0);
}

TEST_CASE("UTF-8: three and four bytes from the borders of the allowed ranges are judged alike", "[spec]") {
  const std::vector<int> borders{0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF,
                                 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF};
  std::mt19937 random(7);
  const auto any = [&] { return static_cast<char>(borders[random() % borders.size()]); };
  std::size_t wrong = 0, accepted = 0;
  for (int i = 0; i < 200000; ++i) {
    std::string bytes{any(), any(), any()};
    if (i % 2 == 0) bytes += any();
    const bool good = first_invalid_utf8(bytes) == std::string::npos;
    accepted += good ? 1 : 0;
    wrong += good == json_accepts(bytes) ? 0 : 1;
  }
  CHECK(wrong == 0);
  CHECK(accepted > 100);
}

TEST_CASE("UTF-8: columns count characters, not bytes", "[spec]") {
  const std::string text = "a\xC3\xA4\xE2\x98\x83\xF0\x9F\x98\x80z";
  CHECK(characters(text) == 5);
  CHECK(offset_of_character(text, 0) == 0);
  CHECK(offset_of_character(text, 2) == 3);
  CHECK(text[offset_of_character(text, 4)] == 'z');
  CHECK(offset_of_character(text, 9) == text.size());
}

TEST_CASE("what is shown on a terminal steers neither its cursor nor the direction of its text", "[spec]") {
  CHECK(printable("a\x1b[31mb\x7f") == "a?[31mb?");
  CHECK(printable("a\u0080b\u009bc\u00a0d") == "a?b?c\u00a0d");
  CHECK(printable("\u202eabc\u2066\u200f\u061c") == "?abc???");
  CHECK(printable("Gr\u00f6\u00dfe\t\u03b2\u2080 \U0001f600") == "Gr\u00f6\u00dfe \u03b2\u2080 \U0001f600");
  CHECK(printable("\xe4\xf6") == "??");
  CHECK(printable_lines("a\x1b\nb\u202e\n") == "a?\nb?\n");
  CHECK(printable_lines("") == "");
}

TEST_CASE("a label in a config that would steer a terminal is refused", "[spec]") {
  for (const char* label : {"\"\\e[31m\"", "\"\\x9b31m\"", "\"\\u202e\""})
    CHECK_THROWS_WITH(study_of(replaced(small_study, "A small study", label)),
                      Catch::Contains("found a control character in it"));
}
