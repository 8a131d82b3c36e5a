#include <cmath>
#include <limits>

#include "core/estimate/draw_cache.hpp"
#include "datasets/answers/draw_name.hpp"
#include "datasets/answers/npy.hpp"
#include "datasets/answers/read_answers.hpp"
#include "datasets/answers/stored_answers.hpp"
#include "tests/datasets/refusal.hpp"
#include "tests/datasets/temporary_folder.hpp"
#include "tests/support/catch.hpp"

using namespace datasets::answers;
using tests::refusal;

namespace {

std::string refused(const std::string& csv) {
  const tests::TemporaryFolder folder;
  const std::filesystem::path file = folder.write("a.csv", csv);
  return refusal([&] { read_answers(file); }).substr(folder.path().string().size() + 1);
}

core::Matrix matrix(std::initializer_list<std::initializer_list<double>> rows) {
  core::Matrix out(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(rows.begin()->size()));
  Eigen::Index i = 0;
  for (const auto& row : rows) {
    Eigen::Index j = 0;
    for (const double value : row) out(i, j++) = value;
    ++i;
  }
  return out;
}

std::string refused(const core::Matrix& p, Eigen::Index points, int classes) {
  return refusal([&] { require_probabilities({"d", "a.csv:2", p}, points, classes); });
}

/// Two training and three test points.
core::Draw small_draw() {
  core::Draw draw;
  draw.train = {matrix({{0}, {1}}), core::Labels{{-1, 1}}};
  draw.test = {matrix({{0}, {1}, {2}}), core::Labels{{-1, 1, 1}}};
  return draw;
}

std::string npy(const std::string& header, const std::string& numbers) {
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(header.size()) + '\0' + header + numbers;
}

} // namespace

TEST_CASE("answers may stand in any order and are read by draw and point", "[answers][manufactured]") {
  const tests::TemporaryFolder folder;
  const auto answers = read_answers(folder.write("a.csv",
                                                 "point,probability,draw\n2,.5,b-2\n1,0.25,a-1\n3,1,b-2\n"
                                                 "1,0,b-2\n"));
  REQUIRE(answers.size() == 2);
  CHECK(answers[0].draw == "b-2");
  CHECK(answers[0].p == matrix({{0}, {.5}, {1}}));
  CHECK(answers[1].p == matrix({{.25}}));
}

TEST_CASE("answers of several classes have a column for each", "[answers][manufactured]") {
  const tests::TemporaryFolder folder;
  const auto answers =
      read_answers(folder.write("a.csv", "draw,point,p_1,p_2,p_3\na,1,.25,.5,.25\na,2,0,0,1\n"));
  REQUIRE(answers.size() == 1);
  CHECK(answers[0].p == matrix({{.25, .5, .25}, {0, 0, 1}}));
}

TEST_CASE("a file that holds no answers is refused by line", "[answers][checker]") {
  using Catch::StartsWith;
  CHECK_THAT(refused("draw,point,p\na,1,.5\n"),
             StartsWith("a.csv: the first line does not name the columns"));
  CHECK_THAT(refused("draw,point,probability\n"), StartsWith("a.csv"));
  CHECK_THAT(refused("draw,point,probability\na,1,half\n"),
             StartsWith("a.csv: the column 'probability' has words"));
  CHECK_THAT(refused("draw,point,probability\na,0,.5\n"),
             StartsWith("a.csv:2: point 0 of a, which has 1 rows"));
  CHECK_THAT(refused("draw,point,probability\na,1,.5\na,3,.5\n"), StartsWith("a.csv:3: point 3 of a"));
  CHECK_THAT(refused("draw,point,probability\na,1,.5\na,1,.5\n"),
             StartsWith("a.csv:3: point 1 of a stands twice"));
  CHECK_THAT(refused("draw,point,probability\na,1.5,.5\na,1,.5\n"), StartsWith("a.csv:2: point 1.5 of a"));
}

TEST_CASE("what is no probability is refused by its point", "[answers][checker]") {
  using Catch::StartsWith;
  const double nan = std::nan("");
  CHECK(refused(matrix({{0}, {1}}), 2, 2) == "accepted");
  CHECK(refused(matrix({{.25, .75}, {1, 0}}), 2, 2) == "accepted");
  CHECK_THAT(refused(matrix({{0}, {1}}), 3, 2),
             StartsWith("a.csv:2: d has 2 probabilities for 3 test points"));
  CHECK_THAT(refused(matrix({{0}, {1.5}}), 2, 2), StartsWith("a.csv:2: d, point 2: the probability is 1.5"));
  CHECK_THAT(refused(matrix({{nan}, {1}}), 2, 2), StartsWith("a.csv:2: d, point 1: the probability is nan"));
  CHECK_THAT(refused(matrix({{-.1}, {1}}), 2, 2), StartsWith("a.csv:2: d, point 1"));
  CHECK_THAT(refused(matrix({{.5}, {1}}), 2, 3),
             StartsWith("a.csv:2: d has 1 columns of probabilities for 3"));
  CHECK_THAT(refused(matrix({{.5, .5, .25}}), 1, 3),
             StartsWith("a.csv:2: d, point 1: the probabilities sum to 1.25"));
}

