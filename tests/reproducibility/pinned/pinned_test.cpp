#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "core/random/sha256.hpp"
#include "tests/reproducibility/program.hpp"
#include "tests/reproducibility/scratch.hpp"
#include "tests/support/catch.hpp"

// What no change may move unawares: the setting keys of every config, and the data_hash of a small run of
// each kind of cell. `test_reproducibility "[renew]"` writes both files anew; a commit that does names the
// cause in docs/moved-numbers.md.
namespace {

namespace fs = std::filesystem;
using reproducibility::Answer;
using reproducibility::answer_to;
using reproducibility::Scratch;
using reproducibility::Words;

const fs::path pinned = fs::path(MARGINLAB_SOURCE_DIR) / "tests/reproducibility/pinned";
const fs::path pinned_keys = pinned / "keys.txt", pinned_hashes = pinned / "hashes.txt";

std::string whole(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

Words lines_of(const std::string& text) {
  std::istringstream in(text);
  Words lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// The lines of which either text has more than the other, each behind the name of the text that has it.
std::string differences(const std::string& golden, const std::string& found) {
  Words pinned_lines = lines_of(golden), found_lines = lines_of(found);
  std::sort(pinned_lines.begin(), pinned_lines.end());
  std::sort(found_lines.begin(), found_lines.end());
  std::string out;
  const auto only = [&out](const std::string& whose, const Words& these, const Words& those) {
    Words rest;
    std::set_difference(these.begin(), these.end(), those.begin(), those.end(), std::back_inserter(rest));
    for (const std::string& line : rest) out += whose + line + "\n";
  };
  only("pinned: ", pinned_lines, found_lines);
  only("found: ", found_lines, pinned_lines);
  return out;
}

/// Every YAML file below a folder, in the order of their names.
std::vector<fs::path> configs_below(const fs::path& folder) {
  std::vector<fs::path> out;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".yaml") out.push_back(entry.path());
  std::sort(out.begin(), out.end());
  return out;
}

std::string name_of(const fs::path& config, const fs::path& folder) {
  return config.lexically_relative(folder).replace_extension().string();
}

/// A line with the number of settings and the digest of their keys, and below it the keys of at most five of
/// them, evenly spread over the design, each with its place there. A study that draws functions alone has
/// none.
std::string keys_of(const fs::path& config, const std::string& name, const fs::path& directory) {
  const Answer plan = answer_to({"run", config, "--dry-run", "--out", directory});
  CAPTURE(config, plan.said);
  REQUIRE(plan.code == 0);
  std::set<std::string> keys;
  Words settings;
  for (const std::string& point : lines_of(plan.printed))
    if (keys.insert(point.substr(0, point.find(' '))).second) settings.push_back(point);
  std::string sorted;
  for (const std::string& key : keys) sorted += key + "\n";
  std::string out = name + "  " + std::to_string(keys.size()) + "  " + core::sha256_hex(sorted) + "\n";
  const std::size_t shown = std::min<std::size_t>(5, settings.size());
  for (std::size_t i = 0; i < shown; ++i)
    out += "  " + name + "  " + settings[i * settings.size() / shown] + "\n";
  return out;
}

/// Whether a text says `key: id`, and not only the beginning of a longer id.
bool names(const std::string& text, const std::string& key, const std::string& id) {
  const std::string words = key + ": " + id;
  for (auto at = text.find(words); at != std::string::npos; at = text.find(words, at + 1)) {
    const auto end = at + words.size();
    if (end < text.size() && std::string(",} \n").find(text[end]) != std::string::npos) return true;
  }
  return false;
}

std::string all_keys() {
  const Scratch scratch;
  const fs::path folder = fs::path(MARGINLAB_SOURCE_DIR) / "configs";
  std::string out =
      "# config  number of settings  SHA-256 of their sorted keys, and below it up to five of them\n";
  for (const fs::path& config : configs_below(folder))
    if (const std::string text = whole(config); // whose keys have the versions of this machine's packages
        !names(text, "method", "external") && !names(text, "source", "external"))
      out += keys_of(config, name_of(config, folder), scratch / "none");
  return out;
}

std::string hash_of(const fs::path& config, const fs::path& directory) {
  Words words = reproducibility::run_of(config, directory, {"--quiet"});
  words.insert(words.begin(), {"--data", config.parent_path()});
  const Answer run = answer_to(words);
  CAPTURE(config, run.said);
  REQUIRE(run.code == 0); // 3 if a cell had failed
  const std::string before = "data_hash = ";
  for (const std::string& line : lines_of(answer_to({"inspect", directory}).printed))
    if (line.starts_with(before)) return line.substr(before.size());
  FAIL("inspect names no data_hash");
  return {};
}

std::string all_hashes() {
  const Scratch scratch;
  const fs::path folder = pinned / "studies";
  std::string out = "# study  data_hash\n";
  for (const fs::path& config : configs_below(folder)) {
    const std::string name = name_of(config, folder);
    out += name + "  " + hash_of(config, scratch / name) + "\n";
  }
  return out;
}

/// The ids that a config may name.
Words listed_ids(const std::string& kind) {
  Words out;
  for (const std::string& line : lines_of(answer_to({"list", kind}).printed))
    if (!line.empty() && line.front() != ' ') out.push_back(line);
  return out;
}

} // namespace

TEST_CASE("a comparison with pinned lines reports every line that is changed, missing, new or twice there",
          "[reproducibility][pinned]") {
  const std::string golden = "a  1\nb  2\n";
  CHECK(differences(golden, golden).empty());
  CHECK(differences(golden, "a  1\nb  3\n") == "pinned: b  2\nfound: b  3\n");
  CHECK(differences(golden, "a  1\n") == "pinned: b  2\n");
  CHECK(differences(golden, golden + "c  1\n") == "found: c  1\n");
  CHECK(differences(golden, golden + "b  2\n") == "found: b  2\n");
  CHECK(differences("", "a  1\n") == "found: a  1\n");
}

TEST_CASE("the setting keys of every shipped config have not moved", "[reproducibility][pinned]") {
  CHECK(differences(whole(pinned_keys), all_keys()) == "");
}

TEST_CASE("a small run of each kind of cell has no failed cell and the pinned data_hash",
          "[reproducibility][pinned]") {
  CHECK(differences(whole(pinned_hashes), all_hashes()) == "");
}

#ifndef MARGINLAB_SANITIZED // finds no more here than in the case above and in the tests of every level
TEST_CASE("a processor without fused multiply-add and wide registers has the same data_hash",
          "[reproducibility][pinned]") {
  // The mathematical library then takes other variants of exp, log, pow, sin and the like, with other last
  // bits.
  const std::string features = "GLIBC_TUNABLES";
  REQUIRE(setenv(features.c_str(),
                 "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-AVX2_Usable,-FMA_Usable,-AVX,-AVX_Usable", 0) == 0);
  const std::string found = all_hashes();
  unsetenv(features.c_str());
  CHECK(differences(whole(pinned_hashes), found) == "");
}
#endif

TEST_CASE("every method, classifier, criterion and simulated data set has a pinned run",
          "[reproducibility][pinned]") {
  std::string studies;
  for (const fs::path& config : configs_below(pinned / "studies")) studies += whole(config);
  CHECK(names("{method: beta_two}", "method", "beta_two"));
  CHECK_FALSE(names("{method: beta_two}", "method", "beta"));
  using Kind = std::pair<const char*, const char*>;
  for (const auto& [kind, key] : {Kind{"methods", "method"},
                                  {"classifiers", "classifier"},
                                  {"criteria", "criterion"},
                                  {"data", "source"}}) {
    const Words ids = listed_ids(kind);
    CHECK_FALSE(ids.empty());
    for (const std::string& id : ids) {
      const bool is_real = *kind == 'd' && id != "file" && id.find('/') == std::string::npos;
      // The numbers of a program that is not ours.
      const bool is_users = id.starts_with("external") || id == "computed_elsewhere";
      CAPTURE(kind, id);
      if (!is_real && !is_users) CHECK(names(studies, key, id));
    }
  }
}

TEST_CASE("renew the pinned keys and hashes", "[.][renew]") {
  const std::string keys = all_keys(), hashes = all_hashes();
  std::ofstream(pinned_keys) << keys;
  std::ofstream(pinned_hashes) << hashes;
}
