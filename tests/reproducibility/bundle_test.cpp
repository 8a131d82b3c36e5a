#include "experiments/verify/bundle.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "core/random/sha256.hpp"
#include "experiments/verify/audit.hpp"
#include "experiments/verify/crate.hpp"
#include "tests/reproducibility/program.hpp"
#include "tests/reproducibility/study_files.hpp"
#include "tests/support/catch.hpp"

using namespace reproducibility;
namespace fs = std::filesystem;

// A bundle is a folder that somebody else has written. Here somebody does to it what a disk, a mail program
// or a liar would.

namespace {

std::string file_text(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

void put_text(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

std::string replaced_once(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

/// A study of 16 cells, and its bundle.
struct Bundled {
  Scratch scratch;
  fs::path run = scratch / "run", folder = scratch / "run.bundle";

  Bundled() {
    const auto config = scratch.write("s.yaml", study(platt_item));
    REQUIRE(run_quietly(config, run, 1, {"replications=4"}) == 0);
    experiments::bundle({.file = run / "results.h5", .out = folder});
  }

  fs::path metadata() const { return folder / experiments::crate_metadata; }

  Answer audited(const Words& more = {}) const {
    Words words{"audit", folder.string()};
    words.insert(words.end(), more.begin(), more.end());
    return answer_to(words);
  }

  /// What an audit says of the only thing that is wrong.
  std::string damage(const Words& more = {}) const {
    const Answer answer = audited(more);
    CHECK(answer.code == 3);
    std::istringstream lines(answer.printed);
    std::string found;
    for (std::string line; std::getline(lines, line);)
      if (line.starts_with("DAMAGE")) {
        CHECK(found.empty());
        found = line;
      }
    return found;
  }
};

} // namespace

TEST_CASE("an untouched bundle passes its audit, wherever it lies", "[reproducibility][bundle]") {
  const Bundled made;
  const Answer all = made.audited();
  CAPTURE(all.said);
  CHECK(all.code == 0);
  CHECK(all.printed.find(
            "16 of 16 cells were chosen by seed 1 and replayed. Every bit is equal. No cell is altered.") !=
        std::string::npos);
  CHECK(all.printed.find("report.html is the report of results.h5.") != std::string::npos);
  fs::rename(made.folder, made.scratch / "moved");
  fs::remove_all(made.run);
  const Answer some = answer_to({"audit", (made.scratch / "moved").string(), "--cells", "5", "--seed", "7"});
  CHECK(some.code == 0);
  CHECK(some.printed.find("5 of 16 cells were chosen by seed 7") != std::string::npos);
  CHECK(some.printed.find("With 95 % confidence at most 6 of the 16 cells are altered") != std::string::npos);
  const Answer most = answer_to({"audit", (made.scratch / "moved").string(), "--cells", "12"});
  CHECK(most.code == 0);
  CHECK(most.printed.find("With 95 % confidence at most") != std::string::npos);
}

TEST_CASE("a bundle has the same bytes whenever it is made, and replaces nothing",
          "[reproducibility][bundle]") {
  const Bundled made;
  const fs::path again = made.scratch / "again";
  experiments::bundle({.file = made.run / "results.h5", .out = again});
  for (const auto& entry : fs::recursive_directory_iterator(made.folder))
    if (entry.is_regular_file())
      CHECK(file_text(entry.path()) == file_text(again / fs::relative(entry.path(), made.folder)));
  const Answer refused = answer_to({"bundle", made.run.string(), "--out", again.string()});
  CHECK(refused.code == 2);
  CHECK(refused.said.find("is there already") != std::string::npos);
  for (const char* name : {"x.zip", "x.tar", "x.tar.gz"})
    CHECK(answer_to({"bundle", made.run.string(), "--out", (made.scratch / name).string()}).code == 2);
  CHECK(answer_to({"bundle", made.run.string(), "--licence", "a/b"}).code == 2);
}

TEST_CASE("a flipped byte in any file of a bundle is found and named", "[reproducibility][bundle][damage]") {
  const Bundled made;
  for (const char* name : {"results.h5", "report.html", "config.yaml", "config.json"}) {
    const std::string sound = file_text(made.folder / name);
    std::string flipped = sound;
    flipped[flipped.size() / 2] = static_cast<char>(flipped[flipped.size() / 2] ^ 1);
    put_text(made.folder / name, flipped);
    CHECK(made.damage() ==
          std::string("DAMAGE  ") + name + " does not have the SHA-256 that the metadata name.");
    put_text(made.folder / name, sound + " ");
    CHECK(made.damage().find("bytes where the metadata name") != std::string::npos);
    fs::remove(made.folder / name);
    CHECK(made.damage() == std::string("DAMAGE  ") + name + " is missing.");
    put_text(made.folder / name, sound);
  }
  CHECK(made.audited().code == 0);
}

TEST_CASE("an altered number is found by replay though every checksum was made anew",
          "[reproducibility][bundle][damage]") {
  const Bundled made;
  results::Results all = stored(made.run);
  double& value = all.rows.values.at("gkl")[5];
  value = std::nextafter(value, 1.0);
  all.data_hash.clear(); // computed anew by the writer
  fs::create_directory(made.scratch / "lie");
  results::write_results(made.scratch / "lie/results.h5", all);
  fs::remove_all(made.folder);
  experiments::bundle({.file = made.scratch / "lie/results.h5", .out = made.folder});
  CHECK(made.damage().starts_with("DAMAGE  1 of 16 replayed cells are not what is stored, the first is " +
                                  all.card.settings[1].key + "/1. "));
  CHECK(made.audited({"--cells", "0"}).code == 0); // who replays nothing sees nothing, and is told so
  CHECK(made.audited({"--cells", "0"}).printed.find("No cell was replayed") != std::string::npos);
}

TEST_CASE("a page or a config of other results is found though its checksum was made anew",
          "[reproducibility][bundle][damage]") {
  const Bundled made;
  for (const auto& [name, from, to] : std::vector<std::array<std::string, 3>>{
           {"report.html", "a small study", "a great study"}, {"config.yaml", "seed: 5", "seed: 6"}}) {
    const std::string sound = file_text(made.folder / name), metadata = file_text(made.metadata());
    const std::string changed = replaced_once(sound, from, to);
    put_text(made.folder / name, changed);
    std::string resealed = replaced_once(metadata, core::sha256_hex(sound), core::sha256_hex(changed));
    const auto at = resealed.find("\"name\": \"" + name + "\"");
    const std::string size = "\"contentSize\": \"" + std::to_string(sound.size());
    resealed.replace(resealed.find(size, at), size.size(),
                     "\"contentSize\": \"" + std::to_string(changed.size()));
    put_text(made.metadata(), resealed);
    CHECK(made.damage().find(name + " is not ") != std::string::npos);
    put_text(made.folder / name, sound);
    put_text(made.metadata(), metadata);
  }
}

TEST_CASE("a bundle whose metadata lead out of it is refused in one sentence and read no further",
          "[reproducibility][bundle][hostile]") {
  const Bundled made;
  const std::string metadata = file_text(made.metadata());
  put_text(made.scratch / "outside", "x");
  for (const char* path : {"../outside", "a/../../outside", "%2e%2e/outside", "%2E%2E%2Foutside",
                           "/etc/hostname", "..", ".", "", "./config.yaml", "a//b", "..\\\\outside",
                           "file:///etc/hostname", "https://example.org/x", "a\\u0000b", "a\\nb"}) {
    CAPTURE(path);
    put_text(made.metadata(),
             replaced_once(metadata, "\"@id\": \"config.yaml\",", "\"@id\": \"" + std::string(path) + "\","));
    const Answer answer = made.audited();
    CHECK(answer.code == 2);
    CHECK(answer.printed.empty());
    CHECK(answer.said.find("which does not lie in the bundle") != std::string::npos);
    CHECK(std::count(answer.said.begin(), answer.said.end(), '\n') == 1);
  }
}

TEST_CASE("a link, a folder or a pipe in the place of a file of a bundle is refused and not opened",
          "[reproducibility][bundle][hostile]") {
  const Bundled made;
  const fs::path config = made.folder / "config.yaml";
  const auto outside = made.scratch.write("outside", file_text(config)); // the right bytes, elsewhere
  fs::remove(config);
  fs::create_symlink(outside, config);
  CHECK(made.damage() == "DAMAGE  config.yaml is no file of the bundle but a link, a folder or a device.");
  fs::remove(config);
  fs::create_directory(config);
  CHECK(made.damage().find("config.yaml is no file") != std::string::npos);
  fs::remove(config);
  REQUIRE(mkfifo(config.c_str(), 0600) == 0);
  CHECK(made.damage().find("config.yaml is no file") != std::string::npos);
  fs::remove(config);

  // A folder on the way may be a link, too.
  fs::create_directory(made.scratch / "elsewhere");
  fs::copy_file(outside, made.scratch / "elsewhere/config.yaml");
  fs::create_directory_symlink(made.scratch / "elsewhere", made.folder / "sub");
  put_text(made.metadata(), replaced_once(file_text(made.metadata()), "\"@id\": \"config.yaml\",",
                                          "\"@id\": \"sub/config.yaml\","));
  CHECK(made.damage() ==
        "DAMAGE  sub/config.yaml is no file of the bundle but a link, a folder or a device.");
}

TEST_CASE("what is no bundle is refused in one sentence", "[reproducibility][bundle][hostile]") {
  const Bundled made;
  const std::string metadata = file_text(made.metadata());
  const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  for (const std::string& text :
       {std::string(), std::string("no JSON"), std::string("{}"), std::string("[]"),
        std::string("{\"@graph\": 1}"), "{\"@graph\": " + deep + "}", metadata.substr(0, metadata.size() / 2),
        replaced_once(metadata, "\"contentSize\": \"", "\"contentSize\": \"-"),
        replaced_once(metadata, "\"contentSize\": \"", "\"contentSize\": \"99999999999999999999"),
        replaced_once(metadata, "\",\n   \"sha256\": \"", "\",\n   \"sha256\": \"0"),
        replaced_once(metadata, "\"@id\": \"config.json\",", "\"@id\": \"config.yaml\",")}) {
    CAPTURE(text.substr(0, 200));
    put_text(made.metadata(), text);
    const Answer answer = made.audited();
    CHECK(answer.code == 2);
    CHECK(answer.printed.empty());
    CHECK(std::count(answer.said.begin(), answer.said.end(), '\n') == 1);
  }
  fs::remove(made.metadata());
  CHECK(made.audited().code == 2);
  put_text(made.metadata(), replaced_once(metadata, "\"@type\": \"File\",\n   \"name\": \"results.h5\"",
                                          "\"@type\": \"Thing\",\n   \"name\": \"results.h5\""));
  CHECK(made.damage() == "DAMAGE  results.h5 is not among the files that the metadata name.");
}

TEST_CASE("the cells of an audit are those of its seed, in whatever order they are stored",
          "[reproducibility][bundle]") {
  const Bundled made;
  const results::Results all = stored(made.run);
  std::vector<std::size_t> rows(all.rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = i;
  const auto chosen = experiments::chosen_rows(all, rows, 6, 1);
  CHECK(chosen.size() == 6);
  CHECK(experiments::chosen_rows(all, {rows.rbegin(), rows.rend()}, 6, 1) == chosen);
  CHECK(experiments::chosen_rows(all, rows, 6, 2) != chosen);
  CHECK(experiments::chosen_rows(all, rows, 99, 1).size() == 16);
}

TEST_CASE("a bundle has the printed numbers that its config names, and no file from elsewhere",
          "[reproducibility][bundle][hostile]") {
  const Scratch scratch;
  fs::create_directory(scratch / "printed");
  scratch.write("printed/table.csv", "data,classifier,method,metric,value\none,gaussian,platt,gkl,.2\n");
  const auto config =
      scratch.write("s.yaml", study(platt_item) + "published: {source: A Paper, file: printed/table.csv}\n");
  REQUIRE(run_quietly(config, scratch / "run", 1, {"replications=1"}) == 0);
  const fs::path folder = scratch / "bundle";
  experiments::bundle({.file = scratch / "run/results.h5", .out = folder});
  CHECK(file_text(folder / "printed/table.csv") == file_text(scratch / "printed/table.csv"));
  CHECK(answer_to({"audit", folder.string()}).code == 0);

  // Who packs a run of somebody else's sends no file of his own with it.
  fs::remove_all(scratch / "run/printed");
  fs::create_directory_symlink(scratch / "printed", scratch / "run/printed");
  experiments::bundle({.file = scratch / "run/results.h5", .out = scratch / "other"});
  CHECK_FALSE(fs::exists(scratch / "other/printed"));
}