TEST_CASE("a numpy array reads back bit for bit", "[answers][manufactured]") {
  for (const core::Matrix& values : {matrix({{.1}, {1e-300}, {-0.0}}), matrix({{.1, .2, .3}, {4, 5, 6}})}) {
    const core::Matrix back = read_npy({"a.npy", npy_bytes(values)});
    CHECK(back == values);
    CHECK(npy_bytes(values).size() % 64 == static_cast<std::size_t>(values.size()) * 8 % 64);
  }
}

TEST_CASE("arrays in C order and of floats are read", "[answers][manufactured]") {
  std::string numbers;
  for (const float value : {1.F, 2.F, 3.F, 4.F}) numbers.append(reinterpret_cast<const char*>(&value), 4);
  const std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }\n";
  CHECK(read_npy({"a.npy", npy(header, numbers)}) == matrix({{1, 2}, {3, 4}}));
}

TEST_CASE("what is no array of numbers is refused", "[answers][checker]") {
  using Catch::Contains;
  const std::string eight(8, '\0');
  const auto refused_npy = [](const std::string& bytes) {
    return refusal([&] { read_npy({"a.npy", bytes}); });
  };
  CHECK_THAT(refused_npy(""), Contains("not a numpy array"));
  CHECK_THAT(refused_npy("draw,point\n1,2,3,4,5"), Contains("not a numpy array"));
  CHECK_THAT(refused_npy(npy("{'descr': '<i8', 'shape': (1,), }", eight)), Contains("type '<i8'"));
  CHECK_THAT(refused_npy(npy("{'descr': '<f8', 'shape': (), }", eight)), Contains("neither a vector"));
  CHECK_THAT(refused_npy(npy("{'descr': '<f8', 'shape': (1, 1, 1), }", eight)), Contains("neither a vector"));
  CHECK_THAT(refused_npy(npy("{'descr': '<f8', 'shape': (2,), }", eight)), Contains("as many numbers"));
  CHECK_THAT(refused_npy(npy("{'descr': '<f8', 'shape': (999999999999, 999999999999), }", eight)),
             Contains("as many numbers"));
  CHECK_THAT(refused_npy(npy("{'descr': '<f8', 'shape': (1,), }", eight).substr(0, 30)), Contains("header"));
}

TEST_CASE("a draw's hash follows every input and label, and not the true probabilities", "[answers]") {
  const core::Draw draw = small_draw();
  const std::string hash = hash_of(draw);
  CHECK(hash.size() == 16);
  core::Draw other = draw;
  other.test.truth = core::Probabilities(core::Vector{{.1, .2, .3}});
  CHECK(hash_of(other) == hash);
  for (core::Sample core::Draw::* part : {&core::Draw::train, &core::Draw::test}) {
    other = draw;
    (other.*part).x(0, 0) = std::nextafter(0.0, 1.0);
    CHECK(hash_of(other) != hash);
    other = draw;
    (other.*part).y(0) = 1;
    CHECK(hash_of(other) != hash);
  }
  other = draw;
  std::swap(other.tune, other.test);
  CHECK(hash_of(other) != hash);
  CHECK(hash_in(draw_name("a-b", 3, hash)) == hash);
  CHECK(draw_name("a-b", 3, "f") == "a-b-0003-f");
}

TEST_CASE("a folder of answers gives back their bits, and nothing where it has changed",
          "[answers][checker]") {
  const tests::TemporaryFolder folder;
  const std::string hash = hash_of(small_draw());
  const AnswerFolder made = folder_of({{hash, matrix({{.1}, {.2}, {.3}})}});
  for (const auto& [name, bytes] : made.files) folder.write(name, bytes);
  CHECK(content_of(folder.path()) == made.content);
  ComputedElsewhere method;
  method.folder = folder.path();
  method.content = made.content;
  core::DrawCache cache(small_draw(), {1, "{}", 0});
  CHECK(method.estimate(cache).probability.positive() == core::Vector{{.1, .2, .3}});

  core::Draw other = small_draw();
  other.train.y(0) = 1;
  core::DrawCache of_other(other, {1, "{}", 0});
  CHECK_THAT(refusal([&] { method.estimate(of_other); }), Catch::Contains("has no probabilities"));

  folder.write(hash + ".npy", npy_bytes(matrix({{.1}, {.2}, {.4}})));
  CHECK_THAT(refusal([&] { method.estimate(cache); }), Catch::Contains("has changed since it was scored"));
  folder.write("answers.txt", "");
  CHECK_THAT(refusal([&] { method.estimate(cache); }), Catch::Contains("has other probabilities"));
}
