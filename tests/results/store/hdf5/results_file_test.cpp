#include "results/store/hdf5/results_file.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <random>

#include "core/contract.hpp"
#include "results/record/hash.hpp"
#include "results/render/render.hpp"
#include "results/store/file.hpp"
#include "results/store/hdf5/file.hpp"
#include "results/store/hdf5/inspect.hpp"
#include "results/store/hdf5/provenance.hpp"
#include "results/store/journal.hpp"
#include "tests/results/store/hdf5/example_study.hpp"
#include "tests/results/store/hdf5/replace_text.hpp"
#include "tests/results/store/hdf5/same_results.hpp"
#include "tests/results/store/journal/file_size_limit.hpp"
#include "tests/results/store/journal/scratch_directory.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/read_journal.hpp"

using namespace results;

namespace {

Results there_and_back(const Results& results) {
  const ScratchDirectory scratch;
  write_results(scratch / "results.h5", results);
  return read_results(scratch / "results.h5");
}

} // namespace

TEST_CASE("the comparison of results sees every difference", "[hdf5][checker]") {
  const Results one = example_results(5);
  REQUIRE(same(one, example_results(5)));
  const auto differs = [&one](auto change) {
    Results other = one;
    change(other);
    return !same(one, other);
  };
  CHECK(differs([](Results& r) { r.card.title += "."; }));
  CHECK(differs([](Results& r) { r.rows.setting[3] += 1; }));
  CHECK(differs([](Results& r) { r.rows.replicate.pop_back(); }));
  CHECK(differs([](Results& r) { r.rows.outcome[0] = 2; }));
  CHECK(differs([](Results& r) { r.rows.seconds[0] += 1; }));
  CHECK(differs([](Results& r) { r.rows.values["gkl"][4] += 1e-9; }));
  CHECK(differs([](Results& r) { r.rows.values.erase("cre"); }));
  CHECK(differs([](Results& r) { r.rows.series["criterion"].columns["value"][4] += 1e-9; }));
  CHECK(differs([](Results& r) { r.rows.series["criterion"].row[4] += 1; }));
  CHECK(differs([](Results& r) { r.rows.series["criterion"].columns.erase("value"); }));
  CHECK(differs([](Results& r) { r.rows.series.erase("path"); }));
  CHECK(differs([](Results& r) { r.failures[0].replay = ""; }));
  CHECK(differs([](Results& r) { r.failures[0].signal += 1; }));
  CHECK(differs([](Results& r) { r.failures[0].stderr_tail += "."; }));
  CHECK(differs([](Results& r) { r.failures.pop_back(); }));
  CHECK(differs([](Results& r) { r.provenance["host"] = "there"; }));
  CHECK(differs([](Results& r) { r.data_hash = ""; }));
}

TEST_CASE("all of a study comes back from results.h5: infinities, NaN, unicode, failures",
          "[hdf5][roundtrip]") {
  // Few rows lie contiguous, many are chunked and filtered.
  for (const std::int32_t replications : {1, 5, 400}) {
    CAPTURE(replications);
    const Results results = example_results(replications);
    CHECK(results.rows.series.at("criterion").row.empty() == false);
    CHECK(same(there_and_back(results), results));
  }
}

TEST_CASE("a study without rows, and one without anything, come back", "[hdf5][degenerate]") {
  Results results = assemble(example_card(5), {});
  CHECK(same(there_and_back(results), results));
  results = assemble(StudyCard{}, {});
  CHECK(same(there_and_back(results), results));
}

TEST_CASE("data_hash is computed where it is empty and must be right where it is not", "[hdf5]") {
  const ScratchDirectory scratch;
  Results results = example_results(2);
  const std::string hash = std::exchange(results.data_hash, "");
  CHECK(there_and_back(results).data_hash == hash);
  results.data_hash = std::string(64, '0');
  CHECK_THROWS_AS(write_results(scratch / "results.h5", results), std::logic_error);
  CHECK_FALSE(std::filesystem::exists(scratch / "results.h5"));
}

