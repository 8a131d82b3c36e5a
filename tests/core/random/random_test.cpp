#include <Random123/philox.h>

#include <cmath>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/contract.hpp"
#include "core/random/folds.hpp"
#include "core/random/sha256.hpp"
#include "core/random/stream.hpp"
#include "tests/support/catch.hpp"

using namespace core;
using core::Stream;
using core::StreamAxes;

TEST_CASE("SHA-256 gives the digests of FIPS 180-2", "[random][golden]") {
  CHECK(core::sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(core::sha256_hex("", 16) == "e3b0c44298fc1c14");
  CHECK(core::sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(core::sha256_hex(std::string(1'000'000, 'a')) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
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

TEST_CASE("SHA-256: pieces of any length give the digest of the whole", "[random]") {
  std::mt19937_64 random(180);
  std::string text;
  for (std::size_t length = 0; length <= 1030; ++length) {
    Sha256 in_pieces;
    for (std::size_t at = 0; at < length;) {
      const std::size_t piece = random() % 100;
      in_pieces.add(std::string_view(text).substr(at, piece));
      at += piece;
    }
    CAPTURE(length);
    CHECK(in_pieces.digest() == core::sha256(text));
    text += static_cast<char>(random() & 0xff);
  }
}

namespace {

Labels with_positives(Eigen::Index n, Eigen::Index positives) {
  Labels y = Labels::Constant(n, -1);
  for (Eigen::Index i = 0; i < positives; ++i) y((7 * i) % n) = 1;
  return y;
}

/// Largest difference between folds of what is counted.
template <class Count>
std::int64_t spread(const std::vector<Division>& folds, const Count& count) {
  std::int64_t least = 1'000'000, most = 0;
  for (const Division& fold : folds) {
    least = std::min<std::int64_t>(least, count(fold));
    most = std::max<std::int64_t>(most, count(fold));
  }
  return most - least;
}

} // namespace

TEST_CASE("stratified folds hold each point out once and differ by at most one in each class and in all",
          "[tuning][manufactured]") {
  for (const Eigen::Index n : {10, 37, 100})
    for (const Eigen::Index positives : {1, 4, 9})
      for (const std::int64_t k : {2, 5, 10}) {
        CAPTURE(n, positives, k);
        const Labels y = with_positives(n, positives);
        Stream stream("folds");
        const auto folds = stratified_divisions(y, k, stream);
        REQUIRE(folds.size() == static_cast<std::size_t>(k));
        std::set<Eigen::Index> seen;
        for (const Division& fold : folds) {
          seen.insert(fold.inside.begin(), fold.inside.end());
          CHECK(fold.inside.size() + fold.outside.size() == static_cast<std::size_t>(n));
        }
        CHECK(seen.size() == static_cast<std::size_t>(n));
        const auto size = [](const Division& f) { return static_cast<std::int64_t>(f.inside.size()); };
        const auto positive = [&](const Division& f) { return (y(f.inside).array() > 0).count(); };
        CHECK(spread(folds, size) <= 1);
        CHECK(spread(folds, positive) <= 1);
        CHECK(spread(folds, [&](const Division& f) { return size(f) - positive(f); }) <= 1);
      }
}

TEST_CASE("folds at random are not stratified, and the folds depend on the stream", "[tuning]") {
  const Labels y = with_positives(100, 50);
  Stream one("a"), other("b"), again("a"), random("a");
  const auto folds = stratified_divisions(y, 10, one);
  CHECK(folds[0].inside != stratified_divisions(y, 10, other)[0].inside);
  CHECK(folds[0].inside == divisions(y, 10, FoldAssignment::stratified, again)[0].inside);
  const auto positive = [&](const Division& f) { return (y(f.inside).array() > 0).count(); };
  CHECK(spread(divisions(y, 10, FoldAssignment::at_random, random), positive) > 1);
}

TEST_CASE("more folds than points, or fewer than two, are refused", "[tuning][degenerate]") {
  Stream stream("folds");
  CHECK_THROWS_AS(stratified_divisions(with_positives(5, 2), 6, stream), UserError);
  CHECK_THROWS_AS(stratified_divisions(with_positives(5, 2), 1, stream), UserError);
}
