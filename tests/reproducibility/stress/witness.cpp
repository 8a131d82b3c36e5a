#include "tests/reproducibility/stress/witness.hpp"

#include <algorithm>

#include "results/store/file.hpp"
#include "results/store/hdf5/provenance.hpp"
#include "results/store/hdf5/results_file.hpp"
#include "results/store/journal.hpp"
#include "results/store/run_directory.hpp"
#include "tests/support/catch.hpp"

namespace fs = std::filesystem;

namespace reproducibility {
namespace {

/// The cells of results.h5; none where there is no such file.
std::vector<std::string> published(const results::RunDirectory& run) {
  std::vector<std::string> cells;
  if (!fs::exists(run.results())) return cells;
  results::Results all;
  REQUIRE_NOTHROW(all = results::read_results(run.results()));
  for (std::size_t row = 0; row < all.rows.size(); ++row) {
    const auto& setting = all.card.settings[static_cast<std::size_t>(all.rows.setting[row])];
    cells.push_back(results::Key{setting.key, all.rows.replicate[row]}.text());
  }
  return cells;
}

} // namespace

std::int64_t Witness::look() {
  const results::RunDirectory run{directory_};
  const std::vector<std::string> reported = published(run); // before the journals, which may be growing
  for (const auto& [journal, lines] : seen_) REQUIRE(fs::exists(journal));
  std::set<std::string> cells;
  for (const fs::path& journal : run.journals()) look_at_journal(journal, cells);
  for (const std::string& cell : reported) CHECK(cells.contains(cell));
  return static_cast<std::int64_t>(cells.size());
}

void Witness::look_at_journal(const fs::path& journal, std::set<std::string>& cells) {
  std::vector<std::string> lines;
  const results::JournalReport report = results::scan(journal, [&](const results::JournalLine& line) {
    lines.emplace_back(line.json);
    CHECK(cells.insert(results::key_of(line.head.cell).text()).second);
  });
  CHECK(report.damaged.empty());
  std::vector<std::string>& before = seen_[journal];
  REQUIRE(lines.size() >= before.size());
  CHECK(std::equal(before.begin(), before.end(), lines.begin()));
  before = std::move(lines);
}

fs::path unfinished_results(const fs::path& directory, int process) {
  return directory / (".results.h5." + std::to_string(process) + "@" + results::host_name() + ".tmp");
}

} // namespace reproducibility