TEST_CASE("rows that are not sorted, not even or not on the card are a programmer's mistake",
          "[hdf5][degenerate]") {
  const ScratchDirectory scratch;
  const auto refused = [&scratch](auto spoil) {
    Results results = example_results(3);
    results.data_hash.clear();
    spoil(results.rows);
    CHECK_THROWS_AS(write_results(scratch / "results.h5", results), std::logic_error);
    CHECK(std::filesystem::is_empty(scratch.path()));
  };
  refused([](Rows& rows) { std::swap(rows.replicate[0], rows.replicate[1]); });
  refused([](Rows& rows) { rows.replicate[1] = rows.replicate[0]; });
  refused([](Rows& rows) { rows.setting.back() = 1000; });
  refused([](Rows& rows) { rows.setting.front() = -1; });
  refused([](Rows& rows) { rows.replicate.front() = -1; });
  refused([](Rows& rows) { rows.seconds.pop_back(); });
  refused([](Rows& rows) { rows.values["gkl"].pop_back(); });
  refused([](Rows& rows) { rows.values["status"] = rows.seconds; });
  refused([](Rows& rows) { rows.values["a/b"] = rows.seconds; });
  refused([](Rows& rows) { std::swap(rows.series["path"].row.front(), rows.series["path"].row.back()); });
  refused([](Rows& rows) { rows.series["path"].row.back() = static_cast<std::int32_t>(rows.size()); });
  refused([](Rows& rows) { rows.series["path"].row.front() = -1; });
  refused([](Rows& rows) { rows.series["path"].columns["pi"].pop_back(); });
  refused([](Rows& rows) { rows.series["path"].columns["row"] = rows.series["path"].columns["pi"]; });
  refused([](Rows& rows) { rows.series["a.b"] = rows.series["path"]; });
}

TEST_CASE("the same results give the same bytes, in any process and at any time", "[hdf5][bytes]") {
  const ScratchDirectory scratch;
  for (const std::int32_t replications : {2, 400}) {
    CAPTURE(replications);
    const Results results = example_results(replications);
    write_results(scratch / "one.h5", results);
    sleep(1); // HDF5 stamps objects with seconds unless it is told not to
    write_results(scratch / "two.h5", example_results(replications));
    CHECK(bytes_of(scratch / "one.h5") == bytes_of(scratch / "two.h5"));
    Results other = results;
    other.rows.values["gkl"][0] += 1;
    other.data_hash.clear();
    write_results(scratch / "three.h5", other);
    CHECK(bytes_of(scratch / "one.h5") != bytes_of(scratch / "three.h5"));
    other = results;
    other.rows.series["criterion"].columns["value"][0] += 1;
    other.data_hash.clear();
    write_results(scratch / "three.h5", other);
    CHECK(bytes_of(scratch / "one.h5") != bytes_of(scratch / "three.h5"));
  }
}

namespace {

/// The sentence a file is refused with; "" if it is read.
std::string refusal(const std::filesystem::path& path) {
  try {
    read_results(path);
    return "";
  } catch (const core::UserError& problem) {
    return problem.what();
  }
}

} // namespace

TEST_CASE("a results.h5 cut short anywhere is refused in one sentence", "[hdf5][degenerate]") {
  const ScratchDirectory scratch;
  const auto path = scratch / "results.h5";
  write_results(path, example_results(40));
  REQUIRE(refusal(path).empty());
  const std::string whole = bytes_of(path);
  for (std::size_t part = 0; part < 64; ++part) {
    const std::size_t length = part < 32 ? whole.size() * part / 32 : whole.size() - 64 + part;
    CAPTURE(length, whole.size());
    put_bytes(path, whole.substr(0, length));
    CHECK_THAT(refusal(path), Catch::Contains("'" + path.string() + "' is cut short or damaged ("));
    CHECK(refusal(path).find('\n') == std::string::npos);
    if (part < 32) CHECK_THROWS_AS(describe(path), core::UserError);
  }
}

TEST_CASE("a results.h5 with any one byte changed is refused before HDF5 sees it", "[hdf5][degenerate]") {
  const ScratchDirectory scratch;
  const auto path = scratch / "results.h5";
  for (const std::int32_t replications : {2, 400}) {
    write_results(path, example_results(replications));
    const std::string whole = bytes_of(path);
    for (std::size_t part = 0; part < 200; ++part) {
      std::string bytes = whole;
      const std::size_t at = part < 170 ? whole.size() * part / 170 : whole.size() - 200 + part;
      bytes[at] = static_cast<char>(bytes[at] ^ 0x10);
      put_bytes(path, bytes);
      CAPTURE(at, whole.size());
      REQUIRE_THAT(refusal(path), Catch::Contains("is cut short or damaged"));
    }
  }
}

