#include "results/store/journal_line.hpp"
#include "tests/reproducibility/damage/finished_run.hpp"
#include "tests/support/catch.hpp"

using namespace reproducibility;
using Catch::Contains;

namespace {

void put_header(const FinishedRun& run, const std::string& header) {
  const std::string bytes = bytes_of(run.journal);
  REQUIRE(bytes.starts_with(results::journal_header()));
  put_bytes(run.journal, header + bytes.substr(results::journal_header().size()));
}

} // namespace

TEST_CASE("a journal of an older format is read and continued", "[reproducibility][damage]") {
  const FinishedRun run;
  put_header(run, "3d3e8d87 {\"format\":\"marginlab-journal\",\"format_version\":\"1.0\"}\n");
  const Answer found = run.fsck();
  CHECK(found.code == 0);
  CHECK_THAT(found.printed,
             Contains("journal.jsonl: 24 lines, format 1.0 (older; it is read all the same)\n"));
  const Answer more = answer_to(run_of(run.config, run.directory, {"replications=7"}));
  CHECK(more.code == 0);
  CHECK_THAT(more.said, Contains("24 already stored, 4 to compute"));
  CHECK(answer_to(run_of(run.config, run.scratch / "fresh", {"replications=7"})).code == 0);
  CHECK(stored(run.directory).data_hash == stored(run.scratch / "fresh").data_hash);
}

TEST_CASE("a journal of a newer major format is refused and left alone", "[reproducibility][damage]") {
  const FinishedRun run;
  put_header(run, "7a9ef757 {\"format\":\"marginlab-journal\",\"format_version\":\"2.0\"}\n");
  const std::string journal = bytes_of(run.journal), results = bytes_of(run.results);
  const std::string sentence =
      "'" + run.journal.string() +
      "' is a journal of format 2.0 (this program reads format 1) use a newer marginlab\n";
  for (const Words& more : {Words{}, Words{"replications=7"}, Words{"--shard", "1/2"}}) {
    const Answer again = answer_to(run_of(run.config, run.directory, more));
    CHECK(again.code == 2);
    CHECK_THAT(again.said, Contains("marginlab: " + sentence));
  }
  CHECK(bytes_of(run.journal) == journal);
  CHECK(bytes_of(run.results) == results);
  const Answer found = run.fsck();
  CHECK(found.code == 3);
  CHECK_THAT(found.printed, Contains("DAMAGE  journal.jsonl: " + sentence));
}
