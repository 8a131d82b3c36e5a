#include <Random123/philox.h>

#include <cmath>
#include <set>
#include <vector>

#include "core/random/sha256.hpp"
#include "core/random/stream.hpp"
#include "tests/support/catch.hpp"

using core::Stream;
using core::StreamAxes;

TEST_CASE("SHA-256 gives the digests of FIPS 180-2", "[random][golden]") {
  CHECK(core::sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(core::sha256_hex("", 16) == "e3b0c44298fc1c14");
}

TEST_CASE("Philox4x32-10 gives Random123's published known answer", "[random][golden]") {
  const r123::Philox4x32 philox;
  const auto zero = philox({{0, 0, 0, 0}}, {{0, 0}});
  CHECK(zero[0] == 0x6627e8d5u);
  CHECK(zero[1] == 0xe169c58du);
  CHECK(zero[2] == 0xbc57ac4cu);
  CHECK(zero[3] == 0x9b00dbd8u);
}

TEST_CASE("equal axes give equal sequences, and every axis matters", "[random]") {
  const StreamAxes base{7, "disk", 3};
  const auto first = [](StreamAxes axes, const char* purpose) { return axes.stream(purpose).bits(); };
  CHECK(first(base, "sample") == first(base, "sample"));
  const std::set<std::uint64_t> distinct{first(base, "sample"), first(base, "folds"),
                                         first({8, "disk", 3}, "sample"), first({7, "disc", 3}, "sample"),
                                         first({7, "disk", 4}, "sample")};
  CHECK(distinct.size() == 5);
}

TEST_CASE("seed 1 replicate 2 is not seed 2 replicate 1", "[random]") {
  StreamAxes one_two{1, "d", 2}, two_one{2, "d", 1};
  CHECK(one_two.stream("sample").bits() != two_one.stream("sample").bits());
}

TEST_CASE("uniforms fill the open unit interval evenly", "[random]") {
  Stream stream("uniform");
  const int draws = 100'000;
  std::vector<int> bins(20);
  for (int i = 0; i < draws; ++i) {
    const double u = stream.uniform();
    REQUIRE((u > 0 && u < 1));
    ++bins[static_cast<std::size_t>(u * 20)];
  }
  double chi_square = 0;
  for (const int count : bins) chi_square += std::pow(count - draws / 20.0, 2) / (draws / 20.0);
  CHECK(chi_square < 43.8); // 0.999 quantile, 19 degrees of freedom
}

TEST_CASE("normals have the first four moments of a standard normal", "[random]") {
  Stream stream("normal");
  const int draws = 200'000;
  double sum = 0, square = 0, cube = 0, fourth = 0;
  for (int i = 0; i < draws; ++i) {
    const double z = stream.normal();
    sum += z, square += z * z, cube += z * z * z, fourth += z * z * z * z;
  }
  const double root = std::sqrt(draws); // each bound is about four standard errors
  CHECK(std::abs(sum / draws) < 4 / root);
  CHECK(std::abs(square / draws - 1) < 4 * std::sqrt(2) / root);
  CHECK(std::abs(cube / draws) < 4 * std::sqrt(15) / root);
  CHECK(std::abs(fourth / draws - 3) < 4 * std::sqrt(96) / root);
}

TEST_CASE("integers below a bound are unbiased and permutations are permutations", "[random]") {
  Stream stream("below");
  std::vector<int> count(7);
  for (int i = 0; i < 70'000; ++i) ++count[stream.below(7)];
  for (const int c : count) CHECK(std::abs(c - 10'000) < 4 * 93);
  const auto order = stream.permutation(500);
  CHECK(std::set<std::int64_t>(order.begin(), order.end()).size() == 500);
  CHECK(stream.permutation(0).empty());
}