TEST_CASE("bytes after the checksum, or none before it, are refused", "[hdf5][degenerate]") {
  const ScratchDirectory scratch;
  const auto path = scratch / "results.h5";
  write_results(path, example_results(2));
  put_bytes(path, bytes_of(path) + "x");
  CHECK_THAT(refusal(path), Catch::Contains("the checksum at its end is missing"));
  put_bytes(path, seal_of(""));
  CHECK(check_seal(path) == Seal::sound);
  CHECK_THAT(refusal(path), Catch::Contains("is cut short or damaged (opening"));
}

TEST_CASE("a sealed file whose inside is wrong is refused, saying what", "[hdf5][degenerate]") {
  const ScratchDirectory scratch;
  const auto path = scratch / "results.h5";
  write_results(path, example_results(2));
  replace_text(path, "\"replications\"", "\"replicationz\"");
  CHECK_THAT(refusal(path), Catch::Contains("holds no study card") && Catch::Contains("replications"));
  write_results(path, example_results(2));
  replace_text(path, "seconds", "minutes");
  CHECK_THAT(refusal(path), Catch::Contains("is cut short or damaged (opening 'seconds'"));
}

TEST_CASE("a newer format is refused, naming both; a newer minor version is read", "[hdf5][degenerate]") {
  const ScratchDirectory scratch;
  const auto path = scratch / "results.h5";
  write_results(path, example_results(2));
  replace_text(path, "1.4.0", "1.9.7");
  CHECK(refusal(path).empty());
  replace_text(path, "1.9.7", "2.0.0");
  CHECK_THAT(refusal(path),
             Catch::Contains("has format 2.0.0 (this program reads up to 1.4.0) use a newer marginlab"));
}

TEST_CASE("what is no results.h5 is refused, saying which file and why", "[hdf5][degenerate]") {
  const ScratchDirectory scratch;
  CHECK_THAT(refusal(scratch / "absent.h5"), Catch::Contains("absent.h5' (No such file"));
  CHECK_THAT(refusal(scratch.path()), Catch::Contains(scratch.path().string()));
  put_bytes(scratch / "notes.txt", "no HDF5 at all\n");
  CHECK_THAT(refusal(scratch / "notes.txt"), Catch::Contains("notes.txt' is cut short or damaged"));
  write_results(scratch / "other.h5", example_results(1));
  replace_text(scratch / "other.h5", "marginlab-results", "somebody's-format");
  CHECK_THAT(refusal(scratch / "other.h5"), Catch::Contains("is not a results.h5"));
}

namespace {

std::vector<std::string> names_in(const std::filesystem::path& directory) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(directory))
    names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

/// The number of a process that has lived and is gone.
pid_t dead_process() {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  waitpid(child, nullptr, 0);
  return child;
}

} // namespace

TEST_CASE("who holds the old results.h5 open keeps reading it whole", "[hdf5][replacement]") {
  const ScratchDirectory scratch;
  const auto path = scratch / "results.h5";
  write_results(path, example_results(3));
  const std::string before = bytes_of(path);
  const PosixFile reader(path, O_RDONLY);
  write_results(path, example_results(400));
  std::string seen(static_cast<std::size_t>(reader.size()), '\0');
  CHECK(reader.read_at(seen, 0) == seen.size());
  CHECK(seen == before);
  CHECK(same(read_results(path), example_results(400)));
}

TEST_CASE("nothing but results.h5 is left, and leftovers of dead processes of this host alone are removed",
          "[hdf5][replacement]") {
  const ScratchDirectory scratch;
  const std::string here = "@" + host_name() + ".tmp",
                    elsewhere = ".results.h5." + std::to_string(dead_process()) + "@elsewhere.tmp";
  const std::string dead = ".results.h5." + std::to_string(dead_process()) + here;
  const std::string living = ".results.h5." + std::to_string(getppid()) + here;
  for (const std::string& name :
       {dead, living, elsewhere, std::string(".results.h5.x.tmp"), std::string(".other.h5.1.tmp")}) {
    put_bytes(scratch / name, "x");
  }
  write_results(scratch / "results.h5", example_results(3));
  CHECK(names_in(scratch.path()) == [&] {
    std::vector<std::string> expected{living, elsewhere, ".results.h5.x.tmp", ".other.h5.1.tmp",
                                      "results.h5"};
    std::sort(expected.begin(), expected.end());
    return expected;
  }());
}

