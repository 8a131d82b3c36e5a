#include <nlohmann/json.hpp>

#include "results/record/card_json.hpp"
#include "results/store/run_directory.hpp"
#include "tests/reproducibility/damage/finished_run.hpp"
#include "tests/support/catch.hpp"

// study.json says which cell is shown where and which number it is held against: a merge believes it.
using namespace reproducibility;
using Catch::Contains;

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
