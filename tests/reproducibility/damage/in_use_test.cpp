#include <signal.h>

#include <thread>

#include "results/store/file.hpp"
#include "results/store/hdf5/provenance.hpp"
#include "tests/reproducibility/damage/finished_run.hpp"
#include "tests/support/catch.hpp"

using namespace reproducibility;
using Catch::Contains;
using Catch::StartsWith;

namespace {

/// A program that holds the directory, halted in the middle of its work until it is told to go on.
struct Holder {
  std::filesystem::path directory;
  Program program;

  Holder(const std::filesystem::path& config, std::filesystem::path where, const Words& more,
         const std::string& journal)
      : directory(std::move(where)), program(run_of(config, directory, more)) {
    while (!std::filesystem::exists(directory / journal))
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    REQUIRE(program.halted());
  }

  int goes_on() {
    program.signal(SIGCONT);
    return program.ended();
  }

  std::string name() const {
    return "process " + std::to_string(program.id()) + " on " + results::host_name();
  }

  void refuses(const Words& words) const {
    const Answer answer = answer_to(words);
    CAPTURE(words, answer.said);
    CHECK(answer.code == 2);
    // It says nothing before: what is stored is looked at by those alone who hold the directory.
    CHECK_THAT(answer.said,
               StartsWith("marginlab: '" + directory.string() + "' is in use by " + name() + " since 20"));
    CHECK_THAT(answer.said,
               Contains(" (two runs would compute the same cells twice) wait for it, or end it\n"));
  }

  void is_named_by_fsck() const {
    const Answer found = answer_to({"fsck", directory});
    CHECK(found.code == 0);
    CHECK_THAT(found.printed, Contains("note    in use by " + name() + " since 20"));
  }
};

} // namespace

TEST_CASE(
    "while a run works, a run, a shard and a merge of its directory are refused by its process and host",
    "[reproducibility][damage]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", long_study()), directory = scratch / "run";
  Holder holder(config, directory, {}, "journal.jsonl");
  holder.refuses(run_of(config, directory));
  holder.refuses(run_of(config, directory, {"--shard", "1/2"}));
  holder.refuses({"merge", directory});
  holder.is_named_by_fsck();
  CHECK(holder.goes_on() == 0);
  CHECK(stored(directory).rows.size() == long_study_cells);
  CHECK_THAT(answer_to({"fsck", directory}).printed, !Contains("in use"));
}

TEST_CASE("while a shard works, others of its study may work beside it, and nothing else",
          "[reproducibility][damage][slow]") {
  const Scratch scratch;
  const auto config = scratch.write("s.yaml", long_study()), directory = scratch / "run";
  Holder holder(config, directory, {"--shard", "1/2"}, "journal-1-of-2.jsonl");
  holder.refuses(run_of(config, directory));
  holder.refuses(run_of(config, directory, {"--shard", "1/2"}));
  holder.refuses({"merge", directory});
  holder.is_named_by_fsck();
  CHECK(answer_to(run_of(config, directory, {"--shard", "2/2"})).code == 0);
  CHECK(holder.goes_on() == 0);
  CHECK(answer_to({"merge", directory}).code == 0);
  CHECK(stored(directory).rows.size() == long_study_cells);
}