TEST_CASE("a full disk is StoreFull wherever it strikes, and leaves the old results.h5",
          "[hdf5][replacement]") {
  const ScratchDirectory scratch;
  const auto path = scratch / "results.h5";
  write_results(path, example_results(400));
  const std::string before = bytes_of(path);
  const Results larger = example_results(450);
  for (const double part : {0.0, 0.01, 0.3, 0.6, 0.9, 0.99}) {
    CAPTURE(part);
    const FileSizeLimit limit(static_cast<rlim_t>(part * static_cast<double>(before.size())));
    CHECK_THROWS_AS(write_results(path, larger), StoreFull);
  }
  CHECK(names_in(scratch.path()) == std::vector<std::string>{"results.h5"});
  CHECK(bytes_of(path) == before);
  write_results(path, larger);
  CHECK(same(read_results(path), larger));
}

TEST_CASE("a SIGKILL while results.h5 is replaced leaves a whole one", "[hdf5][replacement]") {
  const ScratchDirectory scratch;
  const auto path = scratch / "results.h5";
  const Results small = example_results(3), large = example_results(400);
  write_results(path, small);
  for (int round = 0; round < 10; ++round) {
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      for (;;) {
        write_results(path, large);
        write_results(path, small);
      }
    }
    usleep(20'000 + 7'000 * static_cast<unsigned>(round));
    kill(child, SIGKILL);
    REQUIRE(waitpid(child, nullptr, 0) == child);
    const Results left = read_results(path);
    CHECK((same(left, small) || same(left, large)));
  }
  write_results(path, small);
  CHECK(names_in(scratch.path()) == std::vector<std::string>{"results.h5"});
}

TEST_CASE("a directory that is not there or cannot be written is one sentence", "[hdf5][degenerate]") {
  const ScratchDirectory scratch;
  CHECK_THROWS_AS(write_results(scratch / "absent/results.h5", example_results(1)), core::UserError);
  CHECK_THROWS_WITH(write_results("/proc/self/results.h5", example_results(1)),
                    Catch::Contains("cannot open '/proc/self/.results.h5."));
}

TEST_CASE("a file is replaced only if its writer finishes", "[replacement]") {
  const ScratchDirectory scratch;
  put_bytes(scratch / "file", "old");
  CHECK_THROWS_AS(replace_file(scratch / "file",
                               [](PosixFile& temporary) {
                                 temporary.write("half");
                                 throw std::runtime_error("interrupted");
                               }),
                  std::runtime_error);
  CHECK(bytes_of(scratch / "file") == "old");
  CHECK(names_in(scratch.path()) == std::vector<std::string>{"file"});
  replace_file(scratch / "file", [](PosixFile& temporary) { temporary.write("new"); });
  CHECK(bytes_of(scratch / "file") == "new");
}

namespace {

std::string hash_of(const Results& results) {
  return data_hash(results.card, results.rows, results.failures);
}

} // namespace

// The byte string was put together by hand from the header's description and hashed with sha256sum.
TEST_CASE("data_hash of two rows and a failure is the SHA-256 of the bytes its header describes",
          "[data_hash][golden]") {
  StudyCard card;
  card.settings = {{std::string(32, 'b'), ""}, {std::string(32, 'a'), ""}};
  const SeriesTable curve{{0, 0}, {{"lambda", {0.5, 2}}, {"value", {std::nan(""), -0.0}}}};
  const Rows rows{{0, 1}, {1, 258}, {0, 2}, {{"x", {1.0, std::nan("")}}}, {0.5, 0.5}, {{"c", curve}}};
  std::vector<Failure> failures(1);
  failures[0].key.setting = std::string(32, 'a');
  failures[0].key.replicate = 258;
  failures[0].stage = "fit";
  failures[0].error = "why";
  CHECK(data_hash(card, rows, failures) ==
        "51dbb616fbe964225072fb71b85284593d7ee384c44128f9ad6dbeac1abcb335");
}

