#pragma once
#include <filesystem>
#include <map>
#include <string>

#include "core/estimate/estimator.hpp"
#include "core/sample/types.hpp"

// A folder with probabilities that another program computed: a numpy file for each draw, called by the draw's
// hash, and a list of these files with their SHA-256. The hash of the list names the whole.
namespace datasets::answers {

/// A folder's files by name, ready to be written, and what names them.
struct AnswerFolder {
  std::map<std::string, std::string> files{}; ///< name -> bytes; the list is one of them
  std::string content;                        ///< the first 16 digits of the list's SHA-256
};

/// by_draw: hash of a draw -> its probabilities, [m x 1] or [m x K].
AnswerFolder folder_of(const std::map<std::string, core::Matrix>& by_draw);

/// What a folder on the disk holds, by its list. Throws UserError where there is none.
std::string content_of(const std::filesystem::path& folder);

/// Probabilities that were computed elsewhere, as an estimator: of a draw it says what the folder has under
/// the draw's hash. There is nothing to tune and nothing to certify. estimate() throws UserError where the
/// folder has no such draw, is gone, or is not the one that `content` names. Cost: the draw's bytes and its
/// file.
struct ComputedElsewhere final : core::ProbabilityEstimator {
  std::filesystem::path folder{};
  std::string content{};
  core::Estimate estimate(core::DrawCache& cache) const override;
};

} // namespace datasets::answers
