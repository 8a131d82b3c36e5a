#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "results/record/card_json.hpp"
#include "results/store/journal.hpp"
#include "results/store/journal_line.hpp"
#include "results/store/run_directory.hpp"
#include "tests/reproducibility/damage/checksum.hpp"
#include "tests/reproducibility/damage/finished_run.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/read_journal.hpp"

using namespace reproducibility;
using Catch::Contains;

TEST_CASE("a flipped byte in results.h5 is damage, and the same command publishes it anew from the journal",
          "[reproducibility][damage]") {
  const FinishedRun run;
  const std::string whole = bytes_of(run.results), journal = bytes_of(run.journal);
  for (const int of_ten : {0, 3, 6, 9}) {
    std::string bytes = whole;
    bytes[bytes.size() / 10 * static_cast<std::size_t>(of_ten) + 100] ^= 4;
    put_bytes(run.results, bytes);
    const Answer found = run.fsck();
    CAPTURE(of_ten, found.printed);
    CHECK(found.code == 3);
    CHECK_THAT(found.printed, Contains("DAMAGE  results.h5: "));
    CHECK_THAT(found.printed,
               Contains("; nothing is lost, marginlab merge makes it anew from the journals\n"));
    const Answer again = run.run();
    CHECK(again.code == 0);
    CHECK_THAT(again.said, Contains("24 already stored, 0 to compute"));
    CHECK(stored(run.directory).data_hash == run.data_hash);
    CHECK(run.fsck().code == 0);
  }
  CHECK(bytes_of(run.journal) == journal);
}

TEST_CASE("a cell stored twice with different values raises the alarm, and nothing is computed or published",
          "[reproducibility][damage]") {
  const FinishedRun run;
  results::Record other = results::read_journal(run.journal).records.front();
  other.values["gkl"] += 1e-12;
  std::ofstream(run.journal, std::ios::app | std::ios::binary) << results::journal_line(other);
  const std::string journal = bytes_of(run.journal), results = bytes_of(run.results);
  const std::string key = other.key.text(), directory = run.directory.string();
  const Answer again = run.run();
  CHECK(again.code == 3);
  CHECK_THAT(
      again.said,
      Contains("the journals of " + directory + " hold 1 cell(s) twice with different values, the first is " +
               key + " (a result that cannot be repeated) find out which is right: marginlab replay " +
               directory + " " + key + "\n"));
  const Answer merged = answer_to({"merge", directory});
  CHECK(merged.code == 3);
  CHECK(bytes_of(run.journal) == journal);
  CHECK(bytes_of(run.results) == results);
  const Answer found = run.fsck();
  CHECK(found.code == 3);
  CHECK_THAT(found.printed, Contains("DAMAGE  " + key +
                                     " is stored twice with different values (a result that cannot "
                                     "be repeated) find out which is right: marginlab replay " +
                                     directory + " " + key + "\n"));
}

TEST_CASE("a cell stored twice with the same values is no alarm", "[reproducibility][damage]") {
  const FinishedRun run;
  results::Record same = results::read_journal(run.journal).records.front();
  same.seconds += 1;
  std::ofstream(run.journal, std::ios::app | std::ios::binary) << results::journal_line(same);
  CHECK(run.run().code == 0);
  CHECK(stored(run.directory).data_hash == run.data_hash);
  CHECK(run.fsck().code == 0);
}

TEST_CASE("no cell is taken from a results.h5 whose numbers are not those of its data_hash",
          "[reproducibility][damage]") {
  const FinishedRun run;
  std::string bytes = bytes_of(run.results);
  const std::size_t seal = bytes.rfind("marginlab crc32 "), hash = bytes.find(run.data_hash);
  REQUIRE(hash != std::string::npos);
  REQUIRE(seal_of(bytes.substr(0, seal)) == bytes.substr(seal));
  bytes[hash] = bytes[hash] == '0' ? '1' : '0';
  put_bytes(run.results, bytes.substr(0, seal) + seal_of(bytes.substr(0, seal)));
  CHECK_THAT(run.fsck().printed, Contains("its numbers cannot be proved by its data_hash"));
  std::filesystem::remove(run.journal);
  const Answer again = run.run();
  CHECK(again.code == 0);
  CHECK_THAT(again.said, Contains("0 already stored, 24 to compute"));
  CHECK(stored(run.directory).data_hash == run.data_hash);
  CHECK(run.fsck().code == 0);
}

// study.json says which cell is shown where and which number it is held against: a merge believes it.