TEST_CASE("data_hash does not depend on the order of settings, records or failures, nor on time spent",
          "[data_hash]") {
  StudyCard card = example_card(20);
  std::vector<Record> records = example_records(card);
  const std::string hash = assemble(card, records).data_hash;
  std::mt19937 shuffler(1);
  for (int round = 0; round < 5; ++round) {
    std::shuffle(card.settings.begin(), card.settings.end(), shuffler);
    std::shuffle(records.begin(), records.end(), shuffler);
    for (Record& record : records) record.seconds *= 1.7;
    Results results = assemble(card, records);
    std::shuffle(results.failures.begin(), results.failures.end(), shuffler);
    for (Failure& failure : results.failures) failure.replay = "elsewhere";
    CHECK(hash_of(results) == hash);
  }
}

TEST_CASE("data_hash changes with everything that was found", "[data_hash][checker]") {
  const Results one = example_results(4);
  const auto changes = [&one](auto change) {
    Results other = one;
    change(other);
    return hash_of(other) != hash_of(one);
  };
  CHECK(changes([](Results& r) { r.card.settings[0].key[5] = '0'; }));
  CHECK(changes([](Results& r) { r.rows.replicate[3] = 9; }));
  CHECK(changes([](Results& r) { r.rows.outcome[0] = 1 - r.rows.outcome[0]; }));
  CHECK(changes([](Results& r) { r.rows.values["gkl"][0] = std::nextafter(r.rows.values["gkl"][0], 2); }));
  CHECK(changes([](Results& r) { r.rows.values["other"] = r.rows.seconds; }));
  CHECK(changes([](Results& r) { std::swap(r.rows.values["gkl"], r.rows.values["cre"]); }));
  CHECK(changes([](Results& r) { r.rows.series["criterion"].columns["value"][7] += 1e-9; }));
  CHECK(
      changes([](Results& r) { r.rows.series["criterion"].columns["lambda"][0] = std::nextafter(0.1, 1); }));
  CHECK(changes([](Results& r) { r.rows.series["path"].columns["w_1"][0] = std::nan(""); }));
  CHECK(changes([](Results& r) { r.rows.series["path"].row.back() -= 1; }));
  CHECK(changes(
      [](Results& r) { r.rows.series["path"].columns["w_2"] = r.rows.series["path"].columns["w_1"]; }));
  CHECK(changes([](Results& r) { r.rows.series.erase("path"); }));
  CHECK(changes([](Results& r) { r.failures[0].error += "."; }));
  CHECK(changes([](Results& r) { r.failures[0].stage += "."; }));
  CHECK(changes([](Results& r) { r.failures.pop_back(); }));
  CHECK_FALSE(changes([](Results& r) { r.failures[0].signal = 11; }));
  CHECK_FALSE(changes([](Results& r) { r.failures[0].stderr_tail = "double free at 0x55d0"; }));
  CHECK_FALSE(changes([](Results& r) { r.card.title = "other words"; }));
  CHECK_FALSE(changes([](Results& r) { r.provenance.clear(); }));
}

// Hidden: run by h5py.cmake, which lets read_with_h5py.py judge what it leaves in MARGINLAB_EXAMPLE.
TEST_CASE("a run directory for h5py to read", "[.h5py_example]") {
  const char* const directory = std::getenv("MARGINLAB_EXAMPLE");
  REQUIRE(directory != nullptr);
  const std::filesystem::path path(directory);
  std::filesystem::remove_all(path);
  std::filesystem::create_directories(path);
  const StudyCard card = example_card(400);
  {
    Journal journal(path / "journal.jsonl");
    for (const Record& record : example_records(card)) journal.append(record);
  }
  const auto contents = read_journal(path / "journal.jsonl");
  Results results = assemble(card, contents.records);
  results.provenance = {{"config_yaml", "# λ\npaper: wang2008\n"}, {"empty", ""}};
  write_results(path / "results.h5", results);
  replace_file(path / "rows.csv", render(results, Format::rows));
}
