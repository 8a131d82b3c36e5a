#include "experiments/run/tenancy.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "results/store/hdf5/read_results.hpp"

namespace experiments {
namespace {

/// The name of the study that a directory holds; empty where there is none, or none that can be read.
std::string study_in(const results::RunDirectory& directory) {
  try {
    if (std::filesystem::exists(directory.study())) return results::read_study(directory).card.study;
    if (std::filesystem::exists(directory.results()))
      return results::read_results(directory.results()).card.study;
  } catch (const core::UserError&) {
    // damaged: the run writes it anew
  }
  return "";
}

} // namespace

void require_same_name(const results::RunDirectory& directory, const std::string& study) {
  const std::string there = study_in(directory);
  core::require(
      there.empty() || there == study,
      directory.path.string() + " holds the study '" + there + "', and this is '" + study +
          "' (its tables would take the place of those) name another --out, or add --replace: its cells "
          "stay in the journal all the same");
}

void require_same_division(const results::RunDirectory& directory, const Shard& shard) {
  if (shard.count == 1) return;
  const std::string ending = "-of-" + std::to_string(shard.count);
  for (const std::filesystem::path& journal : directory.journals()) {
    const std::string part = journal.stem().string(); // journal-1-of-2
    const std::size_t of = part.rfind("-of-");
    core::require(of == std::string::npos || part.ends_with(ending),
                  directory.path.string() + " holds shards of " +
                      part.substr(std::min(of, part.size() - 4) + 4) + " (" + journal.filename().string() +
                      "), and this is one of " + std::to_string(shard.count) +
                      " (shards of two numbers overlap and leave gaps) use the same number, or complete it "
                      "undivided: the same command without --shard");
  }
}

} // namespace experiments
