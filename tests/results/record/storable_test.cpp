#include "results/record/record.hpp"
#include "results/store/hdf5/read_results.hpp"
#include "results/store/hdf5/write_results.hpp"
#include "results/store/journal.hpp"
#include "tests/results/store/hdf5/example_study.hpp"
#include "tests/results/store/hdf5/same_results.hpp"
#include "tests/results/store/journal/scratch_directory.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/read_journal.hpp"

using namespace results;

TEST_CASE("a text that every file can hold stays as it is", "[storable]") {
  for (const char* text : {"", "plain", "two\nlines\t\x1b[0m \"quoted\" \\", "λ “x” 𝔸 \xef\xbf\xbd"})
    CHECK(storable(text) == text);
}

TEST_CASE("bytes that are no UTF-8, and zero bytes, are replaced one by one", "[storable][degenerate]") {
  const std::string mark = "\xef\xbf\xbd";
  CHECK(storable("caf\xe9!") == "caf" + mark + "!");
  CHECK(storable(std::string("a\0b", 3)) == "a" + mark + "b");
  CHECK(storable("\xce") == mark);
  CHECK(storable("\x80\x81") == mark + mark);
}

TEST_CASE("a failure with any bytes in its texts has one data_hash, from memory, journal and results.h5",
          "[storable][reproducibility]") {
  const ScratchDirectory scratch;
  const StudyCard card = example_card(1);
  Record record{{card.settings[0].key, 0}, Outcome::failed};
  record.stage = "fit";
  record.error = std::string("caf\xe9\0!", 6);
  record.signal = 6;
  record.stderr_tail = std::string("\xff\0 at 0x55d0\n", 13);
  Journal(scratch / "journal.jsonl").append(record);
  const Results from_memory = assemble(card, {record});
  const Results from_journal = assemble(card, read_journal(scratch / "journal.jsonl").records);
  CHECK(same(from_memory, from_journal));
  write_results(scratch / "results.h5", from_memory);
  CHECK(same(read_results(scratch / "results.h5"), from_memory));
}

TEST_CASE("signals are named as programmers know them", "[signal]") {
  CHECK(signal_name(9) == "SIGKILL");
  CHECK(signal_name(11) == "SIGSEGV");
  CHECK(signal_name(0) == "signal 0");
  CHECK(signal_name(999) == "signal 999");
}