namespace {

/// Puts another text in the place of the first `from` of study.json.
void change_card(const FinishedRun& run, const std::string& from, const std::string& to) {
  std::string text = bytes_of(run.directory / "study.json");
  REQUIRE(text.find(from) != std::string::npos);
  put_bytes(run.directory / "study.json", text.replace(text.find(from), from.size(), to));
}

/// A card as older programs wrote it: the same fields, no checksum.
void put_older_card(const FinishedRun& run, const results::StudyCard& card) {
  put_bytes(run.directory / "study.json", results::to_json(card) + "\n");
}

results::StudyCard with_other_place(results::StudyCard card) {
  std::swap(card.points.front().setting, card.points.back().setting);
  return card;
}

void require_refused(const FinishedRun& run, const std::string& sentence) {
  const std::string before = bytes_of(run.results), journal = bytes_of(run.journal);
  const Answer merged = answer_to({"merge", run.directory});
  CAPTURE(merged.said);
  CHECK(merged.code == 2);
  CHECK_THAT(merged.said, Contains(sentence));
  CHECK(merged.printed.empty());
  CHECK(bytes_of(run.results) == before);
  CHECK(bytes_of(run.journal) == journal);
}

/// The next run writes the card anew, and all is well.
void require_mended(const FinishedRun& run) {
  CHECK(run.run().code == 0);
  CHECK(stored(run.directory).data_hash == run.data_hash);
  CHECK(run.fsck().code == 0);
  CHECK(answer_to({"merge", run.directory}).code == 0);
}

} // namespace

TEST_CASE("a card that says another place of the design is refused by merge and called damage by fsck",
          "[reproducibility][damage][card]") {
  const FinishedRun run;
  change_card(run, "\"setting\":1", "\"setting\":2");
  require_refused(run, "study.json' holds no study card (its text does not add up to its checksum");
  const Answer found = run.fsck();
  CHECK(found.code == 3);
  CHECK_THAT(found.printed, Contains("DAMAGE  study.json: "));
  CHECK(answer_to({"status", run.directory}).code == 2);
  require_mended(run);
}

TEST_CASE("every single changed byte of a card is found", "[reproducibility][damage][card]") {
  const FinishedRun run;
  const results::RunDirectory directory{run.directory};
  const std::string whole = bytes_of(directory.study());
  for (std::size_t i = 0; i + 1 < whole.size(); i += 7) {
    std::string bytes = whole;
    bytes[i] ^= 1;
    put_bytes(directory.study(), bytes);
    bool is_proved = false;
    try {
      is_proved = results::read_study(directory).is_proved;
    } catch (const core::UserError&) {
      continue;
    }
    CAPTURE(i, whole.substr(i, 20));
    CHECK_FALSE(is_proved);
  }
}

TEST_CASE("a card whose keys are not those of their settings is refused, its checksum notwithstanding",
          "[reproducibility][damage][card]") {
  const FinishedRun run;
  const results::RunDirectory directory{run.directory};
  results::StoredStudy study = results::read_study(directory);
  std::swap(study.card.settings.front().canonical, study.card.settings.back().canonical);
  results::write_study(directory, study);
  require_refused(run, "the key of a setting is not that of its text");
  require_mended(run);
}

TEST_CASE("a card without a checksum never replaces a sound result that says otherwise",
          "[reproducibility][damage][card]") {
  const FinishedRun run;
  results::StudyCard card = stored(run.directory).card;
  put_older_card(run, with_other_place(card));
  require_refused(run, "cannot be proved");
  card.published = {{card.points.front().at, "gkl", "0.174", "", ""}};
  put_older_card(run, card);
  require_refused(run, "cannot be proved");
  require_mended(run);
}

TEST_CASE("a card of an older program is merged where the sealed result says the same, or says nothing",
          "[reproducibility][damage][card]") {
  const FinishedRun run;
  const results::StudyCard card = stored(run.directory).card;
  put_older_card(run, card);
  CHECK_THAT(run.fsck().printed, Contains("note    study.json has no checksum"));
  const Answer same = answer_to({"merge", run.directory});
  CHECK(same.code == 0);
  CHECK_THAT(same.said, !Contains("cannot be proved"));

  put_older_card(run, card);
  std::filesystem::remove(run.results);
  const Answer alone = answer_to({"merge", run.directory});
  CHECK(alone.code == 0);
  CHECK_THAT(alone.said, Contains("cannot be proved"));
  CHECK(stored(run.directory).data_hash == run.data_hash);
  CHECK_THAT(stored(run.directory).provenance.at("card"), Contains("cannot be proved"));
  CHECK(run.run().code == 0); // which writes the card anew, and the doubt goes with it
  CHECK_FALSE(stored(run.directory).provenance.contains("card"));
}

TEST_CASE("a result names its data and its design by two hashes, the card the second of them",
          "[reproducibility][damage][card]") {
  const FinishedRun run;
  const auto card = nlohmann::json::parse(bytes_of(run.directory / "study.json"));
  const std::string design = card.at("design_hash");
  CHECK(design.size() == 64);
  CHECK_THAT(run.first.said, Contains("data_hash " + run.data_hash + "  design_hash " + design));
  CHECK_THAT(answer_to({"inspect", run.results}).printed, Contains(design));
}
