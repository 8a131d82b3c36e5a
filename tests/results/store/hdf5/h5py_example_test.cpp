#include <cstdlib>
#include <filesystem>

#include "results/store/hdf5/write_results.hpp"
#include "results/store/journal.hpp"
#include "tests/results/store/hdf5/example_study.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/read_journal.hpp"

using namespace results;

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
}
