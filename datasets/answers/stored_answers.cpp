#include "datasets/answers/stored_answers.hpp"

#include <sstream>

#include "core/contract.hpp"
#include "core/random/sha256.hpp"
#include "datasets/answers/draw_name.hpp"
#include "datasets/answers/npy.hpp"
#include "datasets/answers/read_answers.hpp"
#include "datasets/readers/text_file.hpp"

namespace datasets::answers {
namespace {

constexpr const char* list_name = "answers.txt";

std::string name_of(const std::string& content) {
  return core::sha256_hex(content, 16);
}

/// The SHA-256 of the file of a draw, by the list; empty where it has none.
std::string listed_hash(const std::string& list, const std::string& draw) {
  std::istringstream lines(list);
  for (std::string name, hash; lines >> name >> hash;)
    if (name == draw) return hash;
  return "";
}

} // namespace

AnswerFolder folder_of(const std::map<std::string, core::Matrix>& by_draw) {
  AnswerFolder out;
  std::string list;
  for (const auto& [draw, p] : by_draw) {
    const std::string bytes = npy_bytes(p);
    list += draw + " " + core::sha256_hex(bytes) + "\n";
    out.files[draw + ".npy"] = bytes;
  }
  out.content = name_of(list);
  out.files[list_name] = list;
  return out;
}

std::string content_of(const std::filesystem::path& folder) {
  return name_of(readers::read_file(folder / list_name).bytes);
}

core::Estimate ComputedElsewhere::estimate(core::DrawCache& cache) const {
  const std::string list = readers::read_file(folder / list_name).bytes;
  core::require(name_of(list) == content, folder.string() +
                                              " has other probabilities than the study names. Score them "
                                              "again: marginlab score.");
  const core::Draw& draw = cache.draw();
  const std::string hash = hash_of(draw);
  const std::string stored = listed_hash(list, hash);
  core::require(!stored.empty(), "Draw " + hash +
                                     " has no probabilities. Another program has to compute them. Write the "
                                     "draw with marginlab draws, and score it again.");
  const readers::TextFile file = readers::read_file(folder / (hash + ".npy"));
  core::require(core::sha256_hex(file.bytes) == stored,
                file.name + " has changed since it was scored. Score it again: marginlab score.");
  const Answer answer{hash, file.name, read_npy(file)};
  require_probabilities(answer, draw.test.size(), draw.test.classes);
  core::Estimate out;
  out.probability = answer.p.cols() == 1 ? core::Probabilities(core::Vector(answer.p.col(0)))
                                         : core::Probabilities::of_classes(answer.p);
  return out;
}

} // namespace datasets::answers
